using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>Accepts connections over TCP. One accept at a time. Disposing the listener from another thread ends a pending accept.</summary>
public sealed class PacketListener : IDisposable
{
    /// <summary>How many connections of a listener may be open at once by default: 10,000.</summary>
    /// <remarks>
    /// <para>
    /// The listener accepts a peer beyond the limit and resets it at once, so that the peer gets an error immediately. The connection never reaches the
    /// application. In the system's backlog, the peer would consider itself connected, and would get no answer. The listener resets
    /// such peers only while <see cref="AcceptAsync"/> is pending.
    /// </para>
    /// <para>
    /// With <see cref="PacketSessionOptions.ResumeTimeout"/>, the listener accepts 16 peers beyond the limit, which can only continue a session. It refuses
    /// others with <see cref="RefusalReason.Full"/>.
    /// </para>
    /// <para>
    /// A connection counts from when it is accepted until it is closed: disposed, or failed (a reset, a deadline, an invalid packet). One whose peer has ended
    /// normally counts until it is disposed, or collected if it never is.
    /// </para>
    /// <para>
    /// The default is more than the players of one server process, and bounds memory. A connection that waits has less than 4 KB, and one that is receiving has
    /// a buffer of 64 KB, so 10,000 have 40 MB to 640 MB. Each may hold <see cref="PacketConnectionOptions.SendLimit"/> more for a peer that reads slowly.
    /// <see cref="int.MaxValue"/> is no limit.
    /// </para>
    /// </remarks>
    public const int DefaultMaxConnections = 10_000;

    private readonly Socket _socket;
    private readonly SocketAccepts _accepts;
    private readonly PacketFormat? _format;
    private readonly PacketConnectionOptions _options;
    private readonly int _maxConnections;
    private readonly HeldConnections? _held;
    private readonly StrongBox<int> _openConnections = new();

    // The connections that DrainAsync tells. A connection that nothing else refers to can be collected.
    private readonly List<WeakReference<PacketConnection>> _sessions = [];

    // What a peer that is accepted during DrainAsync is told. Guarded by the list.
    private (string Text, TimeSpan Timeout)? _drain;
    private bool _isDisposed;

    /// <summary>Starts listening.</summary>
    /// <param name="endPoint">
    /// The address to listen on. With port 0, the system chooses a port. <see cref="IPAddress.IPv6Any"/> accepts clients over IPv6 and IPv4. An IPv4
    /// address that is mapped to IPv6 is used as the IPv4 address.
    /// </param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <param name="options">The options of the connections, or <see langword="null"/> to use <see cref="PacketConnectionOptions.Default"/>.</param>
    /// <param name="maxConnections">How many connections of the listener may be open at once, at least 1. See <see cref="DefaultMaxConnections"/>.</param>
    /// <param name="proxyNetworks">
    /// The addresses of the proxies in front of the server, such as <c>10.0.0.0/8</c>, or <see langword="null"/> or an empty list if there are none. See
    /// <see cref="AcceptAsync"/>.
    /// </param>
    /// <exception cref="ArgumentNullException"><paramref name="endPoint"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException">
    /// <paramref name="endPoint"/> is not an IPv4 or IPv6 address, such as a host name, or a network is not an address with a prefix length.
    /// </exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// The options have a send limit or a rate below 1, a timeout that no timer can wait for, or a maximum of connections below 1.
    /// </exception>
    /// <exception cref="SocketException">The system cannot listen on the address.</exception>
    public PacketListener(
        EndPoint endPoint,
        PacketFormat? format = null,
        PacketConnectionOptions? options = null,
        int maxConnections = DefaultMaxConnections,
        IReadOnlyList<string>? proxyNetworks = null)
    {
        Throw.IfNull(endPoint, nameof(endPoint));

        _options = PacketConnectionOptions.Validate(options);
        if (maxConnections < 1)
        {
            Throw.ArgumentNotPositive(nameof(maxConnections), maxConnections);
        }

        _maxConnections = maxConnections;
        _held = HeldConnections.Create(proxyNetworks, _options.Session);
        _format = format;
        _socket = TcpConnector.CreateSocket(ref endPoint);
        _accepts = new SocketAccepts(_socket);
        try
        {
            if (endPoint is IPEndPoint { Address: { } address } && address.Equals(IPAddress.IPv6Any))
            {
                _socket.DualMode = true;
            }

            _socket.Bind(endPoint);
            _socket.Listen(int.MaxValue);
        }
        catch
        {
            _socket.Dispose();
            throw;
        }
    }

