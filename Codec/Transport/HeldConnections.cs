using System.Linq;
using Codec.Framing;
using Codec.Packets;
using Codec.Sessions;

namespace Codec.Transport;

/// <summary>
/// The connections of a listener that wait for a proxy's header or a session's handshake before the application gets them. A session may continue an earlier
/// one. They are read while further connections are accepted, because a peer can connect and send nothing.
/// </summary>
internal sealed class HeldConnections : IDisposable
{
    // How many connections above the limit may continue earlier sessions at once: few, because they need a place only during the handshake.
    private const int MostMoving = 16;

    private readonly AddressNetwork[] _proxies;

    // Guards everything below. No connection is called while it is held.
    private readonly SyncLock _lock = new();
    private readonly HashSet<PacketConnection> _waiting = [];
    private readonly Queue<PacketConnection> _ready = new();
    private CancellationTokenSource? _accepting;
    private bool _isDisposed;

    private HeldConnections(IEnumerable<string> networks, bool moves)
    {
        _proxies = [.. networks.Select(static network => new AddressNetwork(network))];
        Extra = moves ? MostMoving : 0;
    }

    /// <summary>Gets how many more connections than the limit are held, to continue earlier sessions.</summary>
    internal int Extra { get; }

    /// <summary>Creates the object, or returns <see langword="null"/> if there are no proxies, and sessions do not continue.</summary>
    internal static HeldConnections? Create(IReadOnlyList<string>? networks, PacketSessionOptions? session)
    {
        bool moves = session is { IsServer: true, CanResume: true };
        return moves || networks is { Count: > 0 } ? new HeldConnections(networks ?? [], moves) : null;
    }

    /// <summary>Returns whether an address is a proxy's, or there are no proxies.</summary>
    internal bool Allows(EndPoint? peer) =>
        _proxies.Length == 0
            || (peer is not null && IPAddresses.Unmap(peer) is IPEndPoint { Address: { } address } && Array.Exists(_proxies, network => network.Contains(address)));

    /// <summary>Waits for a socket, or for a held connection that is ready. Returns one of them, or neither: then the caller calls again.</summary>
    internal async Task<(Socket? Socket, PacketConnection? Ready)> AcceptAsync(SocketAccepts accepts, CancellationToken cancellationToken)
    {
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        lock (_lock)
        {
            if (_ready.Count > 0)
            {
                PacketConnection ready = _ready.Dequeue();
                _ = _waiting.Remove(ready);
                return (null, ready);
            }

            _accepting = either;
        }

        try
        {
            return (await accepts.AcceptAsync(either.Token).ConfigureAwait(false), null);
        }
        catch (OperationCanceledException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            return default;
        }
        finally
        {
            lock (_lock)
            {
                _accepting = null;
            }
        }
    }

    /// <summary>Holds a connection, which an accept then returns, unless it continues an earlier session. Never fails.</summary>
    internal async Task HoldAsync(PacketConnection connection, SocketTransport transport)
    {
        bool isDisposed;
        lock (_lock)
        {
            isDisposed = _isDisposed || !_waiting.Add(connection);
        }

        bool isReady = false;
        try
        {
            isReady = !isDisposed && (_proxies.Length == 0 || await TryReadHeaderAsync(connection, transport).ConfigureAwait(false));
            if (isReady && connection is { Failure: null, Session: { Moving: not null } session })
            {
                // Not in the accept, because the application decides about the client.
                isReady = await Task.Run(session.TryBeginAsync).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // The peer has reset the connection, which is then ignored, or a deadline has closed it. Or the clock has thrown an exception.
            isReady = connection.Failure is not null;
        }

        lock (_lock)
        {
            isReady &= !_isDisposed;
            if (isReady)
            {
                _ready.Enqueue(connection);

                // Not at once, because a continuation of the accept could run here.
                _accepting?.CancelAfter(TimeSpan.Zero);
            }
            else
            {
                _ = _waiting.Remove(connection);
            }
        }

        if (!isReady)
        {
            connection.Abort();
        }
    }

    /// <summary>Reads a header, and no byte that follows it. An invalid header closes the connection.</summary>
    /// <returns><see langword="false"/> if the peer has ended the connection without sending a byte.</returns>
    private static async Task<bool> TryReadHeaderAsync(PacketConnection connection, SocketTransport transport)
    {
        PacketConnectionOptions options = connection.Options;
        using CancellationTokenSource deadline = DeadlineTokens.Create(options.TimeProvider, options.HalfPacketTimeout);
        using CancellationTokenRegistration closing = deadline.Token.Register(() => connection.Close(
            PacketCloseReason.HalfPacketTimeout, new InvalidPacketException(PacketError.ProxyHeaderInvalid, 0, PacketHint.None)));
        byte[] bytes = new byte[ProxyHeader.MaxLength];
        int count = 0;
        while (true)
        {
            // The system keeps what follows the header, for the connection's first read. Every byte of the header is taken at once, so the next receive waits.
            int received = await transport.Socket.ReceiveAsync(new ArraySegment<byte>(bytes, count, bytes.Length - count), SocketFlags.Peek)
                .ConfigureAwait(false);
            OperationStatus status = ProxyHeader.Read(bytes.AsSpan(0, count + received), out int length, out IPEndPoint? client);
            if (connection.Failure is not null)
            {
                return true;
            }

            if (received == 0 || status == OperationStatus.InvalidData)
            {
                _ = received + count > 0 ? connection.RejectProxyHeader(bytes.AsSpan(0, count + received)) : null;
                return received + count > 0;
            }

            int taken = status == OperationStatus.Done ? length - count : received;
            count += transport.Socket.Receive(bytes, count, taken, SocketFlags.None);
            if (status == OperationStatus.Done)
            {
                transport.SetClient(client ?? transport.RemoteEndPoint);
                return true;
            }
        }
    }

    public void Dispose()
    {
        PacketConnection[] waiting;
        lock (_lock)
        {
            _isDisposed = true;
            waiting = [.. _waiting];
            _waiting.Clear();
            _ready.Clear();
        }

        foreach (PacketConnection connection in waiting)
        {
            connection.Abort();
        }
    }
}
