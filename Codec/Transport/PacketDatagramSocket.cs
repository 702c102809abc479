using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Sends and receives packets over UDP, one in each datagram. A datagram that is not exactly one whole packet is rejected with its error.</summary>
/// <remarks>
/// Any number of threads may send at the same time. One thread at a time may receive, also while others send. UDP loses, duplicates and reorders
/// datagrams. Packets of more than 65,507 bytes fit no datagram over IPv4. Those of more than about 1,200 bytes are sent in fragments, and are lost more
/// easily. Host names are not resolved: a <see cref="DnsEndPoint"/> as the receiver is an <see cref="ArgumentException"/>.
/// </remarks>
public sealed class PacketDatagramSocket : IPacketOwner, IDisposable
{
    // The limit of UDP, not of the format: some systems fail to receive a datagram that is longer than the buffer, instead of truncating it.
    private const int LongestDatagram = 65_535;

    // SIO_UDP_CONNRESET and SIO_UDP_NETRESET: whether a receive on Windows fails after an earlier datagram did not reach its receiver.
    private const int ReportUnreachablePorts = unchecked((int)0x9800000C);
    private const int ReportUnreachableNetworks = unchecked((int)0x9800000F);

    // Another thread's send that fails lasts longer than a read of the address, so a few reads are enough.
    private const int MaxAddressReads = 10;

    private readonly Socket _socket;
    private readonly SocketDatagrams _datagrams;
    private readonly byte[] _received = new byte[LongestDatagram];
    private PacketBuffer? _idleBuffer;
    private int _receivedLength;
    private int _receives;
    private bool _isReceiving;
    private bool _isDisposed;

