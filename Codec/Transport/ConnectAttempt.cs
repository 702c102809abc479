namespace Codec.Transport;

/// <summary>One attempt of a client to connect.</summary>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "The caller's code may still use the token.")]
internal sealed class ConnectAttempt(TimeSpan start)
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly SyncLock _lock = new();
    private PolledDuration _duration = new(start);
    private Task<PacketConnection>? _connecting;
    private PolledConnection? _connection;
    private bool _isAbandoned;

    /// <summary>Gets whether the attempt, or the handshake of its session, has failed. Requires the client's lock.</summary>
    /// <remarks>The handshake may have succeeded on another thread since <see cref="Adopt"/> was called.</remarks>
    internal bool HasFailed => Volatile.Read(ref _connecting) is { IsCompleted: true } connecting
        && (connecting.Status != TaskStatus.RanToCompletion || connecting.Result is null
            || (_connection is { HasEnded: true } connection && !IsOpen(connection)));

    /// <summary>Takes the connection of an attempt that has succeeded, and begins to receive. Requires the client's lock.</summary>
    /// <returns>The connection, or <see langword="null"/> if there is none, or if the handshake of its session has not ended.</returns>
    internal PolledConnection? Adopt(int receiveLimit)
    {
        if (_connection is null && Volatile.Read(ref _connecting) is { Status: TaskStatus.RanToCompletion, Result: { } connected })
        {
            _connection = new PolledConnection(connected, receiveLimit);
            _connection.Start();
        }

        return _connection is not null && IsOpen(_connection) ? _connection : null;
    }

    /// <summary>Receives during the handshake of a session over a polled transport.</summary>
    internal void Pump() => Volatile.Read(ref _connection)?.Pump();

    /// <summary>Calls the delegate that connects. It is the caller's code, so no lock may be held.</summary>
    internal void Start(Func<CancellationToken, ValueTask<PacketConnection>> connect)
    {
        Task<PacketConnection> connecting;
        try
        {
            connecting = connect(_cancellation.Token).AsTask();
        }
        catch (Exception exception)
        {
            connecting = Task.FromException<PacketConnection>(exception);
        }

        lock (_lock)
        {
            Volatile.Write(ref _connecting, connecting);
            if (!_isAbandoned)
            {
                return;
            }
        }

        // The client was closed during the call.
        CloseWhenConnected(connecting);
    }

    /// <summary>
    /// Returns whether the attempt takes too long. A stop of the process does not count, because a connection that was made may not have been noticed yet.
    /// </summary>
    internal bool HasTimedOut(TimeSpan now, TimeSpan timeout) => _duration.HasReached(now, isTrue: true, hasRestarted: false, timeout);

    internal PacketConnectionException GetFailure() =>
        _connection?.TakeEnd() ?? new PacketConnectionException(PacketCloseReason.ConnectFailed, 0, GetCause());

    private static bool IsOpen(PolledConnection connection) => connection.Connection.Session is null or { HasOpened: true };

    private Exception GetCause()
    {
        try
        {
            _connecting!.GetAwaiter().GetResult();
            return new InvalidOperationException("The connect delegate returned null.");
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    /// <summary>Cancels the attempt. If it succeeds all the same, its connection is closed. Called without a lock, because the caller's code may run.</summary>
    internal void Abandon()
    {
        try
        {
            _cancellation.Cancel();
        }
        catch (AggregateException)
        {
            // A callback that was registered on the token threw an exception.
        }

        Task<PacketConnection>? connecting;
        lock (_lock)
        {
            _isAbandoned = true;
            connecting = _connecting;
        }

        if (_connection is not null)
        {
            _connection.Close();
        }
        else if (connecting is not null)
        {
            CloseWhenConnected(connecting);
        }
    }

    private static void CloseWhenConnected(Task<PacketConnection> connecting) => connecting.ContinueWith(
        static task =>
        {
            if (task.Status == TaskStatus.RanToCompletion && task.Result is not null)
            {
                new PolledConnection(task.Result, 0).Close();
            }
            else
            {
                _ = task.Exception;
            }
        },
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);
}