    /// <summary>Gets the address that the listener listens on, with the port that the system chose.</summary>
    /// <exception cref="ObjectDisposedException">The listener was disposed.</exception>
    public EndPoint EndPoint => _socket.LocalEndPoint!;

    internal int OpenConnections => Volatile.Read(ref _openConnections.Value);

    /// <summary>Waits for the next peer. A peer beyond the maximum of connections is reset, and the wait goes on.</summary>
    /// <remarks>
    /// <para>A peer that resets its connection before it is accepted is ignored.</para>
    /// <para>
    /// With <see cref="PacketSessionOptions.ResumeTimeout"/>, the method returns a connection after its handshake, or after the connection has
    /// ended. One whose client continues an earlier session is not returned: while the method is pending, the connection of the earlier session gets its packets.
    /// </para>
    /// <para>
    /// With <c>proxyNetworks</c>, each connection must come from one of them, and begin with a header of the PROXY protocol of at most 4,096 bytes: version 1
    /// or 2 (HAProxy, proxy-protocol.txt of 2020/03/05). <see cref="PacketConnection.RemoteEndPoint"/> is then the client that the header states, or the proxy
    /// if it states none (LOCAL, UNKNOWN, a Unix socket).
    /// </para>
    /// <para>
    /// A peer that is no proxy is reset, so that no client can avoid the proxy or claim an address. For clients without a proxy, use another listener. If the
    /// header is invalid, or not complete within <see cref="PacketConnectionOptions.HalfPacketTimeout"/>, the method returns a closed connection, whose reads
    /// report <see cref="PacketError.ProxyHeaderInvalid"/>.
    /// </para>
    /// </remarks>
    /// <param name="cancellationToken">Stops waiting. The next call accepts a peer that connects later.</param>
    /// <returns>The connection, which the caller owns.</returns>
    /// <exception cref="SocketException">The system has no room for another connection.</exception>
    /// <exception cref="ObjectDisposedException">The listener was disposed, before the call or during it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled before a peer connected.</exception>
    public async Task<PacketConnection> AcceptAsync(CancellationToken cancellationToken = default)
    {
        while (true)
        {
            try
            {
                PacketConnection? connection;
                Socket? socket;
                if (_held is null)
                {
                    socket = await _accepts.AcceptAsync(cancellationToken).ConfigureAwait(false);
                    connection = Open(socket);
                }
                else
                {
                    (socket, connection) = await _held.AcceptAsync(_accepts, cancellationToken).ConfigureAwait(false);
                    _ = socket is null ? null : Open(socket);
                }

                if (connection is not null)
                {
                    return connection;
                }
            }
            catch (SocketException) when (Volatile.Read(ref _isDisposed))
            {
                // .NET reports that a pending accept was cancelled.
                Throw.Disposed(nameof(PacketListener));
            }
            catch (SocketException exception) when (exception.SocketErrorCode is SocketError.ConnectionReset or SocketError.ConnectionAborted)
            {
                // The peer has reset the connection. Some systems, such as Windows and macOS, report this.
            }
        }
    }

