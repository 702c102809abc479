using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Sends packets to one peer and receives packets from it, over a socket, a stream (such as an SslStream), a WebSocket or a pair of pipes.</summary>
/// <remarks>
/// <para>
/// Any number of threads may send at the same time. Each packet is sent whole, and the packets of one thread are sent in its order. Packets that are
/// accepted during a write are sent together afterwards. One thread at a time may receive, also while others send.
/// </para>
/// <para>
/// The first failure closes the connection: nothing is sent after half a packet. Every later call throws a <see cref="PacketConnectionException"/>
/// that says which side closed the connection, why, and how many accepted packets may not have been sent. After some use, nothing is allocated per
/// packet as long as the peer keeps up, with two exceptions: a read of an SslStream with a cancellation token, and each wait for a WebSocket's message.
/// </para>
/// <para>
/// If a send fails, the connection is closed at once. Bytes that wait in the socket, and that no read has taken, are lost.
/// </para>
/// <para>
/// Dispose every connection. A connection that is neither disposed nor referenced is collected as any object is, and the finalizer of its
/// socket closes that socket. Packets that wait are then lost, and a stream or a pipe without a finalizer stays open.
/// </para>
/// </remarks>
public sealed partial class PacketConnection : IAsyncDisposable
{
    private static long _connections;
    private readonly PacketReceiver _receiver;
    private readonly DeadlineWatchdog _watchdog;
    private TaskCompletionSource<bool>? _disposed;

    // Set when a caller begins to end the output. The result is whether the output was ended.
    private TaskCompletionSource<bool>? _outputEnd;
    private bool _isEndAbandoned;

    /// <summary>Creates a connection over a stream, which it owns.</summary>
    /// <param name="stream">A connected stream that can be read and written at the same time.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketConnectionOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit or a rate below 1, or a timeout that no timer can wait for.</exception>
    public PacketConnection(Stream stream, PacketFormat? format = null, PacketConnectionOptions? options = null)
        : this(PacketConnectionOptions.Validate(options), new StreamTransport(stream), format)
    {
    }

    /// <summary>Creates a connection over a connected socket, which it owns, and sets the socket's TCP_NODELAY.</summary>
    /// <remarks>On .NET, the connection makes the socket non-blocking. If an argument is invalid, the socket is unchanged, and the caller's.</remarks>
    /// <param name="socket">A connected stream socket, which is blocking.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketConnectionOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="socket"/> is <see langword="null"/>.</exception>
    /// <exception cref="IOException"><paramref name="socket"/> is not connected, is not a stream socket, or is non-blocking.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit or a rate below 1, or a timeout that no timer can wait for.</exception>
    public PacketConnection(Socket socket, PacketFormat? format = null, PacketConnectionOptions? options = null)
        : this(PacketConnectionOptions.Validate(options), new SocketTransport(socket), format)
    {
    }

    /// <summary>Creates a connection over a pair of pipes. When it is closed, it completes the output, and the input after its last read has ended.</summary>
    /// <remarks>
    /// It closes nothing else. After it is closed, also by a deadline, the transport under the pipes can stay open until the peer has read what the pipes hold:
    /// forever, if the peer does not read. The owner of the pipes must close the transport, such as after a limited time.
    /// </remarks>
    /// <param name="pipe">The pipes to read from and to write to.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketConnectionOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit or a rate below 1, or a timeout that no timer can wait for.</exception>
    public PacketConnection(IDuplexPipe pipe, PacketFormat? format = null, PacketConnectionOptions? options = null)
        : this(PacketConnectionOptions.Validate(options), new PipeTransport(pipe), format)
    {
    }

