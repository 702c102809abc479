using System.Threading.Tasks.Sources;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>A connection that is read in the background into pooled memory, up to a limit, from which a thread takes the packets without waiting.</summary>
/// <remarks>
/// Two blocks are used: received packets are copied to one of them while the polling thread uses the other. Over a <see cref="PolledTransport"/> there is
/// no background: the same loop runs inside <see cref="TryRead"/>, on the polling thread.
/// </remarks>
internal sealed class PolledConnection : IValueTaskSource
{
    // Otherwise, a fast server could send for all of CloseTimeout. Within the default of 5 seconds, 32 MB are 50 Mbit/s.
    private const int MostDiscarded = 32 * 1024 * 1024;

    // The length of the longest array, in bytes, that is kept for the next packets. A game client rarely receives more in a frame.
    private const int LongestKeptArray = 64 * 1024;

    private readonly int _limit;
    private readonly SyncLock _lock = new();
    private ManualResetValueTaskSourceCore<bool> _room;
    private Task<Exception?>? _receiving;

    // Guarded by the lock. The block that is filled has at most half of the limit, or one larger packet. _discarded is negative until the connection is
    // closed by this side.
    private PacketBlock _filling = new();
    private bool _isWaiting;
    private bool _isPolled;
    private int _discarded = -1;

    // Used by the polling thread: the block that it reads, and its offsets in the block and in the stream of packets. The memory is returned under the lock.
    private PacketBlock _taken = new();
    private int _offset;
    private long _position;

    /// <summary>Takes ownership of a connection.</summary>
    /// <param name="connection">The connection. No other code may read it.</param>
    /// <param name="limit">The number of received bytes that may wait. A larger packet is received if no other packet waits.</param>
    internal PolledConnection(PacketConnection connection, int limit)
    {
        Connection = connection;
        _limit = limit;
        connection.Session?.Poll();
        _room.RunContinuationsAsynchronously = Polled is null;
    }

    internal PacketConnection Connection { get; }

    /// <summary>Gets whether the connection has ended, so that <see cref="TakeEnd"/> says why.</summary>
    internal bool HasEnded => _receiving is { IsCompleted: true };

    private PolledTransport? Polled => Connection.Transport as PolledTransport;

    internal void Start() => _receiving = WithoutContext.Make(() => Polled is null ? Task.Run(ReceiveAsync) : ReceiveAsync());

    /// <summary>Begins a poll, during which the memory of its packets stays in use, and a polled transport stays open.</summary>
    /// <returns><see langword="false"/> if the connection was closed by this side.</returns>
    internal bool TryBeginPoll()
    {
        lock (_lock)
        {
            return _isPolled = _discarded < 0;
        }
    }

    /// <summary>Ends a poll. If <see cref="Close"/> was called during it, returns the memory and closes a polled transport.</summary>
    internal void EndPoll()
    {
        Connection.Session?.EndRequest(isPolling: true);
        lock (_lock)
        {
            _isPolled = false;
            if (_discarded < 0)
            {
                return;
            }

            _taken.ReturnArray();
        }

        if (Polled is not null)
        {
            Abort();
        }
    }

    /// <summary>Receives during the handshake of a session, over a polled transport on this thread.</summary>
    internal void Pump()
    {
        if (TryBeginPoll())
        {
            try
            {
                _ = _offset < _taken.Count || TryTake(out _);
            }
            finally
            {
                EndPoll();
            }
        }
    }

    /// <summary>Takes the next packet. It is valid until the next call, or until <see cref="EndPoll"/>.</summary>
    /// <param name="packet">The packet.</param>
    /// <param name="hasEnded">Whether there is none because the connection has ended. <see cref="TakeEnd"/> says why.</param>
    internal bool TryRead(out Packet packet, out bool hasEnded)
    {
        hasEnded = false;
        Connection.Session?.EndRequest(isPolling: true);
        if (_offset == _taken.Count && !TryTake(out hasEnded))
        {
            packet = default;
            return false;
        }

        ArraySegment<byte> rest = new(_taken.Bytes, _offset, _taken.Count - _offset);
        _ = PacketDecoder.Decode(rest, Connection.Format, out packet, out int size, out _);
        _offset += size;
        _position += size;
        return true;
    }

    /// <summary>Returns why the connection has ended. An exception of its observer is thrown instead, and receiving continues.</summary>
    internal PacketConnectionException TakeEnd()
    {
        Exception? exception = _receiving!.Result;
        if (exception is not (null or InvalidPacketException or PacketConnectionException))
        {
            Start();
            Throw.Again(exception);
        }

        return Connection.Failure ?? new PacketConnectionException(PacketCloseReason.Remote, 0, exception);
    }

    /// <summary>Closes the connection because a dispatcher rejected the packet that was taken last.</summary>
    /// <returns>The exception that the connection's observer threw, or <see langword="null"/>.</returns>
    internal Exception? Reject(PacketError error, in Packet packet, RejectedPacket details)
    {
        Exception reported = Connection.Reject(error, _position - packet.Raw.Length, packet.Raw, details);
        return reported is InvalidPacketException ? null : reported;
    }

