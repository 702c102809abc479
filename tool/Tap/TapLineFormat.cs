using System.Text.Json;
using Codec.Cli.Payloads;

namespace Codec.Cli.Tap;

/// <summary>Writes the output of a tap as readable lines, or as JSON with one object per line. Not thread-safe.</summary>
internal sealed class TapLineFormat(PayloadSchema? schema, bool isJson)
{
    // The limit that lets a line fit 80 columns.
    private const int ShownBytes = 8;

    private readonly PacketLine _packet = new();
    private readonly PayloadUnpacker _unpacker = new();
    private readonly ArrayBufferWriter<byte> _json = new();
    private readonly ArrayBufferWriter<byte> _payload = new();

    public void Append(StringBuilder text, in TapLine line)
    {
        if (isJson)
        {
            AppendJson(text, line);
        }
        else if (line.Event is not null)
        {
            text.Append("-- ");
            if (line.Connection > 0)
            {
                text.Append(CultureInfo.InvariantCulture, $"#{line.Connection} ");
            }

            text.Append(CultureInfo.InvariantCulture, $"{line.Event}: {line.Detail}\n");
        }
        else if (line.Error != PacketError.None)
        {
            AppendInvalid(text, line);
        }
        else
        {
            PacketInspection inspection = Inspect(line, out TracedPacket packet);
            text.Append(Encoding.UTF8.GetString(_packet.Write(packet, inspection.Message, inspection.IsReadable)));
            if (!inspection.IsValid)
            {
                string what = inspection.Error is PacketError.UnknownId or PacketError.IdNotAllowed ? "" : "the payload is invalid: ";
                text.Append(CultureInfo.InvariantCulture, $"!! #{line.Connection} {Mark(line)} {what}{Reason(inspection)}\n");
            }
        }
    }

    /// <summary>Appends a line with the number of packets that were not printed.</summary>
    public void AppendSkipped(StringBuilder text, long count)
    {
        if (isJson)
        {
            text.Append(CultureInfo.InvariantCulture, $"{{\"event\":\"skipped\",\"packets\":{count}}}\n");
        }
        else
        {
            text.Append(CultureInfo.InvariantCulture, $"-- {count} packets are not shown\n");
        }
    }

    // The packet is valid until the next call.
    private PacketInspection Inspect(in TapLine line, out TracedPacket packet)
    {
        packet = new()
        {
            Id = line.Id,
            Payload = line.Bytes.Span,
            Nanoseconds = (line.Time.UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) * 100,
            Start = -1,
            Direction = line.Direction,
            Connection = line.Connection,
            Offset = -1,
        };
        return PacketInspection.Of(ref packet, _unpacker, schema, type: null, isServer: false);
    }

    private static string Reason(in PacketInspection inspection) =>
        inspection.Problem is { } problem && inspection.Error != PacketError.IdNotAllowed ? $"{problem}" : inspection.Describe().TrimEnd('.');

    private static char Mark(in TapLine line) => line.Direction == CaptureDirection.Outbound ? '>' : '<';

    private static void AppendInvalid(StringBuilder text, in TapLine line)
    {
        ReadOnlySpan<byte> shown = line.Bytes.Span[..Math.Min(ShownBytes, line.Bytes.Length)];
        string more = shown.Length < line.Bytes.Length ? "…" : "";
        text.Append(
            CultureInfo.InvariantCulture,
            $"!! #{line.Connection} {Mark(line)} at byte {line.Position}: {line.Error}, {line.Bytes.Length} bytes {Convert.ToHexString(shown)}{more}\n");
    }

    private void AppendJson(StringBuilder text, in TapLine line)
    {
        _json.ResetWrittenCount();
        using (Utf8JsonWriter json = new(_json))
        {
            json.WriteStartObject();
            json.WriteString("time", line.Time);
            json.WriteNumber("connection", line.Connection);
            if (line.Event is not null)
            {
                json.WriteString("event", line.Event);
                json.WriteString("detail", line.Detail);
            }
            else
            {
                json.WriteString("from", line.Direction == CaptureDirection.Outbound ? "client" : "server");
                WritePacket(json, line);
            }

            json.WriteEndObject();
        }

        text.Append(Encoding.UTF8.GetString(_json.WrittenSpan)).Append('\n');
    }

    private void WritePacket(Utf8JsonWriter json, in TapLine line)
    {
        if (line.Error != PacketError.None)
        {
            json.WriteString("error", line.Error.ToString());
            json.WriteNumber("position", line.Position);
            json.WriteNumber("size", line.Bytes.Length);
            json.WriteBase64String("bytes", line.Bytes.Span);
            return;
        }

        PacketInspection inspection = Inspect(line, out TracedPacket packet);
        json.WriteNumber("id", line.Id);
        if (inspection.Message is { } message)
        {
            json.WriteString("type", message.FullName);
        }

        json.WriteNumber("size", packet.Payload.Length);
        if (!packet.Packed.IsEmpty)
        {
            json.WriteNumber("packedSize", packet.Packed.Length);
        }

        if (!inspection.IsValid)
        {
            json.WriteString("error", inspection.Error.ToString());
            json.WriteString("reason", Reason(inspection));
        }

        if (!inspection.IsReadable || !TryWritePayload(json, packet.Payload, inspection.Message!))
        {
            json.WriteBase64String("bytes", line.Bytes.Span);
        }
    }

    private bool TryWritePayload(Utf8JsonWriter json, ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        _payload.ResetWrittenCount();
        using Utf8JsonWriter writer = new(_payload, PayloadJsonWriter.Options);
        if (!new PayloadJsonWriter(writer).Write(payload, message))
        {
            return false;
        }

        writer.Flush();
        json.WritePropertyName("payload");
        json.WriteRawValue(_payload.WrittenSpan, skipInputValidation: true);
        return true;
    }
}