    /// <summary>Creates a connection over a WebSocket, which it owns. Packets are sent in binary messages.</summary>
    /// <remarks>
    /// A close frame ends a direction, as the end of a socket's stream does. A close frame with a status other than 1000 or 1001 fails the connection with
    /// <see cref="PacketCloseReason.Remote"/>, and so does a peer that closes the TCP connection without a close frame. A text message, and in the mode
    /// <see cref="PacketWebSocketMode.PacketPerMessage"/> a message that is not one packet, are rejected with an
    /// <see cref="InvalidPacketException"/>. A wait for a message allocates memory, also on .NET.
    /// </remarks>
    /// <param name="webSocket">An open WebSocket, of a client or a server.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketConnectionOptions.Default"/>.</param>
    /// <param name="mode">What a message is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="webSocket"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// <paramref name="mode"/> is not defined, or the options have a send limit or a rate below 1, or a timeout that no timer can wait for.
    /// </exception>
    public PacketConnection(
        WebSocket webSocket, PacketFormat? format = null, PacketConnectionOptions? options = null, PacketWebSocketMode mode = PacketWebSocketMode.ByteStream)
        : this(PacketConnectionOptions.Validate(options), new WebSocketTransport(webSocket, format, mode), format)
    {
    }

    /// <summary>Creates a connection over a transport, which it owns.</summary>
    /// <param name="options">The options. They are valid, because they are validated before the transport changes a socket.</param>
    /// <param name="transport">The transport.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="slot">The connection's slot in the limit of its listener, or <see langword="null"/> to take one without a limit. It is given back when the connection is closed.</param>
    internal PacketConnection(PacketConnectionOptions options, PacketTransport transport, PacketFormat? format, ConnectionSlot? slot = null)
    {
        Options = options;
        Transport = ResumableTransport.Wrap(this, transport);
        Lifetime = new ConnectionLifetime(slot ?? new ConnectionSlot());
        Received = new ReceiveProgress(options.HasRates ? options.TimeProvider : null);
        Session = options.Session is null ? null : new PacketSession(this, options.Session);
        _receiver = new PacketReceiver(this, format ?? PacketFormat.Default);
        Sends = new SendQueue(this);
        _watchdog = new DeadlineWatchdog(this);
        ConnectionTelemetry.Opened(this);
        Session?.Start();
    }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format => Reader.Format;

    /// <summary>Gets the session, or <see langword="null"/> if <see cref="PacketConnectionOptions.Session"/> is.</summary>
    public PacketSession? Session { get; }

    /// <summary>Gets a number that no other connection of the process has, for logs and captures. The first connection has the number 1.</summary>
    public long Number { get; } = Interlocked.Increment(ref _connections);

    /// <summary>
    /// Gets the address of the socket's peer. It is <see langword="null"/> if the connection is not over a socket, and can be <see langword="null"/> if the
    /// peer reset the socket before the connection was created. It is read once, so it stays the same after the connection is closed. Never throws. Behind a
    /// proxy, it is the client's address (<see cref="PacketListener.AcceptAsync"/>).
    /// </summary>
    /// <remarks>
    /// Over a stream, a pipe or a WebSocket, take the address from what is under it, such as the socket of a NetworkStream. If a
    /// <see cref="PacketListener"/> listens on <see cref="IPAddress.IPv6Any"/>, the address of an IPv4 client is an IPv6 address, which
    /// <see cref="IPAddress.MapToIPv4"/> converts.
    /// </remarks>
    public EndPoint? RemoteEndPoint => Transport.RemoteEndPoint;

    /// <summary>Gets which side ended the connection, and why, or <see cref="PacketCloseReason.None"/> while it is open.</summary>
    /// <remarks>
    /// After <see cref="CompleteAsync"/>, the connection is open until a read has reached the end of the peer's stream. Then both sides have
    /// ended: the reason is <see cref="PacketCloseReason.Local"/> if this side completed the connection first, and
    /// <see cref="PacketCloseReason.Remote"/> if a read reached the peer's end first. The connection must still be disposed.
    /// </remarks>
    public PacketCloseReason CloseReason
    {
        get
        {
            lock (Lifetime.Lock)
            {
                return Lifetime.Reason;
            }
        }
    }

    internal PacketConnectionOptions Options { get; }
    internal PacketTransport Transport { get; }
    internal ConnectionLifetime Lifetime { get; }
    internal ReceiveProgress Received { get; }
    internal SendQueue Sends { get; }
    internal PacketReader Reader => _receiver.Reader;

