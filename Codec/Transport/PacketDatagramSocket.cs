using System;
using System.Buffers;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Packets over UDP, one in each datagram. A datagram that is anything but one whole packet is refused with its error.</summary>
/// <remarks>
/// Sending is for one thread at a time, and so is receiving; both may run at once. As UDP has it, datagrams get lost, doubled and out of
/// order. Packets above 65,507 bytes fit no datagram over IPv4; those above some 1,200 bytes are cut up on their way, and lost more easily.
/// </remarks>
public sealed class PacketDatagramSocket : IDisposable
{
    // UDP's own limit, whatever the format's: some systems refuse to receive a datagram that is longer than the buffer, instead of cutting it off.
    private const int LongestDatagram = 65_535;

    private readonly Socket _socket;
    private readonly SocketDatagrams _datagrams;
    private readonly byte[] _received = new byte[LongestDatagram];
    private byte[] _sent = [];
    private long _receives;
    private bool _isReceiving;

    /// <summary>Makes one over a socket, which it owns.</summary>
    /// <param name="socket">A UDP socket, bound or connected.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="socket"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentException"><paramref name="socket"/> is not a socket of datagrams.</exception>
    public PacketDatagramSocket(Socket socket, PacketFormat? format = null)
    {
        if (socket is null)
        {
            Throw.ArgumentNull(nameof(socket));
        }

        if (socket.SocketType != SocketType.Dgram)
        {
            Throw.SocketNotDatagram(socket.SocketType);
        }

        _socket = socket;
        _datagrams = new SocketDatagrams(socket);
        Format = format ?? PacketFormat.Default;
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>Where it receives, with the port that the system chose.</summary>
    public EndPoint LocalEndPoint => _socket.LocalEndPoint!;

    /// <summary>Sends one packet as one datagram.</summary>
    /// <param name="id">What kind of packet this is.</param>
    /// <param name="payload">The payload, copied before the call returns.</param>
    /// <param name="remoteEndPoint">Who gets it; the peer of a connected socket where it is <see langword="null"/>.</param>
    /// <param name="cancellationToken">Stops waiting for room in the system's buffer; with netstandard's sockets only before that began.</param>
    /// <returns>A task that ends when the system has the datagram.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="SocketException">The datagram is too long for the network, or the socket cannot send.</exception>
    /// <exception cref="ObjectDisposedException">The socket was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync(uint id, ReadOnlySpan<byte> payload, EndPoint? remoteEndPoint = null, CancellationToken cancellationToken = default)
    {
        int length;
        while (PacketEncoder.Encode(_sent, id, payload, Format, out length) == OperationStatus.DestinationTooSmall)
        {
            _sent = new byte[Format.HeaderSize + payload.Length];
        }

        return SendEncodedAsync(length, remoteEndPoint, cancellationToken);
    }

    /// <summary>Sends one message, such as a generated packet, as one datagram. It is written once, with its header.</summary>
    /// <typeparam name="TPacket">The type of the message.</typeparam>
    /// <param name="packet">The message. It is not used after the call returns.</param>
    /// <param name="remoteEndPoint">The receiver, or <see langword="null"/> to send to the peer of a connected socket.</param>
    /// <param name="cancellationToken">Stops waiting for room in the system's buffer; with netstandard's sockets only before that began.</param>
    /// <returns>A task that ends when the system has the datagram.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="packet"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id or the payload's size is more than the format accepts.</exception>
    /// <exception cref="InvalidOperationException">The message cannot be written; the exception says why. Nothing was sent.</exception>
    /// <exception cref="SocketException">The datagram is too long for the network, or the socket cannot send.</exception>
    /// <exception cref="ObjectDisposedException">The socket was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled while waiting.</exception>
    public ValueTask SendAsync<TPacket>(in TPacket packet, EndPoint? remoteEndPoint = null, CancellationToken cancellationToken = default)
        where TPacket : IPacket
    {
        if (packet is null)
        {
            Throw.ArgumentNull(nameof(packet));
        }

        // The message is the caller's code: a datagram that it sends meanwhile gets another array.
        byte[] bytes = _sent;
        _sent = [];
        int length;
        while (PacketEncoder.Encode(bytes, packet, Format, out length) == OperationStatus.DestinationTooSmall)
        {
            int needed = (int)Math.Min((long)Format.HeaderSize + packet.GetMaxByteCount(), PacketFormat.LongestArray);
            if (needed <= bytes.Length)
            {
                Throw.ChangedWhileWriting(typeof(TPacket).FullName!);
            }

            bytes = new byte[needed];
        }

        _sent = bytes;
        return SendEncodedAsync(length, remoteEndPoint, cancellationToken);
    }

    private ValueTask SendEncodedAsync(int length, EndPoint? remoteEndPoint, CancellationToken cancellationToken)
    {
        ValueTask sending = _datagrams.SendAsync(new ArraySegment<byte>(_sent, 0, length), remoteEndPoint, cancellationToken);
        if (!sending.IsCompletedSuccessfully)
        {
            // This datagram keeps the array until it is sent; the next call allocates another.
            _sent = [];
            return CountWhenSentAsync(sending, length);
        }

        PacketCounters.CountSent(1, length);
        return sending;
    }

    /// <summary>Waits for the next datagram.</summary>
    /// <param name="cancellationToken">Stops waiting; a datagram that comes later is given to the next call.</param>
    /// <returns>The packet, or why the datagram is none; either is valid until the next receive.</returns>
    /// <exception cref="SocketException">The socket cannot receive; over loopback also where nobody listened to what was sent before.</exception>
    /// <exception cref="InvalidOperationException">
    /// Another receive waits; or the socket is neither bound nor connected, and nothing was sent through it, but then Mono waits instead.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The socket was disposed.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    public async ValueTask<PacketDatagram> ReceiveAsync(CancellationToken cancellationToken = default)
    {
        if (_isReceiving)
        {
            Throw.ReadInProgress();
        }

        SocketReceiveFromResult result;
        _isReceiving = true;
        try
        {
            result = await _datagrams.ReceiveAsync(new ArraySegment<byte>(_received), cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _isReceiving = false;
        }

        PacketDatagram datagram = new(_received, result.ReceivedBytes, ++_receives, Format, result.RemoteEndPoint);
        if (datagram.HasPacket)
        {
            PacketCounters.CountReceived(1, result.ReceivedBytes);
        }
        else
        {
            PacketCounters.CountError(datagram.Error);
        }

        return datagram;
    }

    /// <summary>Closes the socket.</summary>
    public void Dispose()
    {
        _datagrams.Abandon();
        _socket.Dispose();
    }

    private static async ValueTask CountWhenSentAsync(ValueTask sending, int length)
    {
        await sending.ConfigureAwait(false);
        PacketCounters.CountSent(1, length);
    }
}
