using System;
using System.Buffers;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Codec.Capture;
using Codec.Cli.Payloads;
using Codec.Interpreter;
using Codec.Cli.Traffic;
using Codec.Packets;

namespace Codec.Cli.Proxying;

/// <summary>Writes the output of a tap as readable lines, or as JSON with one object per line. Not thread-safe.</summary>
/// <param name="schema">The schema of the packets, or <see langword="null"/>.</param>
/// <param name="isJson">Whether to write JSON.</param>
internal sealed class TapLineFormat(PayloadSchema? schema, bool isJson)
{
    // The limit that lets a line fit 80 columns.
    private const int ShownBytes = 8;

    private readonly PacketLine _packet = new();
    private readonly PayloadUnpacker _unpacker = new();
    private readonly ArrayBufferWriter<byte> _json = new();
    private readonly ArrayBufferWriter<byte> _payload = new();

    /// <summary>Appends a line.</summary>
    /// <param name="text">The text to append to.</param>
    /// <param name="line">The line.</param>
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
            PayloadMessage? message = schema?.Find(line.Id);
            PacketError error = Verify(line.Bytes.Span, message, out ReadOnlySpan<byte> payload, out string? problem);
            TracedPacket packet = new()
            {
                Id = line.Id,
                Payload = payload,
                Packed = payload == line.Bytes.Span ? default : line.Bytes.Span,
                Nanoseconds = (line.Time.UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) * 100,
                Start = -1,
                Direction = line.Direction,
                Connection = line.Connection,
                Offset = -1,
            };
            text.Append(Encoding.UTF8.GetString(_packet.Write(packet, message, error == PacketError.None)));
            if (problem is not null)
            {
                text.Append(CultureInfo.InvariantCulture, $"!! #{line.Connection} {Mark(line)} the payload is invalid: {problem}\n");
            }
        }
    }

    /// <summary>Appends a line with the number of packets that were not printed.</summary>
    /// <param name="text">The text to append to.</param>
    /// <param name="count">The number.</param>
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

    // Returns the payload, unpacked if it was packed. Valid until the next call.
    private PacketError Verify(ReadOnlySpan<byte> bytes, PayloadMessage? message, out ReadOnlySpan<byte> payload, out string? problem)
    {
        payload = bytes;
        problem = null;
        if (message?.IsPacked == true && _unpacker.Unpack(bytes, message, out payload) is var error and not PacketError.None)
        {
            problem = PayloadUnpacker.Describe(error, message).TrimEnd('.');
            return error;
        }

        PayloadProblem? found = message?.FindProblem(payload);
        problem = found?.ToString();
        return found?.Error ?? PacketError.None;
    }

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
        PayloadMessage? message = null;
        PacketError error = PacketError.None;
        string? problem = null;
        ReadOnlySpan<byte> payload = line.Bytes.Span;
        if (line.Error != PacketError.None)
        {
            json.WriteString("error", line.Error.ToString());
            json.WriteNumber("position", line.Position);
        }
        else
        {
            message = schema?.Find(line.Id);
            error = Verify(line.Bytes.Span, message, out payload, out problem);
            json.WriteNumber("id", line.Id);
            if (message is not null)
            {
                json.WriteString("type", message.FullName);
            }
        }

        json.WriteNumber("size", payload.Length);
        if (payload != line.Bytes.Span)
        {
            json.WriteNumber("packedSize", line.Bytes.Length);
        }

        if (problem is not null)
        {
            json.WriteString("error", error.ToString());
            json.WriteString("reason", problem);
        }

        if (message is null || problem is not null || !TryWritePayload(json, payload, message))
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
