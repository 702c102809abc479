using Codec.Dispatch;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>
/// A client for a main thread, such as a game's: it owns a <see cref="PacketConnection"/> that connects and receives in the background, and calls handlers
/// and events on the thread that calls <see cref="Poll"/>.
/// </summary>
/// <remarks>
/// <para>
/// Call <see cref="Connect"/> once, <see cref="Poll"/> in each frame, and <see cref="Dispose"/> at the end. The other members may be called from any thread.
/// The client itself has no threads: with an <see cref="IPacketClientTransport"/> it runs in a browser, which has none.
/// </para>
/// <para>
/// If <c>Poll</c> is never called, packets can still be sent after the connection was made. At most <see cref="PacketClientOptions.ReceiveLimit"/>
/// received bytes then wait, and no event is raised and nothing is connected again.
/// </para>
/// <para>
/// After some use, <c>Poll</c> and <c>TrySend</c> allocate nothing per packet on .NET. On netstandard, a <c>TrySend</c> that starts a background write
/// allocates 40 bytes.
/// </para>
/// </remarks>
public sealed partial class PacketClient : IDisposable
{
    private readonly Func<CancellationToken, ValueTask<PacketConnection>> _connect;
    private readonly PacketClientOptions _options;
    private readonly ReconnectDelays _delays;
    private readonly SyncLock _lock = new();

    // Guarded by the lock. _connection is also read without it.
    private readonly Queue<PacketConnectionException> _closed = new();
    private PacketClientState _state;
    private ConnectAttempt? _attempt;
    private PolledConnection? _connection;
    private bool _isConnectedNew;
    private bool _isPolling;

    /// <summary>Creates a client. <see cref="Connect"/> makes it connect.</summary>
    /// <param name="connect">
    /// Makes a connection, such as over TLS. It is called by <see cref="Connect"/> and, to connect again, by <see cref="Poll"/>, on their thread, so it must
    /// not block. The token is cancelled if the client is closed or the time is over. The client owns the connection, and no other code may read it.
    /// </param>
    /// <param name="options">
    /// The options, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>. Pass them also to the connection: its send limit, its timeouts
    /// and its observer are the client's.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="connect"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public PacketClient(Func<CancellationToken, ValueTask<PacketConnection>> connect, PacketClientOptions? options = null)
    {
        Throw.IfNull(connect, nameof(connect));

        _options = options ?? PacketClientOptions.Default;
        _options.Validate();
        _connect = _options.Session is { CanResume: true } ? token => ResumeContext.ConnectAsync(connect, null, token) : connect;
        _delays = new ReconnectDelays(_options);
    }

    /// <summary>Creates a client over a transport without threads, such as a browser's WebSocket.</summary>
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
        : this(PolledTransport.Connect(connect, format ?? PacketFormat.Default, options ?? PacketClientOptions.Default), options)
    {
    }

    /// <summary>Raised inside <see cref="Poll"/>, on its thread, when a connection was made. Packets can be sent already.</summary>
    public event Action? Connected;

    /// <summary>
    /// Raised inside <see cref="Poll"/>, on its thread, when a connection has ended or could not be made, after the packets that were received before.
    /// </summary>
    /// <remarks>
    /// <para>
    /// The exception says why: <see cref="PacketConnectionException.Reason"/> is that of the connection, or <see cref="PacketCloseReason.ConnectFailed"/>. Its
    /// <see cref="Exception.InnerException"/> is the cause, such as an <see cref="Codec.Framing.InvalidPacketException"/>, if there is one.
    /// <see cref="ReconnectDelay"/> says whether the client connects again; call <see cref="Close"/> in the handler to prevent it.
    /// </para>
    /// <para>
    /// After <see cref="Close"/> it is raised by the running or the next <c>Poll</c>, without the packets that wait. If the client only waits to connect
    /// again, <see cref="Close"/> ends no connection, and raises no event. If a connection is made and closed by this side between two polls,
    /// <see cref="Connected"/> is not raised. After <see cref="Dispose"/>, no event is raised.
    /// </para>
    /// </remarks>
    public event Action<PacketConnectionException>? Closed;

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

    /// <summary>Gets the session of the connection, or <see langword="null"/> without one. Leave it with <see cref="Close"/>.</summary>
    public PacketSession? Session => FindConnection()?.Connection.Session;

