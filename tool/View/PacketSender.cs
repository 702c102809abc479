using Codec.Cli.Tap;

namespace Codec.Cli.View;

/// <summary>Encodes a packet that was edited in the page, and sends it through the tap. Thread-safe.</summary>
/// <param name="find">Finds an open connection by its number.</param>
internal sealed class PacketSender(PayloadSchema? schema, PacketFormat format, Func<uint, TapConnection?> find)
{
    // A user waits for the answer.
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(5);

    /// <summary>Sends a packet between two packets of a connection.</summary>
    /// <param name="request">An object with <c>connection</c>, <c>direction</c> and <c>id</c>, and either <c>json</c>, the payload as JSON text, or <c>hex</c>, its bytes.</param>
    /// <returns>The reason why the packet was not sent, or <see langword="null"/>.</returns>
    public async Task<string?> SendAsync(ReadOnlyMemory<byte> request, CancellationToken cancellationToken)
    {
        uint number;
        CaptureDirection direction;
        byte[] packet;
        try
        {
            using JsonDocument document = JsonDocument.Parse(request);
            JsonElement root = document.RootElement;
            number = root.GetProperty("connection").GetUInt32();
            direction = root.GetProperty("direction").GetString() switch
            {
                "out" => CaptureDirection.Outbound,
                "in" => CaptureDirection.Inbound,
                _ => throw new FormatException("The direction must be out or in."),
            };
            packet = Encode(root);
        }
        catch (Exception exception) when (exception is JsonException or FormatException or InvalidOperationException or KeyNotFoundException or ArgumentException)
        {
            return exception.Message.Split(" (Parameter ")[0];
        }

        if (find(number) is not { } connection)
        {
            return $"Connection {number} is not open.";
        }

        using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Limit);
        try
        {
            return await connection.TryInjectAsync(direction, packet, limit.Token).WaitAsync(limit.Token).ConfigureAwait(false)
                ? null
                : $"Connection {number} cannot take the packet: its side has ended or failed, or has sent bytes that are not packets.";
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return $"Connection {number} did not take the packet within {Limit.TotalSeconds:0} seconds: a packet from the other side is not complete, or the receiver does not read.";
        }
        catch (ObjectDisposedException)
        {
            return $"Connection {number} was closed.";
        }
    }

    private byte[] Encode(JsonElement request)
    {
        uint id = request.GetProperty("id").GetUInt32();
        ArrayBufferWriter<byte> packet = new();
        if (request.TryGetProperty("hex", out JsonElement hex))
        {
            PacketEncoder.Write(packet, id, Convert.FromHexString(string.Concat((hex.GetString() ?? "").Where(character => !char.IsWhiteSpace(character)))), format);
            return packet.WrittenSpan.ToArray();
        }

        PayloadMessage message = schema?.Find(id) ?? throw new FormatException($"The schema has no packet with the id {id}.");
        ReadOnlySpan<byte> payload = message.FromJson(request.GetProperty("json").GetString() ?? "");
        if (message.FindProblem(payload) is { } problem)
        {
            throw new FormatException($"{problem}.");
        }

        PacketEncoder.Write(packet, id, message.IsPacked ? PayloadPacker.Pack(payload, message, new ArrayBufferWriter<byte>()) : payload, format);
        return packet.WrittenSpan.ToArray();
    }
}