    /// <summary>Creates the connection of a peer's socket.</summary>
    /// <returns>
    /// The connection, or <see langword="null"/> if there are too many, if the peer has reset its connection already, or if it is no proxy. A held connection
    /// is returned by a later accept.
    /// </returns>
    internal PacketConnection? Open(Socket socket)
    {
        bool isRefused = _held?.Allows(SocketTransport.FindPeer(socket)) == false;
        long above = isRefused ? 0 : (long)Interlocked.Increment(ref _openConnections.Value) - _maxConnections;
        if (isRefused || above > (_held?.Extra ?? 0))
        {
            _ = isRefused ? 0 : Interlocked.Decrement(ref _openConnections.Value);
            Reset(socket);
            return null;
        }

        ConnectionSlot slot = new(_openConnections);
        try
        {
            SocketTransport transport = new(socket);
            PacketConnection connection = new(_options, transport, _format, slot);
            if (above > 0)
            {
                connection.Session!.Moving!.IsFull = true;
            }

            Remember(connection);
            _ = _held?.HoldAsync(connection, transport);
            return connection;
        }
        catch (Exception exception)
        {
            slot.Dispose();
            socket.Dispose();
            if (exception is not SocketException)
            {
                throw;
            }

            // Some systems, such as macOS, do not set options of a socket whose peer has reset the connection.
            return null;
        }
    }

    /// <summary>Closes a socket with a reset, so that the system frees it at once. The system keeps a socket that was closed normally for a minute.</summary>
    private static void Reset(Socket socket)
    {
        try
        {
            socket.LingerState = new LingerOption(true, 0);
        }
        catch (SocketException)
        {
            // The peer has already closed the connection.
        }

        socket.Dispose();
    }

    /// <summary>Stops listening, tells the peer of each open session that the server stops, and closes its connection.</summary>
    /// <remarks>
    /// Each peer gets the packets that were accepted before, and <see cref="PacketSession.PeerLeave"/> with the code 1 and the text.
    /// Clients in the handshake are refused with <see cref="RefusalReason.Draining"/>. A reading loop ends when its peer has left.
    /// </remarks>
    /// <param name="timeout">How long peers may take to leave. Their connections are closed then.</param>
    /// <param name="text">A text for the peers: at most 255 bytes of UTF-8.</param>
    /// <returns>
    /// A task that ends when the connections of all sessions are closed. Connections without a session stay open. A peer that is accepted after the call is
    /// told, but not waited for.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="text"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The timeout is negative, or <paramref name="text"/> is too long.</exception>
    public Task DrainAsync(TimeSpan timeout, string text = "")
    {
        PacketSessionOptions.ValidateText(text);
        if (timeout < TimeSpan.Zero)
        {
            Throw.NegativeDuration(nameof(timeout), timeout);
        }

        Stop();
        List<Task> leaving = [];
        lock (_sessions)
        {
            _drain = (text, timeout);
            foreach (WeakReference<PacketConnection> session in _sessions)
            {
                if (session.TryGetTarget(out PacketConnection? connection))
                {
                    leaving.Add(connection.Session!.LeaveAsync(PacketSession.Draining, text, timeout));
                }
            }
        }

        return DrainAsync(leaving);
    }

    private async Task DrainAsync(List<Task> leaving)
    {
        await Task.WhenAll(leaving).ConfigureAwait(false);
        _held?.Dispose();
    }

    private void Remember(PacketConnection connection)
    {
        if (connection.Session is null)
        {
            return;
        }

        lock (_sessions)
        {
            // The list is searched for closed connections each time it has doubled.
            if (_sessions.Count >= 64 && _sessions.Count >= 2 * OpenConnections)
            {
                _ = _sessions.RemoveAll(session => !session.TryGetTarget(out PacketConnection? old) || old.Failure is not null);
            }

            _sessions.Add(new WeakReference<PacketConnection>(connection));
            if (_drain is var (text, timeout))
            {
                _ = connection.Session.LeaveAsync(PacketSession.Draining, text, timeout);
            }
        }
    }

    /// <summary>Stops listening. Accepted connections stay open.</summary>
    public void Dispose()
    {
        Stop();
        _held?.Dispose();
    }

    private void Stop()
    {
        Volatile.Write(ref _isDisposed, true);
        _accepts.Abandon();
        _socket.Dispose();
    }
}
