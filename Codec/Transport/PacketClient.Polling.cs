using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <content>Connecting, receiving and closing.</content>
public sealed partial class PacketClient
{
    private void Shut(bool disposes, ushort code, string text)
    {
        Action? close = null;
        Volatile.Read(ref _connection)?.Connection.Session?.SendLeave(code, text);
        lock (_lock)
        {
            if (_state is PacketClientState.Connecting or PacketClientState.Connected)
            {
                close = Detach();
                _closed.Enqueue(new PacketConnectionException(PacketCloseReason.Local, 0, null));
            }

            _delays.End();
            if (disposes)
            {
                _closed.Clear();
                _state = PacketClientState.Disposed;
            }
            else if (_state is not (PacketClientState.Idle or PacketClientState.Disposed))
            {
                _state = PacketClientState.Closed;
            }
        }

        close?.Invoke();
    }

    private void BeginPolling()
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (_isPolling)
            {
                Throw.PollInProgress();
            }

            _isPolling = true;
        }
    }

    /// <summary>Raises the events of the connections and attempts that have ended. Those that end during an event are left for the next call.</summary>
    private void RaiseClosed()
    {
        PacketConnectionException? closed;
        for (int left = int.MaxValue; (closed = TakeClosed(ref left)) is not null;)
        {
            Closed?.Invoke(closed);
        }
    }

    private PacketConnectionException? TakeClosed(ref int left)
    {
        lock (_lock)
        {
            left = Math.Min(left, _closed.Count);
            return left-- > 0 ? _closed.Dequeue() : null;
        }
    }

    /// <summary>Raises the event of a new connection.</summary>
    /// <returns>
    /// The connection to receive from, if there is one. A connection that was made during the event, or whose predecessor's event is due, is left for the next
    /// poll.
    /// </returns>
    private PolledConnection? RaiseConnected()
    {
        bool isNew;
        lock (_lock)
        {
            isNew = _isConnectedNew && _closed.Count == 0;
            if (isNew)
            {
                _isConnectedNew = false;
            }
        }

        if (isNew)
        {
            Connected?.Invoke();
        }

        lock (_lock)
        {
            return _isConnectedNew ? null : _connection;
        }
    }

    /// <summary>
    /// Ends an attempt to connect that has failed or timed out, adopts one that has succeeded, and starts the next one when its delay has passed.
    /// </summary>
    private void Advance()
    {
        ConnectAttempt? next = null;
        Action? close = null;
        Volatile.Read(ref _attempt)?.Pump();
        lock (_lock)
        {
            if (Adopt() is null && _attempt is { HasFailed: true } failed)
            {
                close = End(failed.GetFailure());
            }
            else if (_attempt?.HasTimedOut(_options.TimeProvider.GetElapsedTime(0), _options.ConnectTimeout) == true)
            {
                TimeoutException timeout = new(FormattableString.Invariant($"Connecting took longer than the ConnectTimeout of {_options.ConnectTimeout}."));
                close = End(new PacketConnectionException(PacketCloseReason.ConnectFailed, 0, timeout));
            }
            else if (_state == PacketClientState.Waiting && _delays.HasPassed)
            {
                next = Begin();
            }
        }

        close?.Invoke();
        next?.Start(_connect);
    }

    /// <summary>Begins an attempt to connect. Requires the lock. The caller starts the attempt without it.</summary>
    private ConnectAttempt Begin()
    {
        _delays.End();
        _state = PacketClientState.Connecting;
        return _attempt = new ConnectAttempt(_options.TimeProvider.GetElapsedTime(0));
    }

    /// <summary>Returns the connection, also if the attempt has succeeded since the last poll.</summary>
    private PolledConnection? FindConnection()
    {
        if (Volatile.Read(ref _connection) is { } connection)
        {
            return connection;
        }

        lock (_lock)
        {
            return Adopt();
        }
    }

    /// <summary>Takes the connection of an attempt that has succeeded, and begins to receive. Requires the lock.</summary>
    /// <returns>The connection, or <see langword="null"/> if there is none.</returns>
    private PolledConnection? Adopt()
    {
        if (_attempt?.Adopt(_options.ReceiveLimit) is { } connection)
        {
            _attempt = null;
            _state = PacketClientState.Connected;
            _isConnectedNew = true;
            Volatile.Write(ref _connection, connection);
        }

        return _connection;
    }

    private int Receive<TState>(PolledConnection connection, PacketDispatcher<TState> dispatcher, int maxPackets, TimeSpan? maxDuration)
    {
        if (!connection.TryBeginPoll())
        {
            return 0;
        }

        long start = maxDuration is null ? 0 : _options.TimeProvider.GetTimestamp();
        int packets = 0;
        long bytes = 0;
        try
        {
            while (ReferenceEquals(Volatile.Read(ref _connection), connection))
            {
                if (!connection.TryRead(out Packet packet, out bool hasEnded))
                {
                    if (hasEnded)
                    {
                        End(connection, connection.TakeEnd());
                    }

                    break;
                }

                if (connection.Connection.Session?.TryTakePrefix(packet) == true)
                {
                    continue;
                }

                packets++;
                bytes += packet.Raw.Length;
                Dispatch(connection, packet, dispatcher);
                if (packets == maxPackets || bytes >= _options.ReceiveLimit
                    || (maxDuration is { } limit && _options.TimeProvider.GetElapsedTime(start) >= limit))
                {
                    break;
                }
            }

            return packets;
        }
        finally
        {
            connection.EndPoll();
        }
    }

    private void Dispatch<TState>(PolledConnection connection, in Packet packet, PacketDispatcher<TState> dispatcher)
    {
        PacketError error = PacketError.None;
        try
        {
            error = dispatcher.Dispatch(packet);
        }
        finally
        {
            if (error == PacketError.None)
            {
                // A packet whose handler throws was accepted, too: the server works, so the client counts its attempts from 0 again.
                _delays.Reset();
            }
        }

        if (error == PacketError.None)
        {
            return;
        }

        Exception? thrown = connection.Reject(error, packet, dispatcher.Describe(error, packet));
        End(connection, connection.Connection.Failure!);
        if (thrown is not null)
        {
            Throw.Again(thrown);
        }
    }

    /// <summary>Ends a connection, unless it has been closed.</summary>
    private void End(PolledConnection connection, PacketConnectionException why)
    {
        Action? close = null;
        lock (_lock)
        {
            if (ReferenceEquals(_connection, connection))
            {
                close = End(why);
            }
        }

        close?.Invoke();
    }

    /// <summary>Ends the connection or the attempt, and decides what follows. Requires the lock. Returns the same as <see cref="Detach"/>.</summary>
    private Action End(PacketConnectionException why)
    {
        bool canTryAgain = why.Refusal is RefusalReason.None or RefusalReason.Full or RefusalReason.Draining or RefusalReason.SessionLost;
        _state = canTryAgain && _delays.TryBegin() ? PacketClientState.Waiting : PacketClientState.Closed;
        _closed.Enqueue(why);
        return Detach();
    }

    /// <summary>Takes the connection or the attempt. Requires the lock. Returns what closes it, which must be called without the lock.</summary>
    private Action Detach()
    {
        ConnectAttempt? attempt = _attempt;
        PolledConnection? connection = _connection;
        _attempt = null;
        Volatile.Write(ref _connection, null);
        _isConnectedNew = false;
        return () =>
        {
            attempt?.Abandon();
            connection?.Close();
        };
    }

    private void ThrowIfDisposed()
    {
        if (_state == PacketClientState.Disposed)
        {
            Throw.Disposed(nameof(PacketClient));
        }
    }
}
