using System;
using System.Buffers;
using System.Collections.Generic;
using System.Net;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>
/// A client for a main thread, such as a game's: it connects and receives in the background, and calls handlers and events on the thread that calls
/// <see cref="Poll"/>.
/// </summary>
/// <remarks>
/// <para>
/// Call <see cref="Connect"/> once, <see cref="Poll"/> in each frame, and <see cref="Dispose"/> at the end. The other members may be called from any thread.
/// The client itself has no threads: with a suitable <see cref="IPacketClientTransport"/> it runs in a browser, which has none.
/// </para>
/// <para>
/// If <c>Poll</c> is never called, packets can still be sent after the connection was made. At most <see cref="PacketClientOptions.ReceiveLimit"/>
/// received bytes then wait, and no event is raised, no timeout ends and nothing is connected again.
/// </para>
/// <para>
/// After some use, <c>Poll</c> and <c>TrySend</c> allocate nothing per packet on .NET. On netstandard, a <c>TrySend</c> that starts a background write
/// allocates 40 bytes.
/// </para>
/// </remarks>
public sealed partial class PacketClient : IDisposable
{
    private readonly Func<CancellationToken, ValueTask<IPacketClientTransport>> _connect;
    private readonly PacketFormat _format;
    private readonly PacketClientOptions _options;
    private readonly TimeProvider _time;
    private readonly ReconnectDelays _delays;
    private readonly PacketPushDecoder _decoder;
    private readonly SyncLock _lock = new();

    // Guarded by the lock. _transport is also read without it.
    private PacketClientState _state;
    private CancellationTokenSource? _attempt;
    private Task<IPacketClientTransport>? _connecting;
    private IPacketClientTransport? _transport;
    private ConnectionSlot? _slot;
    private readonly Queue<PacketClientClosed> _closed = new();
    private bool _isConnectedNew;
    private bool _isPolling;
    private bool _isDisposed;
    private PolledDuration _connectTime;
    private long _since;
    private TimeSpan _delay;

    // The transport whose memory the running Poll uses. If it is closed meanwhile, Poll disposes it at its end.
    private IPacketClientTransport? _polled;
    private bool _isPolledClosed;

    // Used only by the thread that polls: the bytes of the connection that are not decoded yet, and whether a packet was accepted.
    private ArraySegment<byte> _chunk;
    private bool _hasAccepted;

    // The time without received bytes. Used only by the thread that polls.
    private PolledDuration _silence;

