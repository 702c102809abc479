namespace Codec.Framing;

/// <summary>A pipe. The window is in the pipe's memory, except for a packet in several segments, or in memory that is not an array: it is copied.</summary>
internal sealed class PipeInput : PacketInput
{
    private readonly PipeReader _pipe;
    private readonly bool _leaveOpen;

    // The bytes of the pipe's last result from the start of the window on, as the window was when it was moved last.
    private ReadOnlySequence<byte> _rest;

    // The index of the first byte of _rest in the array of the window.
    private int _origin;

    // The pooled array of the window if its bytes were copied.
    private byte[]? _joined;
    private bool _holdsBuffer;
    private ConfiguredValueTaskAwaitable<ReadResult>.ConfiguredValueTaskAwaiter _pending;

    internal PipeInput(PipeReader pipe, bool leaveOpen)
    {
        if (pipe is null)
        {
            Throw.ArgumentNull(nameof(pipe));
        }

        _pipe = pipe;
        _leaveOpen = leaveOpen;
    }

    internal override long Available => _rest.Length - (Window.Start - _origin);

    internal override bool TryJoin(int count)
    {
        if (count <= Window.Count)
        {
            return true;
        }

        if (count > Available)
        {
            return false;
        }

        _rest = _rest.Slice(Window.Start - _origin);
        ReturnJoined();
        if (_rest.First.Length >= count && MemoryMarshal.TryGetArray(_rest.First, out ArraySegment<byte> array))
        {
            Window = new ReadWindow(array.Array!, array.Offset, array.Offset + array.Count);
            _origin = array.Offset;
            return true;
        }

        Window = default;
        _origin = 0;
        _joined = ArrayPool<byte>.Shared.Rent(count);
        _rest.Slice(0, count).CopyTo(_joined);
        Window = new ReadWindow(_joined, 0, count);
        return true;
    }

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

    internal override void LeaveRest() => Release(leavesRest: true);

    internal override ValueTask CompleteAsync(bool wasCanceled)
    {
        if (_leaveOpen)
        {
            Release(leavesRest: true);

            // If the pending read ended with data, its cancellation is still pending in the pipe. The next read of the pipe consumes it.
            if (wasCanceled && _pipe.TryRead(out ReadResult rest))
            {
                _pipe.AdvanceTo(rest.Buffer.Start);
            }

            return default;
        }

        Forget();
        return _pipe.CompleteAsync();
    }

    private void Accept(in ReadResult read)
    {
        _rest = read.Buffer;
        _holdsBuffer = true;
        HasEnded = read.IsCompleted;
        WasCanceled = read.IsCanceled;
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

        SequencePosition consumed = _rest.GetPosition(Window.Start - _origin);
        SequencePosition examined = leavesRest ? consumed : _rest.End;
        Forget();
        _pipe.AdvanceTo(consumed, examined);
    }

    private void Forget()
    {
        _holdsBuffer = false;
        _rest = default;
        _origin = 0;
        Window = default;
        ReturnJoined();
    }

    private void ReturnJoined()
    {
        if (_joined is not null)
        {
            ArrayPool<byte>.Shared.Return(_joined);
            _joined = null;
        }
    }
}
