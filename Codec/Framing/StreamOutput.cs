using Codec.Packets;

namespace Codec.Framing;

/// <summary>Sends packets to a stream, through one pooled array.</summary>
internal sealed class StreamOutput(Stream stream, bool leaveOpen) : PacketOutput, IBufferWriter<byte>
{
    /// <summary>The length of the array in bytes. With 64 KB, the system calls are cheap compared with the copying.</summary>
    private const int BufferSize = 64 * 1024;

    /// <summary>The length in bytes of the longest array that is kept. Only an unusually large packet needs a longer one.</summary>
    private const int LongestKept = 2 * BufferSize;

    private byte[] _buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
    private int _count;

    /// <summary>The end of <see cref="Free"/>: at least <see cref="_count"/>, and at most <see cref="LongestKept"/> if possible.</summary>
    private int _end = BufferSize;

    internal override IBufferWriter<byte> Memory => this;
    internal override bool IsBounded => true;
    internal override Span<byte> Free => new(_buffer, _count, _end - _count);

    public void Advance(int count)
    {
        _count += count;
        _end = Math.Max(_end, _count);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        MakeRoom(sizeHint);
        return _buffer.AsMemory(_count);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        MakeRoom(sizeHint);
        return _buffer.AsSpan(_count);
    }

    internal override FlushResult Send(bool isFlush)
    {
        int count = _count;
        _count = 0;
        if (count != 0)
        {
            stream.Write(_buffer, 0, count);
        }

        if (isFlush)
        {
            stream.Flush();
        }

        TrimToUsualSize();
        return default;
    }

    internal override async ValueTask<FlushResult> SendAsync(bool isFlush, CancellationToken cancellationToken)
    {
        int count = _count;
        _count = 0;
        if (count != 0)
        {
            await StreamArrays.WriteAsync(stream, _buffer, 0, count, cancellationToken).ConfigureAwait(false);
        }

        if (isFlush)
        {
            await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        }

        TrimToUsualSize();
        return default;
    }

    internal override async ValueTask<bool> CloseAsync(Exception? failure, bool isAsync)
    {
        bool isSent = false;
        try
        {
            if (failure is null)
            {
                _ = isAsync ? await SendAsync(isFlush: true, CancellationToken.None).ConfigureAwait(false) : Send(isFlush: true);
                isSent = true;
            }
        }
        finally
        {
            ReturnBuffer();
            try
            {
                if (!leaveOpen && isAsync)
                {
                    await StreamArrays.DisposeAsync(stream).ConfigureAwait(false);
                }
                else if (!leaveOpen)
                {
                    stream.Dispose();
                }
            }
            catch (Exception) when (!isSent)
            {
                // The first error is reported. A stream that compresses fails again when it writes its end.
            }
        }

        return isSent;
    }

    private void MakeRoom(int size)
    {
        if (size > _buffer.Length - _count || _count == _buffer.Length)
        {
            byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min((long)_count + Math.Max(size, 1), PacketFormat.LongestArray));
            Buffer.BlockCopy(_buffer, 0, larger, 0, _count);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = larger;
            _end = Math.Max(Math.Min(larger.Length, LongestKept), _count);
        }
    }

    /// <summary>Replaces the array if an unusually large packet made it grow.</summary>
    private void TrimToUsualSize()
    {
        if (_buffer.Length > LongestKept)
        {
            byte[] usual = ArrayPool<byte>.Shared.Rent(BufferSize);
            ArrayPool<byte>.Shared.Return(_buffer);
            _buffer = usual;
            _end = BufferSize;
        }
    }

    private void ReturnBuffer()
    {
        byte[] buffer = _buffer;
        _buffer = [];
        _count = 0;
        _end = 0;
        ArrayPool<byte>.Shared.Return(buffer);
    }
}
