using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Internals;

namespace Codec.Transport;

/// <summary>Reads a stream in the background into pooled memory, up to a limit, from which another thread takes the bytes without waiting.</summary>
internal sealed class BackgroundReceiver : PoolWork, IDisposable
{
    // A game client usually receives less than this in a frame. Only a packet that continues in the next block is copied.
    private const int BlockSize = 16 * 1024;

    // A fast server that does not stop could otherwise send for all of CloseTimeout. Within the default of it, 32 MB are 50 Mbit/s.
    private const int MostDiscarded = 32 * 1024 * 1024;

    private readonly SyncLock _lock = new();
    private readonly Stream _input;
    private readonly int _limit;

    // The block from which bytes are taken, and the block into which they are received. They may be the same.
    private ReceiveBlock? _first;
    private ReceiveBlock? _last;
    private ReceiveBlock? _spare;
    private int _waiting;
    private int _lent;
    private bool _isReading;
    private bool _hasEnded;
    private bool _isDisposed;
    private Exception? _failure;

    // What ends the stream instead of its end or of the failure of a read, because a write has failed before.
    private Exception? _writeFailure;
    private readonly TaskCompletionSource<bool> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    // Set when received bytes are no longer taken. Reading then continues without them.
    private bool _discards;
    private int _discardedBytes;

    /// <summary>Creates a receiver. <see cref="Start"/> begins to read.</summary>
    /// <param name="input">The stream. It is not disposed.</param>
    /// <param name="limit">The number of bytes that may wait. At this number, reading stops until half of them have been taken.</param>
    internal BackgroundReceiver(Stream input, int limit)
    {
        _input = input;
        _limit = limit;
    }

    /// <summary>Gets the number of received bytes that were not taken, including those that are lent.</summary>
    internal int Waiting
    {
        get
        {
            lock (_lock)
            {
                return _waiting;
            }
        }
    }

    /// <summary>Gets whether another read may start. Requires the lock.</summary>
    private bool CanStart => !_isReading && !_hasEnded && _failure is null;

    /// <summary>Begins to read, on a thread of the pool.</summary>
    internal void Start()
    {
        _isReading = true;
        Queue();
    }

    /// <summary>Reads until the stream ends, the receiver is disposed, or the limit of bytes that are not discarded is reached.</summary>
    public override void Execute() => _ = ReadAsync();

    /// <summary>Implements <see cref="IPacketClientTransport.TryReceive"/>.</summary>
    internal bool TryReceive(out ArraySegment<byte> bytes)
    {
        bool starts;
        bool hasEnded;
        lock (_lock)
        {
            TakeBack();
            starts = !_discards && CanStart && _waiting <= _limit / 2;
            _isReading |= starts;
            bytes = !_discards && _first is { } block && block.End > block.Start ? new ArraySegment<byte>(block.Bytes, block.Start, block.End - block.Start) : default;
            _lent = bytes.Count;
            hasEnded = _hasEnded;
            if (_lent == 0 && _failure is not null)
            {
                Throw.Again(_failure);
            }
        }

        if (starts)
        {
            Queue();
        }

        return bytes.Count > 0 || hasEnded;
    }

    /// <summary>Ends the stream with an exception, which is thrown when all received bytes have been taken. A later exception is ignored.</summary>
    internal void Fail(Exception exception)
    {
        lock (_lock)
        {
            _failure ??= _writeFailure ?? exception;
            _ended.TrySetResult(true);
        }
    }

    /// <summary>Makes an exception the end of the stream: the bytes before the end are still received, and then the exception is thrown.</summary>
    /// <returns>A task that ends when the stream has ended or has failed.</returns>
    internal Task EndWith(Exception exception)
    {
        lock (_lock)
        {
            _writeFailure = exception;
            if (_hasEnded)
            {
                _failure ??= exception;
            }
        }

        return _ended.Task;
    }