    /// <summary>Gets an exception that says why the connection is closed, or <see langword="null"/> while it is open.</summary>
    internal PacketConnectionException? Failure => Lifetime.IsClosed ? Lifetime.CreateException() : null;

    /// <summary>Gets whether <see cref="CompleteAsync"/> ends the output before it returns its task: nothing waits to be sent, and nothing can block.</summary>
    internal bool CanEndAtOnce => !Transport.WritesMayBlock && Sends.IsIdle;

    /// <summary>Connects to a listening socket over TCP.</summary>
    /// <param name="endPoint">
    /// The address of the listener, or a host name (<see cref="DnsEndPoint"/>), of which each address is tried. An address that
    /// does not answer delays the next one until the system gives it up, which can take minutes.
    /// </param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options, or <see langword="null"/> to use <see cref="PacketConnectionOptions.Default"/>.</param>
    /// <param name="cancellationToken">Stops connecting.</param>
    /// <returns>The connection. The handshake of its session has ended, if it has one.</returns>
    /// <exception cref="PacketConnectionException">The peer refused the session, or closed the connection during its handshake.</exception>
    /// <exception cref="ArgumentNullException"><paramref name="endPoint"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="endPoint"/> is neither an IPv4 or IPv6 address nor a host name, or the host name is white space.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit or a rate below 1, or a timeout that no timer can wait for.</exception>
    /// <exception cref="SocketException">No socket listens at the address, or the host name is unknown.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled before the connection was made.</exception>
    public static async Task<PacketConnection> ConnectAsync(
        EndPoint endPoint, PacketFormat? format = null, PacketConnectionOptions? options = null, CancellationToken cancellationToken = default)
    {
        Throw.IfNull(endPoint, nameof(endPoint));

        options?.Validate();
        return await ConnectAsync(ConnectSocketAsync, cancellationToken).ConfigureAwait(false);

        async ValueTask<PacketConnection> ConnectSocketAsync(CancellationToken token)
        {
            Socket socket = await TcpConnector.ConnectAsync(endPoint, token).ConfigureAwait(false);
            try
            {
                return new PacketConnection(socket, format, options);
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
    }

    /// <summary>Connects with a delegate, such as over TLS, and waits for the handshake of the session if there is one.</summary>
    /// <remarks>
    /// With <see cref="Codec.Sessions.PacketSessionOptions.ResumeTimeout"/>, the delegate is called again after each cut, on a thread of the pool. It must return a new
    /// connection, and must not read from it.
    /// </remarks>
    /// <param name="connect">Makes a connection.</param>
    /// <param name="cancellationToken">Cancels the attempt, and is passed to the delegate.</param>
    /// <returns>The connection, which the caller owns.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="connect"/> is <see langword="null"/>.</exception>
    /// <exception cref="PacketConnectionException">The server refused the session, or ended the connection.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled before the connection was made.</exception>
    public static async Task<PacketConnection> ConnectAsync(
        Func<CancellationToken, ValueTask<PacketConnection>> connect, CancellationToken cancellationToken = default)
    {
        Throw.IfNull(connect, nameof(connect));

        PacketConnection connection = await ResumeContext.ConnectAsync(connect, null, cancellationToken).ConfigureAwait(false);
        try
        {
            if (connection.Session is { } session)
            {
                await session.OpenAsync(cancellationToken).ConfigureAwait(false);
            }

            return connection;
        }
        catch
        {
            connection.Abort();
            throw;
        }
    }

    /// <summary>
    /// Sends a message, such as a generated packet. It is written once, with its header, into the memory that is sent. A message with <c>packet_delta</c>
    /// is sent as its difference to the last accepted one of its id.
    /// </summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="cancellationToken">Stops waiting. The packet is accepted all the same.</param>
    /// <returns>
    /// A task that ends when the packet was accepted and fewer than <see cref="PacketConnectionOptions.SendLimit"/> bytes wait to be sent. Awaiting
    /// it slows a fast sender down to the speed of a slow reader.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The message cannot be written (the exception says why), or a payload writer or an observer of the connection sends it. Nothing
    /// was accepted.
    /// </exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync<TPacket>(in TPacket packet, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        return Sends.SendAsync(packet, cancellationToken);
    }

    /// <summary>Sends a packet with a complete payload.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <param name="cancellationToken">Stops waiting. The packet is accepted all the same.</param>
    /// <returns>A task that ends when the packet was accepted and fewer than <see cref="PacketConnectionOptions.SendLimit"/> bytes wait to be sent.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">A payload writer or an observer of the connection calls the method.</exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, CancellationToken cancellationToken = default) =>
        Sends.SendAsync(id, payload, cancellationToken);

    /// <summary>Writes a message into the connection's memory, to be sent by <see cref="FlushAsync"/> together with others.</summary>
    /// <remarks>
    /// Any number of threads may write. A packet is sent before those that the same thread writes or sends later. The next call, on any thread, that sends,
    /// flushes, completes or disposes the connection accepts the packet. If the connection fails before, the packet is lost and does not count as unsent. The method
    /// never waits: until the flush, the memory grows.
    /// </remarks>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">
    /// The message cannot be written (the exception says why), or a payload writer or an observer of the connection calls the method. Nothing was written.
    /// </exception>
    /// <exception cref="PacketConnectionException">The connection is closed.</exception>
    public void Write<TPacket>(in TPacket packet)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        Sends.Write(packet);
    }

