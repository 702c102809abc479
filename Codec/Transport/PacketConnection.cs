using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Dispatch;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Packets to and from one peer, over a socket, a stream (such as an SslStream) or a pair of pipes.</summary>
/// <remarks>
/// <para>
/// Any number of threads may send at once: each packet goes out whole, and packets of one thread go out in its order. Packets are collected
/// while a write is under way, and sent together. Receiving is for one thread at a time, and may run beside sending.
/// </para>
/// <para>
/// The first failure closes the connection: nothing is sent after half a packet. Every call then throws a
/// <see cref="PacketConnectionException"/> that says who closed it, why, and how many accepted packets are not known to be sent. Once warm, nothing is
/// allocated per packet as long as the peer keeps up.
/// </para>
/// <para>
/// Dispose every connection. One that is not disposed and that nothing refers to is collected as any object is, and the finalizer of its
/// socket closes that socket; packets that wait are then lost, and a stream or a pipe without a finalizer stays open.
/// </para>
/// </remarks>
public sealed partial class PacketConnection : IAsyncDisposable
{
    private readonly Stream _output;
    private readonly PipeWriter? _pipe;
    private readonly Socket? _socket;
    private readonly PipeReader? _source;
    private readonly ReceivePipe _received;
    private readonly PacketReader _reader;
    private readonly PacketConnectionOptions _options;
    private readonly ConnectionSlot? _slot;

    /// <summary>Makes a connection over a stream, which it owns.</summary>
    /// <param name="stream">A connected stream that can be read and written at the same time.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="options">How to treat the peer; the defaults where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit below 1, or a timeout that no timer can wait for.</exception>
    public PacketConnection(Stream stream, PacketFormat? format = null, PacketConnectionOptions? options = null)
        : this(stream, null, null, format, options)
    {
    }

    /// <summary>Makes a connection over a connected socket, which it owns, and sets its TCP_NODELAY.</summary>
    /// <param name="socket">A connected stream socket.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="options">How to treat the peer; the defaults where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="socket"/> is <see langword="null"/>.</exception>
    /// <exception cref="IOException"><paramref name="socket"/> is not connected, or no stream socket.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit below 1, or a timeout that no timer can wait for.</exception>
    public PacketConnection(Socket socket, PacketFormat? format = null, PacketConnectionOptions? options = null)
        : this(StreamOf(socket), null, socket, format, options)
    {
    }

    /// <summary>Makes a connection that a listener counts until it is closed.</summary>
    internal PacketConnection(Socket socket, PacketFormat? format, PacketConnectionOptions? options, ConnectionSlot slot)
        : this(StreamOf(socket), null, socket, format, options, slot)
    {
    }

    /// <summary>Makes a connection over a pair of pipes, and completes them when it is closed: the one to read once nobody reads it any more.</summary>
    /// <param name="pipe">Where packets come from and go to.</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="options">How to treat the peer; the defaults where it is <see langword="null"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="pipe"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit below 1, or a timeout that no timer can wait for.</exception>
    public PacketConnection(IDuplexPipe pipe, PacketFormat? format = null, PacketConnectionOptions? options = null)
        : this(InputOf(pipe), pipe, null, format, options)
    {
    }

    private PacketConnection(
        Stream input, IDuplexPipe? pipe, Socket? socket, PacketFormat? format, PacketConnectionOptions? options, ConnectionSlot? slot = null)
    {
        if (input is null)
        {
            Throw.ArgumentNull("stream");
        }

        _options = options ?? PacketConnectionOptions.Default;
        _options.Validate();
        _pipe = pipe?.Output;
        _source = pipe?.Input;
        _output = _pipe?.AsStream() ?? input;
        _socket = socket;
        _slot = slot;
        Format = format ?? PacketFormat.Default;
        _received = new ReceivePipe(input);
        _reader = new PacketReader(_received, Format);
        _continueWriting = ContinueWriting;
        _pump = new SendPump(this);
        StartWatching();
    }

    /// <summary>How packets look.</summary>
    public PacketFormat Format { get; }

    /// <summary>The one reader of what comes.</summary>
    internal PacketReader Reader => _reader;

    /// <summary>
    /// Gets who closed the connection, and why; <see cref="PacketCloseReason.None"/> while it is open.
    /// </summary>
    /// <remarks>
    /// After <see cref="CompleteAsync"/>, the connection is open until a read has reached the end of what the peer sends. Then both sides have
    /// ended: the reason is <see cref="PacketCloseReason.Local"/> if this side completed the connection first, and
    /// <see cref="PacketCloseReason.Remote"/> if a read reached the peer's end first. The connection must still be disposed.
    /// </remarks>
    public PacketCloseReason CloseReason
    {
        get
        {
            lock (_lock)
            {
                return _failure?.Reason ?? (BothEnded ? _endedFirst : PacketCloseReason.None);
            }
        }
    }