    /// <summary>Discards what was received and what the peer still sends, up to <see cref="MostDiscarded"/> bytes. Nothing can be taken afterwards.</summary>
    /// <returns>A task that ends when the stream has ended, has failed, or has reached the limit.</returns>
    internal Task DiscardAsync()
    {
        bool starts;
        lock (_lock)
        {
            _discards = true;
            _lent = 0;
            ReturnUnused();
            starts = CanStart;
            _isReading |= starts;
        }

        if (starts)
        {
            Queue();
        }

        return _ended.Task;
    }

    /// <summary>Stops reading after <see cref="DiscardAsync"/>. The caller must end the read in progress, which uses the last memory.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
        }
    }

    private async Task ReadAsync()
    {
        try
        {
            while (TryMakeRoom(out byte[] bytes, out int offset, out int count))
            {
                int read = await StreamArrays.ReadAsync(_input, bytes, offset, count, CancellationToken.None).ConfigureAwait(false);
                if ((uint)read > (uint)count)
                {
                    Throw.ReadCountOutOfRange(read, count);
                }

                if (!Accept(read))
                {
                    return;
                }
            }
        }
        catch (Exception exception)
        {
            Fail(exception);
            StopReading();
        }
    }

    /// <summary>Finds memory to receive into, unless reading must stop.</summary>
    private bool TryMakeRoom(out byte[] bytes, out int offset, out int count)
    {
        lock (_lock)
        {
            int room = !_discards ? _limit - _waiting : Math.Min(BlockSize, MostDiscarded - _discardedBytes);
            if (room <= 0 || _isDisposed)
            {
                (bytes, offset, count) = ([], 0, 0);
                if (_discards)
                {
                    _ended.TrySetResult(true);
                }

                StopReading();
                return false;
            }

            if (_last is null || _last.End == _last.Bytes.Length)
            {
                ReceiveBlock block = _spare ?? new ReceiveBlock(BlockSize);
                _spare = null;
                if (_last is null)
                {
                    _first = block;
                }
                else
                {
                    _last.Next = block;
                }

                _last = block;
            }

            (bytes, offset) = (_last.Bytes, _last.End);
            count = Math.Min(room, bytes.Length - offset);
            return true;
        }
    }

    /// <summary>Adds received bytes, or ends the stream.</summary>
    /// <returns><see langword="false"/> at the end.</returns>
    private bool Accept(int count)
    {
        lock (_lock)
        {
            if (count == 0)
            {
                _hasEnded = true;
                _failure ??= _writeFailure;
                _ended.TrySetResult(true);
                StopReading();
                return false;
            }

            if (_discards)
            {
                _last!.End = 0;
                _discardedBytes += count;
                return true;
            }

            _last!.End += count;
            _waiting += count;
            return true;
        }
    }

    private void StopReading()
    {
        lock (_lock)
        {
            _isReading = false;
            ReturnUnused();
        }
    }

    /// <summary>Consumes the bytes that the last call lent. Requires the lock.</summary>
    private void TakeBack()
    {
        if (_first is null)
        {
            return;
        }

        _waiting -= _lent;
        _first.Start += _lent;
        _lent = 0;
        if (_first.Start < _first.Bytes.Length || _first.Next is null)
        {
            return;
        }

        ReceiveBlock used = _first;
        _first = used.Next;
        used.Next = null;
        used.Start = 0;
        used.End = 0;
        if (_spare is null)
        {
            _spare = used;
        }
        else
        {
            used.Return();
        }
    }

    /// <summary>Returns the memory of discarded bytes, except the block that a read in progress uses. Requires the lock.</summary>
    private void ReturnUnused()
    {
        if (!_discards)
        {
            return;
        }

        while (_first is { } block && !(_isReading && ReferenceEquals(block, _last)))
        {
            _first = block.Next;
            block.Return();
        }

        _last = _first;
        _spare?.Return();
        _spare = null;
    }
}