    /// <summary>Creates a packet socket over a socket, which it owns.</summary>
    /// <remarks>On Windows, it stops the system from reporting datagrams that did not reach their receiver (SIO_UDP_CONNRESET and SIO_UDP_NETRESET).</remarks>
    /// <param name="socket">
    /// A UDP socket, bound or connected. On Mono, do not call <c>ConnectAsync</c> of a socket that is not bound: it would have no addresses, and could not send
    /// after <see cref="SocketError.ConnectionRefused"/>. Call <c>Connect</c>, which does not wait.
    /// </param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="socket"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="socket"/> is not a datagram socket over IPv4 or IPv6.</exception>
    public PacketDatagramSocket(Socket socket, PacketFormat? format = null)
    {
        Throw.IfNull(socket, nameof(socket));

        if (socket.SocketType != SocketType.Dgram)
        {
            Throw.SocketNotDatagram(socket.SocketType);
        }

        if (!IPAddresses.IsIP(socket.AddressFamily))
        {
            Throw.SocketNotIP(socket.AddressFamily);
        }

        if (Environment.OSVersion.Platform == PlatformID.Win32NT)
        {
            socket.IOControl(ReportUnreachablePorts, new byte[sizeof(int)], null);
            socket.IOControl(ReportUnreachableNetworks, new byte[sizeof(int)], null);
        }

        _socket = socket;
        _datagrams = new SocketDatagrams(socket);
        Format = format ?? PacketFormat.Default;
    }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; }

    /// <summary>Gets the sender's address of the datagram that was received last, or <see langword="null"/> before the first one.</summary>
    public EndPoint? Sender { get; private set; }

    /// <summary>
    /// Gets the local address, with the port that the system chose; or <see langword="null"/> if the socket is not bound, not connected and has sent nothing.
    /// </summary>
    /// <remarks>Any thread may read it.</remarks>
    /// <exception cref="ObjectDisposedException">The socket was disposed.</exception>
    public EndPoint? LocalEndPoint => ReadLocalEndPoint(_socket);

    /// <summary>Sends a message, such as a generated packet, as one datagram. It is written once, with its header.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="remoteEndPoint">The receiver, or <see langword="null"/> to send to the peer of a connected socket.</param>
    /// <param name="cancellationToken">Stops waiting for room in the system's buffer. On netstandard, a send that has begun cannot be cancelled.</param>
    /// <returns>A task that ends when the system has the datagram.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why. Nothing was sent.</exception>
    /// <exception cref="SocketException">
    /// The datagram is too long for the network, or the socket cannot send. Or it is connected, and an earlier datagram was sent to a port without a socket
    /// (<see cref="SocketError.ConnectionRefused"/>, not on Windows): nothing was sent, and the call can be repeated.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The socket was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync<TPacket>(in TPacket packet, EndPoint? remoteEndPoint = null, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        PacketBuffer buffer = TakeBuffer();
        PacketEncoder.Write(buffer, packet, Format);
        return SendAsync(buffer, remoteEndPoint, cancellationToken);
    }

    /// <summary>Sends a packet with a complete payload as one datagram.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload. It is copied before the call returns.</param>
    /// <param name="remoteEndPoint">The receiver, or <see langword="null"/> to send to the peer of a connected socket.</param>
    /// <param name="cancellationToken">Stops waiting for room in the system's buffer. On netstandard, a send that has begun cannot be cancelled.</param>
    /// <returns>A task that ends when the system has the datagram.</returns>
    /// <inheritdoc cref="SendAsync{TPacket}(in TPacket, EndPoint?, CancellationToken)" path="/exception"/>
    public ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, EndPoint? remoteEndPoint = null, CancellationToken cancellationToken = default)
    {
        PacketBuffer buffer = TakeBuffer();
        PacketEncoder.Write(buffer, id, payload, Format);
        return SendAsync(buffer, remoteEndPoint, cancellationToken);
    }

    /// <summary>Waits for the next datagram.</summary>
    /// <param name="cancellationToken">Stops waiting. The next call receives a datagram that arrives later.</param>
    /// <returns>
    /// The packet, which is valid until the next receive begins. Or why the datagram is not exactly one packet: it is too short, has bytes after the packet, or
    /// has a size that the format rejects. <see cref="Sender"/> is the address of its sender.
    /// </returns>
    /// <exception cref="SocketException">
    /// The socket cannot receive. Or it is connected, and an earlier datagram was sent to a port without a socket (<see cref="SocketError.ConnectionRefused"/>,
    /// not on Windows): the next call receives again.
    /// </exception>
    /// <exception cref="InvalidOperationException">
    /// Another receive is pending, or the socket is not bound, not connected and has sent nothing. In the latter case, Mono waits instead.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The socket was disposed, before the call or during it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public async ValueTask<PacketReadResult> ReceiveAsync(CancellationToken cancellationToken = default)
    {
        if (_isReceiving)
        {
            Throw.ReadInProgress();
        }

        SocketReceiveFromResult result = default;
        _isReceiving = true;
        _receives++;
        try
        {
            result = await _datagrams.ReceiveAsync(new ArraySegment<byte>(_received), cancellationToken).ConfigureAwait(false);
        }
        catch (SocketException) when (Volatile.Read(ref _isDisposed))
        {
            // .NET reports that a pending receive was cancelled.
            Throw.Disposed(nameof(PacketDatagramSocket));
        }
        finally
        {
            _isReceiving = false;
        }

        _receivedLength = result.ReceivedBytes;
        Sender = result.RemoteEndPoint;
        PacketError error = Decode(out _);
        if (error != PacketError.None)
        {
            PacketCounters.CountError(error);
            return new PacketReadResult(error);
        }

        PacketCounters.CountReceived(1, result.ReceivedBytes);
        return new PacketReadResult(this, _receives);
    }

    /// <summary>Closes the socket.</summary>
    public void Dispose()
    {
        Volatile.Write(ref _isDisposed, true);
        _datagrams.Abandon();
        _socket.Dispose();
    }

    /// <summary>Returns the local address of a socket, or <see langword="null"/> if it has none.</summary>
    internal static EndPoint? ReadLocalEndPoint(Socket socket)
    {
        // .NET's Socket forgets its address if a send fails. If that happens on another thread while the property is read, it returns null.
        EndPoint? address = null;
        for (int i = 0; i < MaxAddressReads && address is null; i++)
        {
            address = socket.LocalEndPoint;
        }

        return address;
    }

    /// <inheritdoc/>
    Packet IPacketOwner.GetPacket(int version)
    {
        if (version != _receives)
        {
            Throw.PacketIsGone();
        }

        Decode(out Packet packet);
        return packet;
    }

    private PacketError Decode(out Packet packet)
    {
        PacketDecoder.TryDecodeDatagram(new ArraySegment<byte>(_received, 0, _receivedLength), Format, out packet, out PacketError error);
        return error;
    }

    /// <summary>Takes the memory for the next datagram. While it is in use, another thread, a message or a payload writer may send another datagram.</summary>
    private PacketBuffer TakeBuffer() => Interlocked.Exchange(ref _idleBuffer, null) ?? new PacketBuffer();

    private ValueTask SendAsync(PacketBuffer buffer, EndPoint? remoteEndPoint, CancellationToken cancellationToken)
    {
        if (remoteEndPoint is not null && _socket.AddressFamily == AddressFamily.InterNetwork)
        {
            remoteEndPoint = IPAddresses.Unmap(remoteEndPoint);
        }

        ArraySegment<byte> datagram = buffer.Written;
        ValueTask sending = _datagrams.SendAsync(datagram, remoteEndPoint, cancellationToken);
        if (!sending.IsCompletedSuccessfully)
        {
            // The system uses the memory until the task ends. The next call allocates other memory.
            return CountWhenSentAsync(sending, datagram.Count);
        }

        Volatile.Write(ref _idleBuffer, buffer);
        PacketCounters.CountSent(1, datagram.Count);
        return sending;
    }

    private async ValueTask CountWhenSentAsync(ValueTask sending, int length)
    {
        try
        {
            await sending.ConfigureAwait(false);
        }
        catch (SocketException) when (Volatile.Read(ref _isDisposed))
        {
            // Another thread's Dispose shuts the socket down, or cancels the send.
            Throw.Disposed(nameof(PacketDatagramSocket));
        }

        PacketCounters.CountSent(1, length);
    }
}