    /// <summary>Gets the delay after which <see cref="Poll"/> connects again, or <see langword="null"/> if it does not.</summary>
    /// <remarks>It begins when the connection or the attempt ended. <see cref="PacketClientOptions.ReconnectDelay"/> says how it is chosen.</remarks>
    public TimeSpan? ReconnectDelay
    {
        get
        {
            lock (_lock)
            {
                return _delays.Current;
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
    /// <exception cref="ArgumentNullException"><paramref name="host"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="host"/> is empty or white space.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="port"/> is not between 0 and 65,535, or an option is out of range.</exception>
    public static PacketClient ForTcp(string host, int port, PacketFormat? format = null, PacketClientOptions? options = null)
    {
        Throw.IfNull(host, nameof(host));

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
        return new PacketClient(ConnectAsync, limits);

        async ValueTask<PacketConnection> ConnectAsync(CancellationToken cancellationToken)
        {
            Socket socket = await ConnectSocketAsync(new DnsEndPoint(host, port), limits, cancellationToken).ConfigureAwait(false);
            try
            {
                return new PacketConnection(socket, format, limits);
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
    /// It also works in .NET for browsers. There, <see cref="PacketClientOptions.ReceiveLimit"/> does not limit what waits in memory, because a browser cannot
    /// be told to stop reading.
    /// </remarks>
    /// <param name="address">The server's address, with the scheme <c>ws</c> or <c>wss</c>.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <param name="mode">What a message is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="address"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="address"/> is relative, or has another scheme.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="mode"/> is not defined, or an option is out of range.</exception>
    public static PacketClient ForWebSocket(
        Uri address, PacketFormat? format = null, PacketClientOptions? options = null, PacketWebSocketMode mode = PacketWebSocketMode.ByteStream)
    {
        Throw.IfNull(address, nameof(address));

        if (!address.IsAbsoluteUri || address.Scheme is not ("ws" or "wss"))
        {
            Throw.AddressNotWebSocket(address);
        }

        if (mode > PacketWebSocketMode.PacketPerMessage)
        {
            Throw.UndefinedValue(nameof(mode), (int)mode);
        }

        PacketClientOptions limits = options ?? PacketClientOptions.Default;
        return new PacketClient(ConnectAsync, limits);

        async ValueTask<PacketConnection> ConnectAsync(CancellationToken cancellationToken)
        {
            ClientWebSocket webSocket = new();
            try
            {
                await WebSocketConnects
                    .ConnectAsync(webSocket, address, (server, cancellation) => ConnectSocketAsync(server, limits, cancellation), cancellationToken)
                    .ConfigureAwait(false);
                return new PacketConnection(webSocket, format, limits, mode);
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
        ConnectAttempt attempt;
        lock (_lock)
        {
            ThrowIfDisposed();
            if (_state is not (PacketClientState.Idle or PacketClientState.Closed))
            {
                Throw.ClientActive(_state);
            }

            _delays.Reset();
            attempt = Begin();
        }

        attempt.Start(_connect);
    }

    /// <summary>Raises the events that are due, and dispatches the packets that were received, on the calling thread. Never waits.</summary>
    /// <remarks>
    /// <para>
    /// A call returns after it has taken <see cref="PacketClientOptions.ReceiveLimit"/> bytes, so that it ends even if the peer sends faster than the
    /// handlers run. The next call continues with the rest.
    /// </para>
    /// <para>
    /// The exception of a handler, an event or an observer reaches the caller. Only the packet of that handler is lost: the connection stays open, and the
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
    /// The time after which the call returns, or <see langword="null"/> for no limit. It is checked after each packet, so each call makes progress.
    /// </param>
    /// <returns>The number of packets that were dispatched. If a limit ended the call, more can wait.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dispatcher"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="maxPackets"/> is less than 1, or <paramref name="maxDuration"/> is negative.</exception>
    /// <exception cref="InvalidOperationException">
    /// The method is running: a handler or an event called it, or another thread. Or a packet's handler is asynchronous.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The client or the dispatcher was disposed.</exception>
    public int Poll<TState>(PacketDispatcher<TState> dispatcher, int maxPackets = int.MaxValue, TimeSpan? maxDuration = null)
    {
        Throw.IfNull(dispatcher, nameof(dispatcher));

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
            int packets = RaiseConnected() is { } connection ? Receive(connection, dispatcher, maxPackets, maxDuration) : 0;
            RaiseClosed();
            return packets;
        }
        finally
        {
            lock (_lock)
            {
                _isPolling = false;
            }
        }
    }

    /// <summary>Sends a message, such as a generated packet, in the background. Any thread may call it.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <returns>
    /// <see langword="false"/> if the client is not connected, if an earlier send has failed, or if <see cref="PacketConnectionOptions.SendLimit"/> bytes wait
    /// because the peer reads too slowly. Nothing is sent then. A packet that is larger than the limit is accepted if nothing waits.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The message cannot be written (the exception says why), or a message, a payload writer or an observer that the client is calling calls this method.
    /// Nothing is sent.
    /// </exception>
    public bool TrySend<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        return FindConnection() is { } connection && connection.Connection.Sends.TrySend(packet, starts: true);
    }

    /// <summary>Sends a packet with a complete payload, in the background. Any thread may call it.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <returns>As <see cref="TrySend{TPacket}(in TPacket)"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">A message, a payload writer or an observer that the client is calling calls this method.</exception>
    public bool TrySend(uint id, ReadOnlySpan<byte> payload) =>
        FindConnection() is { } connection && connection.Connection.Sends.TrySend(id, payload, starts: true);

    /// <summary>Accepts a message of a frame, to be sent with others by one <see cref="Flush"/>. Any thread may call it.</summary>
    /// <remarks>
    /// The message is sent by the next <see cref="Flush"/> or <c>TrySend</c>, by the next write in the background, or when the client is closed. An
    /// <see cref="IPacketClientTransport"/> gets it at once.
    /// </remarks>
    /// <inheritdoc cref="TrySend{TPacket}(in TPacket)" path="/*[not(self::summary)]"/>
    public bool TryWrite<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        return FindConnection() is { } connection && connection.Connection.Sends.TrySend(packet, starts: false);
    }

    /// <summary>Accepts a packet with a complete payload, as <see cref="TryWrite{TPacket}(in TPacket)"/> does.</summary>
    /// <inheritdoc cref="TrySend(uint, ReadOnlySpan{byte})" path="/*[not(self::summary)]"/>
    public bool TryWrite(uint id, ReadOnlySpan<byte> payload) =>
        FindConnection() is { } connection && connection.Connection.Sends.TrySend(id, payload, starts: false);

    /// <summary>Starts to send what <c>TryWrite</c> has accepted, in the background. A no-op if nothing waits. Any thread may call it.</summary>
    public void Flush() => FindConnection()?.Connection.Sends.StartWriting();

    /// <summary>Closes the connection, or stops connecting. Packets that were accepted are sent in the background. A no-op if nothing is open.</summary>
    /// <remarks>
    /// <para>Never blocks and never throws. Handlers, events and other threads may call it. Packets that were received and not dispatched are lost.</para>
    /// <para>
    /// In the background, the transport then ends its direction, discards what the server still sends, and is closed when the server has ended its own
    /// direction. If that takes longer than <see cref="PacketConnectionOptions.CloseTimeout"/>, or the server sends more than 32 MB, it is closed then, and the
    /// server can lose packets.
    /// </para>
    /// </remarks>
    /// <param name="code">With a session, a code for the server's application: 0 for a usual end, or one from 256 on.</param>
    /// <param name="text">With a session, a text for the server's log: at most 255 bytes of UTF-8.</param>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="text"/> is too long.</exception>
    public void Close(ushort code = 0, string text = "")
    {
        PacketSessionOptions.ValidateText(text);
        Shut(disposes: false, code, text);
    }

    /// <summary>Closes the connection as <see cref="Close"/> does, and returns all memory. No event is raised afterwards. A second call is a no-op.</summary>
    /// <remarks>Never blocks and never throws. Handlers, events and other threads may call it. A running <see cref="Poll"/> dispatches no further packet.</remarks>
    public void Dispose() => Shut(disposes: true, 0, "");

    private static Task<Socket> ConnectSocketAsync(DnsEndPoint server, PacketClientOptions options, CancellationToken cancellationToken) =>
        TcpConnector.ConnectAsync(
            server.Host, server.Port, AddressFamily.Unspecified, options.TimeProvider, options.ConnectTimeout, cancellationToken);
}
