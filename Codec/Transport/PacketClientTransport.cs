using System;
using System.IO;
using System.Net.Sockets;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Compat;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Carries a client's bytes over a socket, a stream (such as an SslStream) or a WebSocket, which it reads and writes on threads of the pool.</summary>
/// <remarks>
/// <para>
/// Received bytes wait in pooled memory. If <see cref="PacketClientOptions.ReceiveLimit"/> bytes wait, reading stops until half of them have
/// been taken, and the system's flow control then slows down the peer. <see cref="TrySend"/> copies packets into pooled memory, and they are written in the
/// background; those that are sent during a write share the next one. Neither method calls the socket, the stream or the WebSocket.
/// </para>
/// <para>
/// After a write has failed, <see cref="TrySend"/> returns <see langword="false"/>, and the transport still reads what the peer sent before, for at most
/// <see cref="PacketClientOptions.CloseTimeout"/>. Then <see cref="TryReceive"/> throws the exception of the write.
/// </para>
/// <para>
/// <see cref="Dispose"/> returns at once. Waiting packets are sent in the background, and received bytes are discarded. Then the transport ends its
/// direction, if it can, and is closed after the peer has ended the other one. All of this takes at most <see cref="PacketClientOptions.CloseTimeout"/>.
/// </para>
/// </remarks>
public sealed class PacketClientTransport : IPacketClientTransport
{
    private readonly PacketTransport _transport;
    private readonly PacketClientOptions _options;
    private readonly BackgroundReceiver _receiver;
    private readonly BackgroundSender _sender;
    private int _isDisposed;

    /// <summary>Takes ownership of a connected socket, sets its TCP_NODELAY, and begins to read it.</summary>
    /// <remarks>On .NET, the transport makes the socket non-blocking. If an argument is invalid, the socket is unchanged, and the caller's.</remarks>
    /// <param name="socket">A connected stream socket, which is blocking.</param>
    /// <param name="options">The limits, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="socket"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="IOException"><paramref name="socket"/> is not connected, is not a stream socket, or is non-blocking.</exception>
    public PacketClientTransport(Socket socket, PacketClientOptions? options = null)
        : this(PacketClientOptions.Validate(options), new SocketTransport(socket))
    {
    }

    /// <summary>Takes ownership of a stream, and begins to read it.</summary>
    /// <param name="stream">A connected stream that can be read and written at the same time.</param>
    /// <param name="options">The limits, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stream"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    public PacketClientTransport(Stream stream, PacketClientOptions? options = null)
        : this(PacketClientOptions.Validate(options), new StreamTransport(stream))
    {
    }

    /// <summary>Takes ownership of a WebSocket, and begins to read it.</summary>
    /// <param name="webSocket">An open WebSocket.</param>
    /// <param name="format">The packet format, or <see langword="null"/> to use <see cref="PacketFormat.Default"/>. Used if a message is a packet.</param>
    /// <param name="options">The limits, or <see langword="null"/> to use <see cref="PacketClientOptions.Default"/>.</param>
    /// <param name="mode">What a message is.</param>
    /// <exception cref="ArgumentNullException"><paramref name="webSocket"/> is <see langword="null"/>.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="mode"/> is not defined, or an option is out of range.</exception>
    public PacketClientTransport(
        WebSocket webSocket, PacketFormat? format = null, PacketClientOptions? options = null, PacketWebSocketMode mode = PacketWebSocketMode.ByteStream)
        : this(PacketClientOptions.Validate(options), new WebSocketTransport(webSocket, format, mode))
    {
    }

    /// <summary>Takes ownership of a transport, and begins to read it.</summary>
    /// <param name="options">The limits. They are valid, because they are validated before the transport changes a socket.</param>
    /// <param name="transport">The transport.</param>
    internal PacketClientTransport(PacketClientOptions options, PacketTransport transport)
    {
        _transport = transport;
        _options = options;
        _receiver = new BackgroundReceiver(transport.Input, options.ReceiveLimit);
        _sender = new BackgroundSender(transport, options.SendLimit, Fail);
        _receiver.Start();
    }

    /// <summary>Gets the number of received bytes that wait, including those that <see cref="TryReceive"/> returned last.</summary>
    internal int Waiting => _receiver.Waiting;

    /// <inheritdoc/>
    public bool TryReceive(out ArraySegment<byte> bytes) => _receiver.TryReceive(out bytes);

    /// <inheritdoc/>
    public bool TrySend(ArraySegment<byte> bytes) => _sender.TrySend(bytes);

    /// <summary>
    /// Closes the transport in the background, after waiting packets have been sent and the peer has ended its direction, but at the latest after
    /// <see cref="PacketClientOptions.CloseTimeout"/>, or after 32 MB that the peer still sends. A second call is a no-op. Never throws.
    /// </summary>
    /// <remarks>
    /// A stream that cannot end its direction is closed when the packets have been written, because the peer sees the end only then. SslStream can end
    /// its direction except on netstandard2.0, and NetworkStream can on .NET. Any other stream cannot.
    /// </remarks>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) != 0)
        {
            return;
        }

        // A peer may read only after it has sent, so discarding does not wait for the packets.
        Task discarded = _receiver.DiscardAsync();
        Task sent = _sender.CompleteAsync();
        if (sent.IsCompleted && !_transport.WritesMayBlock)
        {
            // Nothing can block, so the end is sent before the call returns.
            _ = CloseAsync(sent, discarded);
        }
        else
        {
            _ = Task.Run(() => CloseAsync(sent, discarded));
        }
    }

    private async Task CloseAsync(Task sent, Task discarded)
    {
        try
        {
            using CancellationTokenSource deadline = DeadlineTokens.Create(_options.TimeProvider, _options.CloseTimeout);
            using CancellationTokenRegistration closing = deadline.Token.Register(static transport => ((PacketTransport)transport!).Dispose(), _transport);
            await sent.ConfigureAwait(false);
            await TaskWaits.WaitAsync(_transport.EndOutputAsync(), deadline.Token).ConfigureAwait(false);
            if (_transport.CanEndOutput)
            {
                // A socket that is closed while bytes arrive resets the connection. The peer then loses what it has not received.
                await TaskWaits.WaitAsync(discarded, deadline.Token).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // The connection has failed, or the time is over. It is closed in any case.
        }

        _receiver.Dispose();
        _transport.Dispose();
        _transport.CancelRead(_options.TimeProvider, TimeSpan.Zero);
    }

    private void Fail(Exception exception) => _ = FailAsync(exception);

    /// <summary>Ends the connection after a write failed. What the peer sent before, such as why it closes the connection, is received first.</summary>
    private async Task FailAsync(Exception exception)
    {
        try
        {
            using CancellationTokenSource deadline = DeadlineTokens.Create(_options.TimeProvider, _options.CloseTimeout);
            await TaskWaits.WaitAsync(_receiver.EndWith(exception), deadline.Token).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // The time is over.
        }

        _receiver.Fail(exception);
        _transport.Dispose();
    }
}
