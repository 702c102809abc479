namespace Codec.Cli.Tap;

/// <summary>Finds the packets of one direction of a stream and reports them. Not thread-safe.</summary>
/// <remarks>
/// Bytes that are not packets are reported once. They and all later bytes are captured unchanged, because a stream cannot be resynchronized.
/// This class does not use a <see cref="PacketPushDecoder"/>, which discards the bytes that it rejects.
/// </remarks>
internal sealed class StreamTap(TapLog log, uint connection, CaptureDirection direction, PacketFormat format) : IDisposable
{
    private byte[] _rest = [];
    private int _count;
    private long _position;
    private bool _isInvalid;

    /// <summary>Adds bytes of the stream.</summary>
    /// <param name="chunk">The bytes. They are not changed.</param>
    public void Take(ReadOnlySpan<byte> chunk)
    {
        if (_isInvalid)
        {
            log.Unframed(connection, direction, chunk);
            return;
        }

        ReadOnlySpan<byte> bytes = chunk;
        if (_count > 0)
        {
            Keep(chunk);
            bytes = _rest.AsSpan(0, _count);
        }

        for (; ; )
        {
            OperationStatus status = PacketDecoder.Decode(bytes, format, out Packet packet, out int consumed, out PacketError error);
            if (status != OperationStatus.Done)
            {
                Finish(bytes, status == OperationStatus.InvalidData ? error : PacketError.None);
                return;
            }

            log.Packet(connection, direction, packet);
            _position += consumed;
            bytes = bytes.Slice(consumed);
        }
    }

    /// <summary>Ends the stream, and reports an incomplete packet.</summary>
    public void End()
    {
        if (_count > 0)
        {
            PacketDecoder.Decode(_rest.AsSpan(0, _count), format, out _, out _, out PacketError error);
            log.Invalid(connection, direction, error, _position, _rest.AsSpan(0, _count));
        }

        Dispose();
    }

    /// <summary>Ends the stream after the tap has closed the connection. An incomplete packet is captured, and is not an error.</summary>
    public void Cut()
    {
        log.Unframed(connection, direction, _rest.AsSpan(0, _count));
        Dispose();
    }

    /// <summary>Returns the memory to the pool.</summary>
    public void Dispose()
    {
        _count = 0;
        Replace([]);
    }

    /// <summary>Keeps the remaining bytes until more are received, or reports them.</summary>
    private void Finish(ReadOnlySpan<byte> left, PacketError error)
    {
        if (error != PacketError.None)
        {
            _isInvalid = true;
            log.Invalid(connection, direction, error, _position, left);
            Dispose();
        }
        else if (left.IsEmpty)
        {
            Dispose();
        }
        else if (_count == 0)
        {
            Keep(left);
        }
        else if (left.Length < _count)
        {
            // CopyTo supports overlapping memory.
            left.CopyTo(_rest);
            _count = left.Length;
        }
    }

    private void Keep(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > _rest.Length - _count)
        {
            // The buffer grows with the received bytes, to at most a packet and a chunk.
            byte[] larger = ArrayPool<byte>.Shared.Rent(Math.Max(_count + bytes.Length, 2 * _rest.Length));
            _rest.AsSpan(0, _count).CopyTo(larger);
            Replace(larger);
        }

        bytes.CopyTo(_rest.AsSpan(_count));
        _count += bytes.Length;
    }

    private void Replace(byte[] buffer)
    {
        byte[] old = _rest;
        _rest = buffer;
        if (old.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(old);
        }
    }
}
