namespace Codec.Cli.Encode;

/// <summary>Writes packets from JSON. Not thread-safe.</summary>
internal sealed class PacketEncoding(PayloadSchema schema, PacketFormat format, bool skipUnknown, IAnsiConsole error)
{
    // The limit of the length of a line. Names and white space make JSON longer than the packet.
    private const int LineBytesPerPayloadByte = 64;
    private const int MinLineLimit = 4 * 1024 * 1024;
    private const int MaxLineLimit = 1 << 30;

    // The fields that codec decode writes.
    private static readonly string[] Names = ["time", "offset", "direction", "connection", "id", "type", "size", "packedSize", "number", "baseline", "payload", "error", "message", "bytes"];

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = 1024 };

    private readonly PayloadJsonReader _reader = new(skipUnknown);
    private readonly ArrayBufferWriter<byte> _packet = new();
    private readonly ArrayBufferWriter<byte> _packed = new();

    public int Payload(SourceStream input, string name, PayloadMessage message, Func<Utf8Output> open)
    {
        try
        {
            ReadOnlySpan<byte> payload = _reader.Read(PayloadSource.ReadJson(input), message);
            using Utf8Output output = open();
            output.Write(payload);
            return ExitCode.Ok;
        }
        catch (JsonException exception)
        {
            Progress.WriteLine(error, $"codec: error: {name}: {MessageText.Printable(exception.Message)}");
            return ExitCode.Findings;
        }
    }

    public int Packets(Stream input, Utf8Output output, CancellationToken stop) => ForEach(input, (packet, _) => output.Write(packet), stop);

    public int Capture(Stream input, CaptureWriter output, CaptureDirection unknown, CancellationToken stop) => ForEach(input, (packet, json) =>
    {
        CaptureDirection direction = !json.TryGetProperty("direction", out JsonElement side) ? unknown : Text(json, "direction") switch
        {
            "in" => CaptureDirection.Inbound,
            "out" => CaptureDirection.Outbound,
            _ => throw Unexpected("direction", side, "\"in\" or \"out\""),
        };
        uint connection = Number(json, "connection") ?? 0;
        DateTimeOffset time = !json.TryGetProperty("time", out JsonElement text) ? DateTimeOffset.UnixEpoch
            : TimeBound.TryParseDate(Text(json, "time"), out DateTimeOffset parsed) ? parsed
            : throw Unexpected("time", text, "a date and time such as \"2026-11-22T20:00:00Z\"");
        if (!output.Append(packet, direction, connection, time))
        {
            throw new CommandFailedException($"The capture stopped: {output.Error!.Message}");
        }
    }, stop);

    private static JsonException Unexpected(string name, JsonElement value, string expected) =>
        new($"The field {name} is {MessageText.Shorten(value.GetRawText())}; expected {expected}.");

    private delegate void PacketWriter(ReadOnlySpan<byte> packet, JsonElement json);

    private int ForEach(Stream input, PacketWriter write, CancellationToken stop)
    {
        LineReader lines = new(input, (int)Math.Clamp((long)LineBytesPerPayloadByte * format.MaxPayloadSize, MinLineLimit, MaxLineLimit));
        int exitCode = ExitCode.Ok;
        while (!stop.IsCancellationRequested && lines.TryRead(out ReadOnlyMemory<byte> line))
        {
            if (line.Span.Trim(" \t\r"u8).IsEmpty)
            {
                continue;
            }

            try
            {
                using JsonDocument document = JsonDocument.Parse(line, Options);
                write(Packet(document.RootElement), document.RootElement);
            }
            catch (Exception exception) when (exception is JsonException or FormatException or InvalidOperationException or ArgumentException)
            {
                Progress.WriteLine(error, $"codec: line {lines.Number}: {MessageText.Printable(Describe(exception))}");
                exitCode = ExitCode.Findings;
            }
        }

        return exitCode;
    }

    // The name of a parameter means nothing to a user.
    private static string Describe(Exception exception) => exception is ArgumentException ? exception.Message.Split(" (Parameter ")[0] : exception.Message;

    private ReadOnlySpan<byte> Packet(JsonElement json)
    {
        if (json.ValueKind != JsonValueKind.Object)
        {
            throw new JsonException("Expected an object with the fields id or type, and payload or bytes.");
        }

        RejectOtherNames(json);
        string? type = !json.TryGetProperty("type", out JsonElement name) ? null : Text(json, "type") ?? throw Unexpected("type", name, "the name of a table or struct");
        PayloadMessage? message = type is null ? null : schema.Find(type) ?? throw new JsonException($"The schema has no table or struct '{MessageText.Shorten(type)}'{SharedOptions.DidYouMean(type, schema.Messages)}");
        uint id = Number(json, "id") ?? message?.Packet?.Id
            ?? throw new JsonException("The packet has no id; expected the field id, or the field type with the name of a packet.");
        if (message is not null && schema.Find(id) is { } other && other != message)
        {
            throw new JsonException($"The id {id} is that of {other.FullName}, and the type is {message.FullName}; expected one packet.");
        }

        bool hasBytes = json.TryGetProperty("bytes", out JsonElement text);
        if (json.TryGetProperty("payload", out JsonElement payload))
        {
            if (hasBytes)
            {
                throw new JsonException("The packet has both payload and bytes; expected one of them.");
            }

            message ??= schema.Find(id) ?? throw new JsonException($"The schema has no packet with the id {id}.");
            ReadOnlySpan<byte> bytes = _reader.Read(payload, message);
            return Packet(id, message.IsPacked && message.Packet!.Id == id ? PayloadPacker.Pack(bytes, message, _packed) : bytes);
        }

        return !hasBytes
            ? throw new JsonException("The packet has no payload; expected the field payload with an object, or the field bytes in base64.")
            : text.ValueKind == JsonValueKind.String && text.TryGetBytesFromBase64(out byte[]? raw) ? Packet(id, raw)
            : throw Unexpected("bytes", text, "a text in base64");
    }

    private void RejectOtherNames(JsonElement json)
    {
        HashSet<string> found = [];
        foreach (JsonProperty property in json.EnumerateObject())
        {
            if (!skipUnknown && !Names.Contains(property.Name))
            {
                throw new JsonException($"A packet has no field '{MessageText.Shorten(property.Name)}'; expected {string.Join(", ", Names[..^1])} or {Names[^1]}.");
            }

            if (!found.Add(property.Name))
            {
                throw new JsonException($"The field {MessageText.Shorten(property.Name)} is given twice.");
            }
        }
    }

    private ReadOnlySpan<byte> Packet(uint id, ReadOnlySpan<byte> payload)
    {
        _packet.ResetWrittenCount();
        PacketEncoder.Write(_packet, id, payload, format);
        return _packet.WrittenSpan;
    }

    private static uint? Number(JsonElement json, string name) => !json.TryGetProperty(name, out JsonElement value) ? null
        : value.ValueKind == JsonValueKind.Number && value.TryGetUInt32(out uint number) ? number
        : throw Unexpected(name, value, "a number from 0 to 4294967295");

    private static string? Text(JsonElement json, string name) =>
        json.TryGetProperty(name, out JsonElement value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;
}
