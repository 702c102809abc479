namespace Codec.Framing;

/// <summary>A pipe. The window is the pipe's memory. A packet in several segments, or in memory that is not an array, is copied.</summary>
internal sealed class PipeInput : PacketInput
{
    // The longest array that is kept for the next copy, in bytes: several usual packets. An idle connection holds little memory.
    private const int LongestKept = 4096;

    private readonly PipeReader _pipe;
    private readonly bool _leaveOpen;

    // The pipe's last result, and its segment with the first byte of the window.
    private ReadOnlySequence<byte> _buffer;
    private SequencePosition _segment;
    private SequencePosition _nextSegment;
    private ReadOnlyMemory<byte> _memory;

    // The number of bytes from the start of _memory on.
    private long _length;

    // The index of the first byte of _memory in the array of the window. Negative if the window is a copy that starts inside of the segment.
    private int _origin;

    private bool _holdsBuffer;
    private ConfiguredValueTaskAwaitable<ReadResult>.ConfiguredValueTaskAwaiter _pending;

    internal PipeInput(PipeReader pipe, bool leaveOpen)
    {
        Throw.IfNull(pipe, nameof(pipe));

        _pipe = pipe;
        _leaveOpen = leaveOpen;
    }

    internal override long Available => _length - (Window.Start - _origin);

    internal override bool TryJoin(int count)
    {
        if (count <= Window.Count)
        {
            return true;
        }

        int offset = Window.Start - _origin;
        if (count > _length - offset)
        {
            return false;
        }

        offset = Advance(offset);
        if (count > _memory.Length - offset || !TryOpen(offset))
        {
            Join(offset, count);
        }

        return true;
    }

    internal override void Take(int length)
    {
        bool isCopy = Window.Bytes == Copy;
        Window.Start += length;
        if (isCopy)
        {
            // The next packet may be in the rest of the segment. The reader is faster if the window is there.
            int offset = Advance(Window.Start - _origin);
            if (!TryOpen(offset))
            {
                Window = default;
                _origin = -offset;
            }

            StartAfterCopy = Window.Start;
        }
    }

    internal override void PutBack(int length) => Begin(_buffer.GetPosition(_buffer.Length - Available - length), Available + length);

    internal override void Read(int needed)
    {
        Release(leavesRest: false);
        Accept(_pipe.ReadAsync().AsTask().GetAwaiter().GetResult());
    }

    internal override bool TryRead(int needed, CancellationToken cancellationToken)
    {
        Release(leavesRest: false);
#pragma warning disable CA2012 // The result is taken once: here or in EndRead.
        ValueTask<ReadResult> read = _pipe.ReadAsync(cancellationToken);
        if (read.IsCompleted)
        {
            Accept(read.GetAwaiter().GetResult());
            return true;
        }

        _pending = read.ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
        return false;
    }

    internal override void ContinueWith(Action continuation) => _pending.UnsafeOnCompleted(continuation);

    internal override void EndRead() => Accept(_pending.GetResult());

    internal override void Cancel() => _pipe.CancelPendingRead();

    internal override ValueTask CompleteAsync(bool wasCanceled)
    {
        if (_leaveOpen)
        {
            Release(leavesRest: true);
            ReturnCopy();

            // If the pending read ended with data, its cancellation is still pending in the pipe. The next read of the pipe consumes it.
            if (wasCanceled && _pipe.TryRead(out ReadResult rest))
            {
                _pipe.AdvanceTo(rest.Buffer.Start);
            }

            return default;
        }

        Forget();
        ReturnCopy();
        return _pipe.CompleteAsync();
    }

    /// <summary>Moves to the segment that contains a byte. Returns the byte's offset in that segment.</summary>
    /// <param name="offset">The byte's offset from the start of the current segment.</param>
    private int Advance(int offset)
    {
        while (offset >= _memory.Length && _length > _memory.Length)
        {
            offset -= _memory.Length;
            _length -= _memory.Length;
            _segment = _nextSegment;
            _buffer.TryGet(ref _nextSegment, out _memory);
        }

        return offset;
    }

    /// <summary>Moves the window to the rest of the current segment, if that is in an array.</summary>
    private bool TryOpen(int offset)
    {
        if (!MemoryMarshal.TryGetArray(_memory, out ArraySegment<byte> array))
        {
            return false;
        }

        Window = new ReadWindow(array.Array!, array.Offset + offset, array.Offset + array.Count);
        _origin = array.Offset;
        StartAfterCopy = -1;
        return true;
    }

    private void Join(int offset, int count)
    {
        if (Copy.Length < count)
        {
            byte[] longer = ArrayPool<byte>.Shared.Rent(count);
            ReturnCopy();
            Copy = longer;
        }

        Span<byte> rest = Copy.AsSpan(0, count);
        ReadOnlySpan<byte> source = _memory.Span.Slice(offset);
        SequencePosition next = _nextSegment;
        while (source.Length < rest.Length)
        {
            source.CopyTo(rest);
            rest = rest.Slice(source.Length);
            _buffer.TryGet(ref next, out ReadOnlyMemory<byte> memory);
            source = memory.Span;
        }

        source.Slice(0, rest.Length).CopyTo(rest);
        Window = new ReadWindow(Copy, 0, count);
        _origin = -offset;
    }

    private void Accept(in ReadResult read)
    {
        _buffer = read.Buffer;
        Begin(_buffer.Start, _buffer.Length);
        _holdsBuffer = true;
        HasEnded = read.IsCompleted;
        WasCanceled = read.IsCanceled;
    }

    private void Begin(SequencePosition start, long length)
    {
        _segment = start;
        _nextSegment = start;
        _buffer.TryGet(ref _nextSegment, out _memory);
        _length = length;
        _origin = 0;
        Window = default;
    }

    /// <summary>Returns the buffer to the pipe. Packets that were read are consumed.</summary>
    /// <param name="leavesRest">
    /// Whether the remaining bytes are not examined, so that the pipe's next reader gets them at once. Otherwise, they are examined.
    /// </param>
    private void Release(bool leavesRest)
    {
        if (!_holdsBuffer)
        {
            return;
        }

        int offset = Window.Start - _origin;
        SequencePosition consumed = new(_segment.GetObject(), _segment.GetInteger() + offset);
        SequencePosition examined = leavesRest ? consumed : _buffer.End;
        Forget();
        if (Copy.Length > LongestKept)
        {
            ReturnCopy();
        }

        _pipe.AdvanceTo(consumed, examined);
    }

    private void Forget()
    {
        _holdsBuffer = false;
        _buffer = default;
        _memory = default;
        _length = 0;
        _origin = 0;
        Window = default;
    }

    private void ReturnCopy()
    {
        if (Copy.Length != 0)
        {
            ArrayPool<byte>.Shared.Return(Copy);
            Copy = [];
        }
    }
}