    /// <summary>Writes a packet with a complete payload into the connection's memory, to be sent by <see cref="FlushAsync"/>.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <inheritdoc cref="Write{TPacket}(in TPacket)" path="/remarks"/>
    /// <inheritdoc cref="Write{TPacket}(in TPacket)" path="/exception"/>
    public void Write(uint id, ReadOnlySpan<byte> payload) => Sends.Write(id, payload);

    /// <summary>Sends every packet that was written or accepted so far, and waits until all of them have been passed to the socket, stream or pipe.</summary>
    /// <remarks>
    /// If no write is in progress, the calling thread writes. The task of <see cref="PipeWriter.FlushAsync"/> ends when the pipe's reader has taken enough. This
    /// one ends when the system has taken everything, so a caller that awaits each flush never has more waiting than it wrote since the last flush.
    /// </remarks>
    /// <param name="cancellationToken">Stops waiting. Accepted packets are sent all the same.</param>
    /// <returns>A task that ends when the packets have been passed on.</returns>
    /// <exception cref="InvalidOperationException">A payload writer or an observer of the connection calls the method.</exception>
    /// <exception cref="PacketConnectionException">The connection failed before, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask FlushAsync(CancellationToken cancellationToken = default) => Sends.FlushAsync(cancellationToken);

    /// <summary>Receives every packet up to the end of the connection. Each packet is valid until the next one is requested.</summary>
    /// <param name="cancellationToken">Stops waiting. Received bytes are kept for the next call.</param>
    /// <returns>The packets. The enumeration ends if the peer ended the connection after a whole packet.</returns>
    /// <exception cref="InvalidOperationException">Another read of the connection is in progress.</exception>
    /// <exception cref="InvalidPacketException">The peer sent bytes that are not a packet, or ended the connection inside a packet.</exception>
    /// <exception cref="PacketConnectionException">The connection failed, a deadline passed, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or the owner of a pipe cancelled its pending read. The connection stays open.
    /// </exception>
    public IAsyncEnumerable<PacketReadResult> ReadAllAsync(CancellationToken cancellationToken = default) =>
        Session is null ? new ReceivedPackets(_receiver, cancellationToken) : new SessionPackets(_receiver, cancellationToken);