    /// <summary>Connects to a listening socket over TCP.</summary>
    /// <param name="endPoint">Where it listens: an address, or a host name (<see cref="DnsEndPoint"/>), of which each address is tried (by Mono: IPv6 alone).</param>
    /// <param name="format">How packets look; the default format where it is <see langword="null"/>.</param>
    /// <param name="options">How to treat the peer; the defaults where it is <see langword="null"/>.</param>
    /// <param name="cancellationToken">Gives up connecting.</param>
    /// <returns>The connection.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="endPoint"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The options have a send limit below 1, or a timeout that no timer can wait for.</exception>
    /// <exception cref="SocketException">Nobody listens there, or the host name is unknown.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled before there was a connection.</exception>
    public static async Task<PacketConnection> ConnectAsync(
        EndPoint endPoint, PacketFormat? format = null, PacketConnectionOptions? options = null, CancellationToken cancellationToken = default)
    {
        if (endPoint is null)
        {
            Throw.ArgumentNull(nameof(endPoint));
        }

        options?.Validate();
        // A host name may stand for addresses of both families.
        Socket socket = endPoint.AddressFamily == AddressFamily.Unspecified
            ? new(SocketType.Stream, ProtocolType.Tcp)
            : new(endPoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            await SocketConnects.ConnectAsync(socket, endPoint, cancellationToken).ConfigureAwait(false);
            return new PacketConnection(socket, format, options);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Receives every packet up to the end of the connection; each is valid until the next is asked for.</summary>
    /// <param name="cancellationToken">Stops waiting; what has come stays for the next call.</param>
    /// <returns>The packets. The enumeration ends where the peer ended the connection at the end of a packet.</returns>
    /// <exception cref="InvalidPacketException">The peer sent bytes that are no packet, or ended inside one.</exception>
    /// <exception cref="PacketConnectionException">The connection failed, a deadline passed, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException">
    /// <paramref name="cancellationToken"/> was cancelled, or the owner of a pipe cancelled its pending read: the connection stays open, too.
    /// </exception>
    public IAsyncEnumerable<PacketReadResult> ReadAllAsync(CancellationToken cancellationToken = default) => new ReceivedPackets(this, cancellationToken);

    /// <summary>Receives the packets up to the end of the connection, and dispatches each. The next packet is read when the handler's task has ended.</summary>
    /// <remarks>
    /// A handler's exception reaches the caller. It costs only that handler's packet: the connection stays open, and another call continues with the
    /// next packet. To stop on the first handler exception, dispose the connection.
    /// </remarks>
    /// <typeparam name="TState">The state that the handlers get.</typeparam>
    /// <param name="dispatcher">The handlers of this connection.</param>
    /// <param name="cancellationToken">Cancels waiting for packets, and is passed to asynchronous handlers. Received bytes are kept for the next call.</param>
    /// <returns>A task that ends when the peer has ended the connection at the end of a packet.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="dispatcher"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidPacketException">The peer sent bytes that are not a packet, or a packet that the dispatcher rejected.</exception>
    /// <exception cref="PacketConnectionException">The connection failed, a deadline passed, or this side disposed it.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="cancellationToken"/> was cancelled.</exception>
    /// <exception cref="ObjectDisposedException">The dispatcher was disposed, and another packet arrived.</exception>
    public async Task RunAsync<TState>(PacketDispatcher<TState> dispatcher, CancellationToken cancellationToken = default)
    {
        if (dispatcher is null)
        {
            Throw.ArgumentNull(nameof(dispatcher));
        }

        await foreach (PacketReadResult result in ReadAllAsync(cancellationToken).ConfigureAwait(false))
        {
            long start = _reader.Position - result.Packet.Length;
            PacketError error = await dispatcher.DispatchAsync(result.Packet, cancellationToken).ConfigureAwait(false);
            if (error != PacketError.None)
            {
                // After a valid packet, an unknown one is not another protocol.
                Throw.PacketRefused(
                    Refuse(error, start, error == PacketError.UnknownId && start == 0 ? _received.Guess(Format) : PacketHint.None));
            }
        }
    }

    /// <summary>A read threw: closes the connection, unless it was cancelled.</summary>
    /// <returns>What the reading caller is told.</returns>
    internal Exception FailReceiving(Exception exception)
    {
        // Closing cancels a pipe's read, with no token.
        if (exception is OperationCanceledException canceled
            && (canceled.CancellationToken.IsCancellationRequested || _failure is null))
        {
            return exception;
        }

        Fail(PacketCloseReason.Remote, exception);
        return CreateClosed();
    }

    /// <summary>A read gave no packet.</summary>
    /// <returns>What the reading caller is told; <see langword="null"/> where the peer ended the connection at the end of a packet.</returns>
    internal Exception? EndReceiving(PacketReadStatus status)
    {
        // A socket that this side closes can end a read as if the peer had ended it, between packets or inside one.
        lock (_lock)
        {
            if (_failure is not null)
            {
                return CreateClosed();
            }

            if (status == PacketReadStatus.Completed)
            {
                _hasPeerEnded = true;
                if (_endedFirst == PacketCloseReason.None)
                {
                    _endedFirst = PacketCloseReason.Remote;
                }

                return null;
            }
        }

        return Refuse(_reader.Error, _reader.Position, _reader.Hint);
    }

    private InvalidPacketException Refuse(PacketError error, long position, PacketHint hint)
    {
        InvalidPacketException invalid = new(error, position, hint);
        Fail(PacketCloseReason.InvalidPacket, invalid);
        return invalid;
    }

    private static NetworkStream StreamOf(Socket socket)
    {
        if (socket is null)
        {
            Throw.ArgumentNull(nameof(socket));
        }

        NetworkStream stream = new(socket, ownsSocket: true);
        if (socket.ProtocolType == ProtocolType.Tcp)
        {
            socket.NoDelay = true;
        }

        return stream;
    }

    private static Stream InputOf(IDuplexPipe pipe)
    {
        if (pipe is null)
        {
            Throw.ArgumentNull(nameof(pipe));
        }

        return pipe.Input.AsStream();
    }
}
