using System.Text.Json;
using Codec.Cli.Filtering;

namespace Codec.Cli.Decode;

/// <summary>Prints packets as JSON, one on each line. A payload file is printed as its object only.</summary>
internal sealed class JsonPrinter : IPacketVisitor, IDisposable
{
    private static readonly JsonEncodedText Time = JsonEncodedText.Encode("time");
    private static readonly JsonEncodedText Offset = JsonEncodedText.Encode("offset");
    private static readonly JsonEncodedText Direction = JsonEncodedText.Encode("direction");
    private static readonly JsonEncodedText Connection = JsonEncodedText.Encode("connection");
    private static readonly JsonEncodedText Id = JsonEncodedText.Encode("id");
    private static readonly JsonEncodedText Type = JsonEncodedText.Encode("type");
    private static readonly JsonEncodedText Size = JsonEncodedText.Encode("size");
    private static readonly JsonEncodedText PackedSize = JsonEncodedText.Encode("packedSize");
    private static readonly JsonEncodedText Payload = JsonEncodedText.Encode("payload");
    private static readonly JsonEncodedText Error = JsonEncodedText.Encode("error");
    private static readonly JsonEncodedText Message = JsonEncodedText.Encode("message");
    private static readonly JsonEncodedText Bytes = JsonEncodedText.Encode("bytes");

    private readonly Utf8Output _output;
    private readonly bool _isPayload;
    private readonly ArrayBufferWriter<byte> _line = new(64 * 1024);
    private readonly Utf8JsonWriter _json;
    private readonly PayloadJsonWriter _payload;

    public JsonPrinter(Utf8Output output, bool isPayload)
    {
        _output = output;
        _isPayload = isPayload;
        _json = new Utf8JsonWriter(_line, PayloadJsonWriter.Options);
        _payload = new PayloadJsonWriter(_json);
    }

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        if (_isPayload && inspection.IsReadable)
        {
            Start();
            bool isAll = _payload.Write(packet.Payload, inspection.Message!);
            if (isAll)
            {
                Finish();
                return;
            }
        }

        Start();
        Head(packet, inspection);
        if (inspection.IsReadable)
        {
            // A payload that cannot be shown as JSON is shown as bytes.
            _json.WritePropertyName(Payload);
            if (_payload.Write(packet.Payload, inspection.Message!))
            {
                Problem(inspection);
                _json.WriteEndObject();
                Finish();
                return;
            }

            Start();
            Head(packet, inspection);
        }

        Problem(inspection);
        _json.WriteBase64String(Bytes, packet.Wire);
        _json.WriteEndObject();
        Finish();
    }

    public void Fault(PacketFault fault)
    {
        Start();
        _json.WriteStartObject();
        if (fault.Connection is { } connection)
        {
            Place(fault.Nanoseconds, fault.Direction, connection);
        }

        _json.WriteString(Error, fault.Error);
        _json.WriteNumber(Offset, fault.Offset);
        _json.WriteString(Message, fault.Message);
        _json.WriteEndObject();
        Finish();
    }

    public void Dispose() => _json.Dispose();

    private void Head(in TracedPacket packet, in PacketInspection inspection)
    {
        _json.WriteStartObject();
        if (packet.Nanoseconds >= 0)
        {
            Place(packet.Nanoseconds, packet.Direction, packet.Connection);
        }
        else if (!packet.Raw.IsEmpty)
        {
            _json.WriteNumber(Offset, packet.Offset);
        }

        _json.WriteNumber(Id, packet.Id);
        if (inspection.Message is { } message)
        {
            _json.WriteString(Type, message.FullName);
        }

        _json.WriteNumber(Size, packet.Payload.Length);
        if (!packet.Packed.IsEmpty)
        {
            _json.WriteNumber(PackedSize, packet.Packed.Length);
        }
    }

    private void Place(long nanoseconds, CaptureDirection direction, uint connection)
    {
        // Ticks of 100 nanoseconds, which are the precision of a DateTime.
        Span<byte> time = stackalloc byte[32];
        DateTime.UnixEpoch.AddTicks(nanoseconds / 100).TryFormat(time, out int length, "O", CultureInfo.InvariantCulture);
        _json.WriteString(Time, time[..length]);
        if (direction != CaptureDirection.Unknown)
        {
            _json.WriteString(Direction, direction == CaptureDirection.Inbound ? "in"u8 : "out"u8);
        }

        _json.WriteNumber(Connection, connection);
    }

    private void Problem(in PacketInspection inspection)
    {
        if (!inspection.IsValid)
        {
            _json.WriteString(Error, inspection.Error.ToString());
            _json.WriteString(Message, inspection.Describe());
        }
    }

    private void Start()
    {
        _line.ResetWrittenCount();
        _json.Reset();
    }

    private void Finish()
    {
        _json.Flush();
        _output.Write(_line.WrittenSpan);
        _output.Write("\n"u8);
    }
}
