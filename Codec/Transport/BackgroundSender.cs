using System;
using System.Threading.Tasks;
using Codec.Compat;

namespace Codec.Transport;

/// <summary>Copies packets from any thread into pooled memory, up to a limit, and writes them in the background, in order.</summary>
/// <remarks>
/// The sending thread is usually a game's main thread. It never calls the transport, and packets that it sends in one frame can share a write.
/// </remarks>
internal sealed class BackgroundSender : PoolWork
{
    private readonly SyncLock _lock = new();
    private readonly PacketTransport _transport;
    private readonly int _limit;
    private readonly Action<Exception> _fail;
    private SendBlock _pending = new();
    private SendBlock _writing = new();
    private TaskCompletionSource<bool>? _completed;
    private bool _isWriting;
    private bool _hasFailed;

    /// <summary>Creates an empty sender.</summary>
    /// <param name="transport">The transport to write to.</param>
    /// <param name="limit">The number of bytes that may wait. A larger packet is accepted if nothing waits.</param>
    /// <param name="fail">Called with the exception of a write that failed. Nothing is accepted after it has returned.</param>
    internal BackgroundSender(PacketTransport transport, int limit, Action<Exception> fail)
    {
        _transport = transport;
        _limit = limit;
        _fail = fail;
    }

    /// <summary>Implements <see cref="IPacketClientTransport.TrySend"/>.</summary>
    internal bool TrySend(ArraySegment<byte> bytes)
    {
        lock (_lock)
        {
            long waiting = (long)_pending.Count + _writing.Count;
            if (_hasFailed || _completed is not null || (waiting > 0 && waiting + bytes.Count > _limit))
            {
                return false;
            }

            int count = _pending.Count + bytes.Count;
            if (count > _pending.Bytes.Length)
            {
                // Twice the size, so that each byte is moved at most once on average.
                _pending.Grow(Math.Max(count, Math.Min(2 * _pending.Bytes.Length, _limit)));
            }

            bytes.AsSpan().CopyTo(_pending.Bytes.AsSpan(_pending.Count));
            _pending.Count = count;
            if (_isWriting)
            {
                return true;
            }

            _isWriting = true;
        }

        Queue();
        return true;
    }

    /// <summary>Accepts no more packets.</summary>
    /// <returns>A task that ends when everything was written, or a write failed. The memory has then been returned.</returns>
    internal Task CompleteAsync()
    {
        lock (_lock)
        {
            _completed ??= new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
            EndIfIdle();
            return _completed.Task;
        }
    }

    /// <summary>Writes until nothing waits.</summary>
    public override void Execute() => _ = WriteAsync();

    private async Task WriteAsync()
    {
        try
        {
            while (TryTake())
            {
                await _transport.WriteAsync(_writing.Memory).ConfigureAwait(false);
            }
        }
        catch (Exception exception)
        {
            // The failure is reported first: after TrySend has returned false, the stream ends with the exception. A packet that is accepted until then is lost, as
            // those that wait are.
            _fail(exception);
            lock (_lock)
            {
                _hasFailed = true;
                _isWriting = false;
                _pending.Count = 0;
                _writing.Count = 0;
                EndIfIdle();
            }
        }
    }

    /// <summary>Takes the packets to write next. The block before them has been written.</summary>
    private bool TryTake()
    {
        lock (_lock)
        {
            (_pending, _writing) = (_writing, _pending);
            _pending.Count = 0;
            if (_pending.Bytes.Length > SendBlock.KeptSize)
            {
                _pending.ReturnArray();
            }

            if (_writing.Count > 0)
            {
                return true;
            }

            _isWriting = false;
            EndIfIdle();
            return false;
        }
    }

    /// <summary>Returns the memory after the last write. Requires the lock.</summary>
    private void EndIfIdle()
    {
        if (!_isWriting && (_completed is not null || _hasFailed))
        {
            _pending.ReturnArray();
            _writing.ReturnArray();
            _completed?.TrySetResult(true);
        }
    }
}
