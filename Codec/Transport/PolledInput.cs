using System.Threading.Tasks.Sources;

namespace Codec.Transport;

/// <summary>What an <see cref="IPacketClientTransport"/> receives, as a stream whose reads end inside <see cref="Poll"/>.</summary>
internal sealed class PolledInput(IPacketClientTransport transport) : ReceiveStream, IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _source;

    // The bytes that the transport has lent and no read has copied.
    private ArraySegment<byte> _chunk;

    // The memory of the pending read, if there is one.
    private ArraySegment<byte> _pending;
    private bool _hasEnded;

    /// <summary>Receives for the pending read, and for those that follow it.</summary>
    /// <param name="limit">The number of bytes after which the call ends.</param>
    internal void Poll(int limit)
    {
        int taken = 0;
        while (taken < limit && _pending.Array is not null)
        {
            _chunk = default;
            try
            {
                if (!transport.TryReceive(out ArraySegment<byte> chunk))
                {
                    return;
                }

                _chunk = chunk;
            }
            catch (Exception exception)
            {
                Complete(0, exception);
                return;
            }

            taken += _chunk.Count;
            Complete(Copy(_pending), null);
        }
    }

    /// <summary>Ends the pending read of a closed transport, whose memory is no longer used.</summary>
    internal void End()
    {
        _hasEnded = true;
        _chunk = default;
        if (_pending.Array is not null)
        {
            Complete(0, new ObjectDisposedException(nameof(IPacketClientTransport)));
        }
    }

    int IValueTaskSource<int>.GetResult(short token) => _source.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);

    private protected override ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        ArraySegment<byte> memory = new(buffer, offset, count);
        if (_chunk.Count > 0 || _hasEnded)
        {
            return new ValueTask<int>(Copy(memory));
        }

        _source.Reset();
        _pending = memory;
        return new ValueTask<int>(this, _source.Version);
    }

    private int Copy(ArraySegment<byte> memory)
    {
        int count = Math.Min(memory.Count, _chunk.Count);
        _chunk.AsSpan(0, count).CopyTo(memory.AsSpan());
        _chunk = count == _chunk.Count ? default : new ArraySegment<byte>(_chunk.Array!, _chunk.Offset + count, _chunk.Count - count);
        return count;
    }

    /// <summary>Ends the pending read. The reader continues inside the call, also on netstandard.</summary>
    private void Complete(int count, Exception? exception)
    {
        // netstandard's streams return tasks. With a context, such as that of Unity's main thread, a task's continuation would run on another thread.
        SynchronizationContext? context = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            _pending = default;
            if (exception is null)
            {
                _source.SetResult(count);
            }
            else
            {
                _source.SetException(exception);
            }
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }
}
