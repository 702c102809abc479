namespace Codec.Cli.Traffic;

/// <summary>Prints packets as JSON, one on each line. A payload file is printed as its object only.</summary>
internal sealed class JsonPrinter : IPacketVisitor, IDisposable
{
    private readonly Utf8Output _output;
    private readonly bool _isPayload;
    private readonly ArrayBufferWriter<byte> _line = new(64 * 1024);
    private readonly Utf8JsonWriter _json;
    private readonly PayloadJsonWriter _payload;

    public JsonPrinter(Utf8Output output, bool isPayload = false)
    {
        _output = output;
        _isPayload = isPayload;
        _json = new Utf8JsonWriter(_line, PayloadJsonWriter.Options);
        _payload = new PayloadJsonWriter(_json);
    }

    public void Packet(in TracedPacket packet, in PacketInspection inspection)
    {
        PayloadMessage? message = inspection.IsReadable ? inspection.Message : null;
        bool isShown = false;
        if (_isPayload && message is not null)
        {
            Start();
            if (_payload.Write(packet.Payload, message))
            {
                Finish();
                return;
            }
        }

        Head(packet, inspection);
        if (message is not null)
        {
            _json.WritePropertyName("payload"u8);
            isShown = _payload.Write(packet.Payload, message);
            if (!isShown)
            {
                Head(packet, inspection);
            }
        }

        if (!inspection.IsValid)
        {
            _json.WriteString("error"u8, inspection.Error.ToString());
            _json.WriteString("message"u8, inspection.Describe());
        }

        if (!isShown)
        {
            // A payload that cannot be shown as JSON is shown as bytes.
            _json.WriteBase64String("bytes"u8, packet.Wire);
        }

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

        _json.WriteString("error"u8, fault.Error);
        _json.WriteNumber("offset"u8, fault.Offset);
        _json.WriteString("message"u8, fault.Message);
        _json.WriteEndObject();
        Finish();
    }

    public void Dispose() => _json.Dispose();

    private void Head(in TracedPacket packet, in PacketInspection inspection)
    {
        Start();
        _json.WriteStartObject();
        if (packet.Nanoseconds >= 0)
        {
            Place(packet.Nanoseconds, packet.Direction, packet.Connection);
        }
        else if (!packet.Raw.IsEmpty)
        {
            _json.WriteNumber("offset"u8, packet.Offset);
        }

        _json.WriteNumber("id"u8, packet.Id);
        if (inspection.Message is { } message)
        {
            _json.WriteString("type"u8, message.FullName);
        }

        _json.WriteNumber("size"u8, packet.Payload.Length);
        if (!packet.Packed.IsEmpty)
        {
            _json.WriteNumber("packedSize"u8, packet.Packed.Length);
        }

        if (inspection.Delta is var (number, baseline))
        {
            _json.WriteNumber("number"u8, number);
            _json.WriteNumber("baseline"u8, baseline);
        }
    }

    private void Place(long nanoseconds, CaptureDirection direction, uint connection)
    {
        // Ticks of 100 nanoseconds, which are the precision of a DateTime.
        Span<byte> time = stackalloc byte[32];
        DateTime.UnixEpoch.AddTicks(nanoseconds / 100).TryFormat(time, out int length, "O", CultureInfo.InvariantCulture);
        _json.WriteString("time"u8, time[..length]);
        if (direction != CaptureDirection.Unknown)
        {
            _json.WriteString("direction"u8, direction == CaptureDirection.Inbound ? "in"u8 : "out"u8);
        }

        _json.WriteNumber("connection"u8, connection);
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
