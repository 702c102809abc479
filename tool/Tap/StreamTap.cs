namespace Codec.Cli.Tap;

/// <summary>Finds the packets of one direction of a stream and reports them. Not thread-safe.</summary>
/// <remarks>
/// Bytes that are not packets are reported once. They and all later bytes are captured unchanged, because a stream cannot be resynchronized.
/// This class does not use a <see cref="PacketPushDecoder"/>, which discards the bytes that it rejects.
/// </remarks>
internal sealed class StreamTap(TapLog log, uint connection, CaptureDirection direction, PacketFormat format)
{
    // The start of a packet that is incomplete. It grows with the received bytes, to at most a packet and a chunk.
    private readonly ArrayBufferWriter<byte> _rest = new();
    private long _position;

    public bool IsInvalid { get; private set; }

    /// <summary>Gets the number of bytes since the end of the last packet; 0 if the stream had bytes that are not packets.</summary>
    public int UnfinishedBytes => _rest.WrittenCount;

    public void Take(ReadOnlySpan<byte> chunk)
    {
        if (IsInvalid)
        {
            log.Unframed(connection, direction, chunk);
            return;
        }

        ReadOnlySpan<byte> bytes = chunk;
        if (_rest.WrittenCount > 0)
        {
            _rest.Write(chunk);
            bytes = _rest.WrittenSpan;
        }

        OperationStatus status;
        PacketError error;
        while ((status = PacketDecoder.Decode(bytes, format, out Packet packet, out int consumed, out error)) == OperationStatus.Done)
        {
            log.Packet(connection, direction, packet);
            _position += consumed;
            bytes = bytes.Slice(consumed);
        }

        if (status == OperationStatus.InvalidData)
        {
            IsInvalid = true;
            log.Invalid(connection, direction, error, _position, bytes);
            bytes = [];
        }

        Keep(bytes);
    }

    /// <summary>Reports a packet that the tap itself sends. Thread-safe.</summary>
    public void Inject(ReadOnlySpan<byte> bytes)
    {
        PacketDecoder.Decode(bytes, format, out Packet packet, out _, out _);
        log.Packet(connection, direction, packet, isInjected: true);
    }

    public void End()
    {
        if (_rest.WrittenCount > 0)
        {
            PacketDecoder.Decode(_rest.WrittenSpan, format, out _, out _, out PacketError error);
            log.Invalid(connection, direction, error, _position, _rest.WrittenSpan);
            Keep([]);
        }
    }

    /// <summary>Ends the stream after the tap has closed the connection. An incomplete packet is captured, and is not an error.</summary>
    public void Cut()
    {
        log.Unframed(connection, direction, _rest.WrittenSpan);
        Keep([]);
    }

    // The bytes may be the end of those that are kept, which a copy supports.
    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length != _rest.WrittenCount)
        {
            _rest.ResetWrittenCount();
            _rest.Write(bytes);
        }
    }
}