    /// <summary>Creates a client. <see cref="Connect"/> makes it connect.</summary>
    /// <param name="connect">
    /// Makes a connection. It is called by <see cref="Connect"/> and, to connect again, by <see cref="Poll"/>, on their thread, so it must not
    /// block. The token is cancelled if the client is closed or the time is over. The client owns the transport.
    /// </param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="connect"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public PacketClient(
        Func<CancellationToken, ValueTask<IPacketClientTransport>> connect, PacketFormat? format = null, PacketClientOptions? options = null)
    {
        if (connect is null)
        {
            Throw.ArgumentNull(nameof(connect));
        }

        _connect = connect;
        _format = format ?? PacketFormat.Default;
        _options = options ?? PacketClientOptions.Default;
        _options.Validate();
        _time = _options.TimeProvider;
        _delays = new ReconnectDelays(_options);
        _decoder = new PacketPushDecoder(_format);
    }

    /// <summary>Raised inside <see cref="Poll"/>, on its thread, when a connection was made. Packets can be sent already.</summary>
    public event Action? Connected;

    /// <summary>
    /// Raised inside <see cref="Poll"/>, on its thread, when a connection has ended or could not be made, after the packets that were received before.
    /// </summary>
    /// <remarks>
    /// After <see cref="Close"/> it is raised by the running or the next <c>Poll</c>, without the packets that wait. If the client only waits to connect
    /// again, <see cref="Close"/> ends no connection, and raises no event. If a connection is made and closed by this side between two polls,
    /// <see cref="Connected"/> is not raised. After <see cref="Dispose"/>, no event is raised.
    /// </remarks>
    public event Action<PacketClientClosed>? Closed;

    /// <summary>Gets what the client is doing.</summary>
    /// <remarks>A connection that ends or fails in the background is noticed by <see cref="Poll"/>: until then, the state stays the same.</remarks>
    public PacketClientState State
    {
        get
        {
            lock (_lock)
            {
                Adopt();
                return _state;
            }
        }
    }

    /// <summary>Creates a client of a TCP server.</summary>
    /// <param name="host">
    /// A host name or an address. Each address of a name is tried. One that does not answer is given up after an equal share of
    /// <see cref="PacketClientOptions.ConnectTimeout"/>, but not before a second.
    /// </param>
    /// <param name="port">The server's port.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <returns>The client.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="host"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="host"/> is empty or white space.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="port"/> is not between 0 and 65,535, or an option is out of range.</exception>
    public static PacketClient ForTcp(string host, int port, PacketFormat? format = null, PacketClientOptions? options = null)
    {
        if (host is null)
        {
            Throw.ArgumentNull(nameof(host));
        }

        if (string.IsNullOrWhiteSpace(host))
        {
            Throw.HostEmpty(nameof(host));
        }

        if (port < 0)
        {
            Throw.NegativeArgument(nameof(port), port);
        }

        if (port > ushort.MaxValue)
        {
            Throw.ArgumentAbove(nameof(port), port, ushort.MaxValue);
        }

        PacketClientOptions limits = options ?? PacketClientOptions.Default;
        return new PacketClient(ConnectAsync, format, limits);

        async ValueTask<IPacketClientTransport> ConnectAsync(CancellationToken cancellationToken)
        {
            Socket socket = await ConnectSocketAsync(new DnsEndPoint(host, port), limits, cancellationToken).ConfigureAwait(false);
            try
            {
                return new PacketClientTransport(socket, limits);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
    }

    /// <summary>Creates a client of a WebSocket server. In Unity's WebGL player, use a transport over the browser's WebSocket instead.</summary>
    /// <remarks>
    /// It also works in .NET for browsers. A browser cannot be told to stop reading, so <see cref="PacketClientOptions.ReceiveLimit"/> does not limit there
    /// what waits in memory.
    /// </remarks>
    /// <param name="address">The server's address, with the scheme <c>ws</c> or <c>wss</c>.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <param name="mode">What a message is.</param>
    /// <returns>The client.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="address"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="address"/> is relative, or has another scheme.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="mode"/> is not defined, or an option is out of range.</exception>
    public static PacketClient ForWebSocket(
        Uri address, PacketFormat? format = null, PacketClientOptions? options = null, PacketWebSocketMode mode = PacketWebSocketMode.ByteStream)
    {
        if (address is null)
        {
            Throw.ArgumentNull(nameof(address));
        }

        if (!address.IsAbsoluteUri || address.Scheme is not ("ws" or "wss"))
        {
            Throw.AddressNotWebSocket(address);
        }

        if (mode > PacketWebSocketMode.PacketPerMessage)
        {
            Throw.UndefinedValue(nameof(mode), (int)mode);
        }

        PacketClientOptions limits = options ?? PacketClientOptions.Default;
        return new PacketClient(ConnectAsync, format, limits);

        async ValueTask<IPacketClientTransport> ConnectAsync(CancellationToken cancellationToken)
        {
            ClientWebSocket webSocket = new();
            try
            {
                await WebSocketConnects
                    .ConnectAsync(webSocket, address, (server, cancellation) => ConnectSocketAsync(server, limits, cancellation), cancellationToken)
                    .ConfigureAwait(false);
                return new PacketClientTransport(webSocket, format, limits, mode);
            }
            catch
            {
                webSocket.Dispose();
                throw;
            }
        }
    }

    /// <summary>Starts to connect, and returns at once. The result is an event in a later <see cref="Poll"/>.</summary>
    /// <exception cref="InvalidOperationException">The client is connected, is connecting or waits to connect again.</exception>
    /// <exception cref="ObjectDisposedException">The client was disposed.</exception>
    public void Connect()
    {
        lock (_lock)
        {
            ThrowIfDisposed();
            if (_state is not (PacketClientState.Idle or PacketClientState.Closed))
            {
                Throw.ClientActive(_state);
            }

            _delays.Reset();
            _state = PacketClientState.Connecting;
        }

        StartConnecting();
    }

    /// <summary>Raises the events that are due, and dispatches the packets that were received, on the calling thread. Never waits.</summary>
    /// <remarks>
    /// <para>
    /// A call returns after it has taken <see cref="PacketClientOptions.ReceiveLimit"/> bytes, so that it ends even if the peer sends faster than the
    /// handlers run. The next call continues with the rest.
    /// </para>
    /// <para>
    /// The exception of a handler or of an event reaches the caller. Only the packet of that handler is lost: the connection stays open, and the
    /// next call continues with the next packet. To stop on the first one, call <see cref="Close"/>.
    /// </para>
    /// <para>
    /// Bytes that are not a packet, and a packet that the dispatcher rejects, close the connection with <see cref="PacketCloseReason.InvalidPacket"/>. So
    /// does a peer that ends the connection inside a packet. The packets before it are dispatched.
    /// </para>
    /// </remarks>
    /// <typeparam name="TState">The state that the handlers get.</typeparam>
    /// <param name="dispatcher">The handlers. They must be synchronous. They may send, and may close or dispose the client.</param>
    /// <param name="maxPackets">The number of packets after which the call returns.</param>
    /// <param name="maxDuration">
    /// The time after which the call returns, or <see langword="null"/> for no limit. It is checked after each packet, and after each chunk of bytes that
    /// the transport returns, so each call makes progress.
    /// </param>
    /// <returns>How many packets were dispatched, and whether more may wait.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dispatcher"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxPackets"/> is less than 1, or <paramref name="maxDuration"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">
    /// The method is running: a handler or an event called it, or another thread. Or a packet's handler is asynchronous.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The client or the dispatcher was disposed.</exception>
    public PacketClientPoll Poll<TState>(PacketDispatcher<TState> dispatcher, int maxPackets = int.MaxValue, TimeSpan? maxDuration = null)
    {
        if (dispatcher is null)
        {
            Throw.ArgumentNull(nameof(dispatcher));
        }

        if (maxPackets < 1)
        {
            Throw.ArgumentNotPositive(nameof(maxPackets), maxPackets);
        }

        if (maxDuration < TimeSpan.Zero)
        {
            Throw.NegativeDuration(nameof(maxDuration), maxDuration.Value);
        }

        BeginPolling();
        try
        {
            RaiseClosed();
            Advance();
            PacketClientPoll result = default;
            if (TakeTransport() is { } transport)
            {
                result = Receive(transport, dispatcher, maxPackets, maxDuration);
            }

            RaiseClosed();
            return result;
        }
        finally
        {
            EndPolling();
        }
    }

    /// <summary>Closes the connection, or stops to connect. Packets that were accepted are sent in the background. A no-op if nothing is open.</summary>
    /// <remarks>
    /// <para>Never blocks and never throws. Handlers, events and other threads may call it. Packets that were received and not dispatched are lost.</para>
    /// <para>
    /// In the background, the transport then ends its direction, discards what the server still sends, and is closed when the server has ended its own
    /// direction. If that takes longer than <see cref="PacketClientOptions.CloseTimeout"/>, or the server sends more than 32 MB, it is closed then, and the
    /// server can lose packets.
    /// </para>
    /// </remarks>
    public void Close() => Shut(disposes: false);

    /// <summary>Closes the connection as <see cref="Close"/> does, and returns all memory. No event is raised afterwards. A second call is a no-op.</summary>
    /// <remarks>Never blocks and never throws. Handlers, events and other threads may call it. A running <see cref="Poll"/> dispatches no further packet.</remarks>
    public void Dispose() => Shut(disposes: true);

    private static Task<Socket> ConnectSocketAsync(DnsEndPoint server, PacketClientOptions options, CancellationToken cancellationToken) =>
        TcpConnector.ConnectAsync(
            server.Host, server.Port, AddressFamily.Unspecified, options.TimeProvider, options.ConnectTimeout, cancellationToken);

    private void Shut(bool disposes)
    {
        Detached detached = default;
        lock (_lock)
        {
            if (_state is PacketClientState.Connecting or PacketClientState.Connected)
            {
                detached = Detach();
                _closed.Enqueue(new PacketClientClosed(PacketCloseReason.Local));
            }

            if (disposes || _state != PacketClientState.Idle)
            {
                _state = PacketClientState.Closed;
            }

            if (disposes)
            {
                _closed.Clear();
                _isDisposed = true;
                if (!_isInCall)
                {
                    _sendBuffer.Trim(0);
                }

                if (!_isPolling)
                {
                    _decoder.Dispose();
                }
            }
        }

        detached.Dispose();
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

    private void EndPolling()
    {
        IPacketClientTransport? closed = null;
        lock (_lock)
        {
            _isPolling = false;
            if (_isPolledClosed)
            {
                closed = _polled;
                _isPolledClosed = false;
                _chunk = default;
            }

            _polled = null;
            if (_isDisposed)
            {
                _decoder.Dispose();
            }
        }

        DisposeTransport(closed);
    }

    /// <summary>Raises the events of the connections and attempts that have ended. Those that end in an event are left for the next call.</summary>
    private void RaiseClosed()
    {
        PacketClientClosed? closed;
        for (int left = int.MaxValue; (closed = TakeClosed(ref left)) is not null;)
        {
            Closed?.Invoke(closed);
        }
    }

    private PacketClientClosed? TakeClosed(ref int left)
    {
        lock (_lock)
        {
            left = Math.Min(left, _closed.Count);
            return left-- > 0 ? _closed.Dequeue() : null;
        }
    }

    /// <summary>
    /// Ends an attempt to connect that has failed or timed out, adopts one that has succeeded, and starts the next one when its delay has passed.
    /// </summary>
    private void Advance()
    {
        bool connects = false;
        Detached detached = default;
        lock (_lock)
        {
            switch (_state)
            {
                case PacketClientState.Connecting when _connecting is { IsCompleted: true }:
                    if (Adopt() is null)
                    {
                        detached = End(PacketCloseReason.ConnectFailed, PacketError.None, ConnectFailure(_connecting));
                    }

                    break;
                case PacketClientState.Connecting when _connecting is not null
                    && _connectTime.HasReached(_time.GetElapsedTime(0), isTrue: true, hasRestarted: false, _options.ConnectTimeout):
                    string message = FormattableString.Invariant($"Connecting took longer than the ConnectTimeout of {_options.ConnectTimeout}.");
                    detached = End(PacketCloseReason.ConnectFailed, PacketError.None, new TimeoutException(message));
                    break;
                case PacketClientState.Waiting when HasPassed(_delay):
                    _state = PacketClientState.Connecting;
                    connects = true;
                    break;
            }
        }

        detached.Dispose();
        if (connects)
        {
            StartConnecting();
        }
    }

    /// <summary>Starts an attempt to connect. The state is <see cref="PacketClientState.Connecting"/>, and no attempt has been started.</summary>
    private void StartConnecting()
    {
        CancellationTokenSource attempt = new();
        lock (_lock)
        {
            if (_state != PacketClientState.Connecting || _attempt is not null)
            {
                return;
            }

            _attempt = attempt;
            _connectTime = new PolledDuration(_time.GetElapsedTime(0));
        }

        // The delegate is the caller's code, so it is called without the lock.
        Task<IPacketClientTransport> connecting;
        try
        {
            connecting = _connect(attempt.Token).AsTask();
        }
        catch (Exception exception)
        {
            connecting = Task.FromException<IPacketClientTransport>(exception);
        }

        lock (_lock)
        {
            if (ReferenceEquals(_attempt, attempt))
            {
                _connecting = connecting;
                return;
            }
        }

        // The client was closed during the call.
        Abandon(connecting);
    }

    /// <summary>Takes the transport of an attempt that has succeeded. Requires the lock.</summary>
    /// <returns>The transport of the connection, or <see langword="null"/> if there is none.</returns>
    private IPacketClientTransport? Adopt()
    {
        if (_connecting is { Status: TaskStatus.RanToCompletion, Result: { } transport })
        {
            _connecting = null;
            _attempt = null;
            _state = PacketClientState.Connected;
            _isConnectedNew = true;
            _slot = new ConnectionSlot();
            Volatile.Write(ref _transport, transport);
        }

        return _transport;
    }

    private static Exception ConnectFailure(Task<IPacketClientTransport> failed)
    {
        try
        {
            failed.GetAwaiter().GetResult();
            return new InvalidOperationException("The connect delegate returned null.");
        }
        catch (Exception exception)
        {
            return exception;
        }
    }

    /// <summary>Raises the event of a new connection, and lends its transport to the running poll.</summary>
    /// <remarks>A connection that was made after that, or whose predecessor's event is due, is left for the next poll.</remarks>
    private IPacketClientTransport? TakeTransport()
    {
        IPacketClientTransport? transport;
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
            _chunk = default;
            _hasAccepted = false;
            _silence = default;
            _decoder.Reset();
            Connected?.Invoke();
        }

        lock (_lock)
        {
            _polled = transport = _isConnectedNew ? null : _transport;
        }

        return transport;
    }

    private PacketClientPoll Receive<TState>(
        IPacketClientTransport transport, PacketDispatcher<TState> dispatcher, int maxPackets, TimeSpan? maxDuration)
    {
        long start = maxDuration is null ? 0 : _time.GetTimestamp();
        int packets = 0;
        long taken = 0;
        ArraySegment<byte> chunk = _chunk;
        try
        {
            while (ReferenceEquals(Volatile.Read(ref _transport), transport))
            {
                long position = _decoder.Position;
                OperationStatus status = _decoder.Read(ref chunk, out Packet packet);
                if (status == OperationStatus.Done)
                {
                    packets++;
                    PacketError error = PacketError.None;
                    try
                    {
                        error = dispatcher.Dispatch(packet);
                    }
                    finally
                    {
                        // A packet whose handler throws was accepted: the server works, so the client must not stop to connect again.
                        _hasAccepted |= error == PacketError.None;
                    }

                    if (error != PacketError.None)
                    {
                        // An unknown id suggests another protocol only in the first packet.
                        PacketHint hint = error == PacketError.UnknownId && position == 0 ? PacketHints.Guess(packet.Raw, _format) : PacketHint.None;
                        Fail(transport, PacketCloseReason.InvalidPacket, error, new InvalidPacketException(error, position, hint));
                        break;
                    }

                    if (packets == maxPackets || HasPassed(start, maxDuration))
                    {
                        return new PacketClientPoll(packets, hasReachedLimit: true);
                    }
                }
                else if (status == OperationStatus.InvalidData)
                {
                    FailInvalid(transport);
                    break;
                }
                else if (taken >= _options.ReceiveLimit || (taken > 0 && HasPassed(start, maxDuration)))
                {
                    return new PacketClientPoll(packets, hasReachedLimit: true);
                }
                else if (TryReceive(transport, out chunk))
                {
                    taken += chunk.Count;
                    _silence = default;
                }
                else
                {
                    CheckSilence(transport);
                    break;
                }
            }

            return new PacketClientPoll(packets, hasReachedLimit: false);
        }
        finally
        {
            _chunk = chunk;
        }
    }

    /// <summary>Gets the next chunk from the transport, or ends the connection.</summary>
    private bool TryReceive(IPacketClientTransport transport, out ArraySegment<byte> chunk)
    {
        chunk = default;
        try
        {
            if (!transport.TryReceive(out chunk))
            {
                chunk = default;
                return false;
            }
        }
        catch (Exception exception)
        {
            if (exception is InvalidPacketException invalid)
            {
                Fail(transport, PacketCloseReason.InvalidPacket, invalid.Error, invalid);
            }
            else
            {
                Fail(transport, PacketCloseReason.Remote, PacketError.None, exception);
            }

            return false;
        }

        if (chunk.Count > 0)
        {
            return true;
        }

        chunk = default;
        if (_decoder.Complete() == PacketError.None)
        {
            Fail(transport, PacketCloseReason.Remote, PacketError.None, null);
        }
        else
        {
            FailInvalid(transport);
        }

        return false;
    }

    /// <summary>Records that there was nothing to receive, and ends the connection if that has lasted too long.</summary>
    private void CheckSilence(IPacketClientTransport transport)
    {
        if (_options.IdleTimeout >= TimeSpan.Zero
            && _silence.HasReached(_time.GetElapsedTime(0), isTrue: true, hasRestarted: false, _options.IdleTimeout))
        {
            Fail(transport, PacketCloseReason.IdleTimeout, PacketError.None, null);
        }
    }

    private void FailInvalid(IPacketClientTransport transport) => Fail(
        transport, PacketCloseReason.InvalidPacket, _decoder.Error, new InvalidPacketException(_decoder.Error, _decoder.Position, _decoder.Hint));

    /// <summary>Ends the connection of a transport, unless it has been closed.</summary>
    private void Fail(IPacketClientTransport transport, PacketCloseReason reason, PacketError error, Exception? exception)
    {
        Detached detached = default;
        lock (_lock)
        {
            if (ReferenceEquals(_transport, transport))
            {
                detached = End(reason, error, exception);
            }
        }

        detached.Dispose();
    }

    /// <summary>Ends the connection or the attempt, and decides what follows. Requires the lock.</summary>
    private Detached End(PacketCloseReason reason, PacketError error, Exception? exception)
    {
        if (_hasAccepted)
        {
            _hasAccepted = false;
            _delays.Reset();
        }

        TimeSpan? delay = _delays.Next();
        _state = delay is null ? PacketClientState.Closed : PacketClientState.Waiting;
        _delay = delay ?? default;
        _closed.Enqueue(new PacketClientClosed(reason, error, exception, delay));
        Detached detached = Detach();
        _since = _time.GetTimestamp();
        return detached;
    }

    /// <summary>Takes the resources of the connection or the attempt. Requires the lock.</summary>
    private Detached Detach()
    {
        IPacketClientTransport? transport = _transport;
        Detached detached = new(_attempt, _connecting, transport);
        Volatile.Write(ref _transport, null);
        _attempt = null;
        _connecting = null;
        _isConnectedNew = false;
        _slot?.Dispose();
        _slot = null;
        if (transport is not null && ReferenceEquals(transport, _polled))
        {
            _isPolledClosed = true;
            return default;
        }

        return detached;
    }

    private bool HasPassed(long start, TimeSpan? time) => time is { } limit && _time.GetElapsedTime(start) >= limit;

    private bool HasPassed(TimeSpan time) => _time.GetElapsedTime(_since) >= time;

    private void ThrowIfDisposed()
    {
        if (_isDisposed)
        {
            Throw.Disposed(nameof(PacketClient));
        }
    }

    /// <summary>Disposes the transport of an attempt that was given up, when the attempt ends.</summary>
    private static void Abandon(Task<IPacketClientTransport> connecting) => connecting.ContinueWith(
        static task =>
        {
            if (task.Status == TaskStatus.RanToCompletion)
            {
                DisposeTransport(task.Result);
            }
            else
            {
                _ = task.Exception;
            }
        },
        CancellationToken.None,
        TaskContinuationOptions.ExecuteSynchronously,
        TaskScheduler.Default);

    private static void DisposeTransport(IPacketClientTransport? transport)
    {
        try
        {
            transport?.Dispose();
        }
        catch (Exception)
        {
            // A transport that cannot be closed does not change the reason why the connection ended.
        }
    }

    /// <summary>The resources of a connection or an attempt, which are closed without the lock.</summary>
    private readonly struct Detached(CancellationTokenSource? attempt, Task<IPacketClientTransport>? connecting, IPacketClientTransport? transport)
    {
        internal void Dispose()
        {
            try
            {
                attempt?.Cancel();
            }
            catch (AggregateException)
            {
                // A callback that was registered on the token threw an exception.
            }

            if (connecting is not null)
            {
                Abandon(connecting);
            }

            DisposeTransport(transport);
        }
    }
}