    /// <summary>Receives the packets up to the end of the connection, and dispatches each. The next packet is read when the handler's task has ended.</summary>
    /// <remarks>
    /// A handler's exception reaches the caller. Only that handler's packet is lost: the connection stays open, and another call continues with the
    /// next packet. To stop on the first handler exception, dispose the connection. Before the method returns its task, it handles the packets that wait in the
    /// socket. So a loop that accepts connections calls it in <see cref="Task.Run(Func{Task})"/>.
    /// </remarks>
    /// <typeparam name="TState">The state that the handlers get.</typeparam>
    /// <param name="dispatcher">The handlers of this connection.</param>
    /// <param name="cancellationToken">Cancels waiting for packets, and is passed to asynchronous handlers. Received bytes are kept for the next call.</param>
    /// <returns>A task that ends when the peer has ended the connection at the end of a packet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dispatcher"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">Another read of the connection is in progress, or another dispatch of the dispatcher.</exception>
    /// <exception cref="InvalidPacketException">The peer sent bytes that are not a packet, or a packet that the dispatcher rejected.</exception>
    /// <exception cref="PacketConnectionException">The connection failed, a deadline passed, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    /// <exception cref="ObjectDisposedException">The dispatcher was disposed, and another packet arrived.</exception>
    public async Task RunAsync<TState>(PacketDispatcher<TState> dispatcher, CancellationToken cancellationToken = default)
    {
        Throw.IfNull(dispatcher, nameof(dispatcher));

        await foreach (PacketReadResult result in ReadAllAsync(cancellationToken).ConfigureAwait(false))
        {
            long start = _receiver.Reader.Position - result.Packet.Raw.Length;
            PacketError error = await dispatcher.DispatchAsync(result.Packet, cancellationToken).ConfigureAwait(false);
            if (error != PacketError.None)
            {
                Throw.PacketRefused(Reject(error, start, result.Packet.Raw, dispatcher.Describe(error, result.Packet)));
            }
        }
    }

    /// <summary>
    /// Sends the accepted packets, accepts no more, and ends its direction if the transport supports that. The connection still receives packets.
    /// </summary>
    /// <remarks>
    /// These transports support it: sockets, pipes, WebSockets except in a browser, SslStream except on netstandard2.0, and NetworkStream on .NET. With any
    /// other stream, and in a browser, the peer sees the end when the connection is disposed. A browser discards what arrives after its own close frame. With
    /// SslStream on .NET, the pending read is cancelled and begins again. If the stream under TLS ignores the cancellation, the peer sees the end after that
    /// read.
    /// </remarks>
    /// <param name="cancellationToken">Stops waiting. Accepted packets are sent all the same, but the direction may not be ended.</param>
    /// <returns>A task that ends when all accepted packets have been passed on.</returns>
    /// <exception cref="InvalidOperationException">A payload writer or an observer of the connection calls the method.</exception>
    /// <exception cref="PacketConnectionException">The connection failed before everything was sent, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask CompleteAsync(CancellationToken cancellationToken = default)
    {
        lock (Lifetime.Lock)
        {
            Sends.ThrowIfInCall();
            Lifetime.Complete();
        }

        return EndSendingAsync(cancellationToken);
    }

    /// <summary>Sends the accepted packets, for at most <see cref="PacketConnectionOptions.CloseTimeout"/>, and closes the connection.</summary>
    /// <returns>
    /// A task that ends when the connection is closed, also if another call began to close it. It does not fail: call
    /// <see cref="CompleteAsync"/> first to learn whether all packets were sent.
    /// </returns>
    /// <remarks>
    /// Later calls throw a <see cref="PacketConnectionException"/>. Its reason is <see cref="PacketCloseReason.Remote"/> if a read had reached the peer's
    /// end before this side ended, the failure's if the connection had failed, and otherwise <see cref="PacketCloseReason.Local"/>.
    /// </remarks>
    /// <exception cref="InvalidOperationException">A payload writer or an observer of the connection calls the method.</exception>
    public ValueTask DisposeAsync()
    {
        lock (Lifetime.Lock)
        {
            Sends.ThrowIfInCall();
            if (_disposed is not null)
            {
                return new ValueTask(_disposed.Task);
            }

            _disposed = new TaskCompletionSource<bool>(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        return DisposeAsync(_disposed);
    }
}