    /// <summary>
    /// Sends the accepted packets, ends this side, and discards what the peer sends until it has ended its side: in the background, for at most
    /// <see cref="PacketConnectionOptions.CloseTimeout"/>. Returns at once and never throws. A second call is a no-op.
    /// </summary>
    /// <remarks>A polled transport is closed inside the call, or at the end of the poll that uses it.</remarks>
    internal void Close()
    {
        bool isPolled;
        lock (_lock)
        {
            if (_discarded >= 0)
            {
                return;
            }

            _discarded = 0;
            _filling.ReturnArray();
            isPolled = _isPolled;
            if (!isPolled)
            {
                _taken.ReturnArray();
            }
        }

        Connection.StopSending();
        if (Polled is not null)
        {
            if (!isPolled)
            {
                Abort();
            }

            return;
        }

        // A peer may read only after it has sent, so discarding does not wait until the packets are sent.
        Resume();
        if (Connection.CanEndAtOnce)
        {
            // Nothing can block, so the end is sent before the call returns.
            _ = CloseAsync();
        }
        else
        {
            _ = Task.Run(CloseAsync);
        }
    }

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _room.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _room.OnCompleted(continuation, state, token, flags);

    void IValueTaskSource.GetResult(short token) => _room.GetResult(token);

    /// <summary>Receives until the connection ends, or too much was discarded.</summary>
    /// <returns>The exception that ended it, or <see langword="null"/> if the peer ended it after a whole packet.</returns>
    private async Task<Exception?> ReceiveAsync()
    {
        try
        {
            await foreach (PacketReadResult result in Connection.ReadAllAsync().ConfigureAwait(false))
            {
                while (!TryAdd(result))
                {
                    await new ValueTask(this, _room.Version).ConfigureAwait(false);
                }

                if (_discarded >= MostDiscarded)
                {
                    break;
                }
            }

            return null;
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    /// <summary>Copies a packet, or discards it after <see cref="Close"/>.</summary>
    /// <returns><see langword="false"/> if too many bytes wait. Then the caller must wait until there is room.</returns>
    private bool TryAdd(in PacketReadResult result)
    {
        ReadOnlySpan<byte> packet = result.Packet.Raw;
        lock (_lock)
        {
            if (_discarded >= 0)
            {
                _discarded = (int)Math.Min((long)_discarded + packet.Length, MostDiscarded);
                return true;
            }

            long count = (long)_filling.Count + packet.Length;
            if (_filling.Count > 0 && count > _limit / 2)
            {
                _room.Reset();
                _isWaiting = true;
                return false;
            }

            if (count > _filling.Bytes.Length)
            {
                // Twice the size, so that each byte is moved at most once on average.
                _filling.Grow((int)Math.Max(count, Math.Min(2L * _filling.Bytes.Length, _limit)));
            }

            packet.CopyTo(_filling.Bytes.AsSpan(_filling.Count));
            _filling.Count = (int)count;
            return true;
        }
    }

    /// <summary>Takes the packets that wait. The packets before them are no longer used.</summary>
    /// <param name="hasEnded">Whether there are none because the connection has ended.</param>
    private bool TryTake(out bool hasEnded)
    {
        if (Polled is { } transport)
        {
            transport.Poll(_limit);
            Connection.CheckDeadlines();
        }

        // Read before the block, because nothing is added to the block after the end.
        hasEnded = _receiving!.IsCompleted;
        lock (_lock)
        {
            PacketBlock used = _taken;
            used.Count = _offset = 0;
            if (used.Bytes.Length > LongestKeptArray)
            {
                used.ReturnArray();
            }

            if (_filling.Count == 0 || _discarded >= 0)
            {
                return false;
            }

            (_taken, _filling) = (_filling, used);
        }

        hasEnded = false;
        Resume();
        return true;
    }

    private void Resume()
    {
        lock (_lock)
        {
            if (!_isWaiting)
            {
                return;
            }

            _isWaiting = false;
        }

        _room.SetResult(true);
    }

    private async Task CloseAsync()
    {
        try
        {
            using CancellationTokenSource deadline = DeadlineTokens.Create(Connection.Options.TimeProvider, Connection.Options.CloseTimeout);
            using CancellationTokenRegistration closing = deadline.Token.Register(static connection => ((PacketConnection)connection!).Abort(), Connection);
            await Connection.CompleteAsync(deadline.Token).ConfigureAwait(false);
            if (_receiving is not null && Connection.Transport.CanEndOutput)
            {
                // A socket that is closed while bytes arrive resets the connection. The peer then loses what it has not received.
                await TaskWaits.WaitAsync(_receiving, deadline.Token).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // The connection has failed, or the time is over. It is closed in any case.
        }

        Abort();
    }

    private void Abort()
    {
        Resume();
        Connection.Abort();
    }
}
