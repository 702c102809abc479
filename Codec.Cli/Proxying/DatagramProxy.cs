using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture;

namespace Codec.Cli.Proxying;

/// <summary>Forwards the datagrams of clients to the server, and those of the server to the clients.</summary>
/// <param name="listener">A bound socket. The caller owns it.</param>
/// <param name="server">The server's address.</param>
/// <param name="options">The options of the tap.</param>
/// <param name="log">The log of packets and events.</param>
/// <param name="clock">The clock.</param>
internal sealed class DatagramProxy(Socket listener, IPEndPoint server, TapOptions options, TapLog log, TimeProvider clock)
{
    private const int LongestDatagram = 65_535;

    // Each session has a socket and 64 KB. If there are too many, the session that has been idle for the longest time ends.
    private const int MaxSessions = 1024;

    // The number of files that the runtime may have to open when code runs for the first time.
    private const int SpareFiles = 32;

    // While a send fails, the socket has no address.
    private readonly EndPoint _listenerAddress = listener.LocalEndPoint!;
    private readonly Dictionary<SocketAddress, DatagramSession> _sessions = [];
    private int _maxSessions = Math.Min(MaxSessions, UnixDescriptor.MaxSockets);

    /// <summary>Forwards traffic until it is stopped.</summary>
    /// <param name="cancellationToken">Stops the proxy.</param>
    /// <returns>A task that ends when every session is closed.</returns>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(LongestDatagram);
        SocketAddress from = new(listener.AddressFamily);
        try
        {
            for (; ; )
            {
                int count;
                try
                {
                    count = await listener.ReceiveFromAsync(buffer, SocketFlags.None, from, cancellationToken).ConfigureAwait(false);
                }
                catch (SocketException)
                {
                    // On some systems, ICMP reports that a client has closed its socket.
                    continue;
                }

                try
                {
                    DatagramSession session = await SessionOfAsync(from, cancellationToken).ConfigureAwait(false);
                    session.TakeFromClient(buffer.AsSpan(0, count));
                }
                catch (SocketException exception)
                {
                    // The datagram is lost.
                    log.CountLost(CaptureDirection.Outbound);
                    log.Reject(exception.Message);
                    if (exception.SocketErrorCode is not (SocketError.TooManyOpenSockets or SocketError.NoBufferSpaceAvailable))
                    {
                        continue;
                    }

                    // No sockets are left. Enough sessions are ended for the process to open files again.
                    _maxSessions = Math.Max(1, _sessions.Count - SpareFiles);
                    while (_sessions.Count > _maxSessions)
                    {
                        await EndOldestAsync().ConfigureAwait(false);
                    }
                }
            }
        }
        catch (OperationCanceledException)
        {
        }
        finally
        {
            foreach (DatagramSession session in _sessions.Values)
            {
                await session.DisposeAsync().ConfigureAwait(false);
            }
        }
    }

    private async ValueTask<DatagramSession> SessionOfAsync(SocketAddress client, CancellationToken cancellationToken)
    {
        if (_sessions.TryGetValue(client, out DatagramSession? session))
        {
            return session;
        }

        if (_sessions.Count >= _maxSessions)
        {
            await EndOldestAsync().ConfigureAwait(false);
        }

        SocketAddress key = new(client.Family, client.Size);
        client.Buffer.Span[..client.Size].CopyTo(key.Buffer.Span);
        session = new DatagramSession(listener, _listenerAddress, key, server, options, log, clock, cancellationToken);
        _sessions.Add(key, session);
        return session;
    }

    private async ValueTask EndOldestAsync()
    {
        SocketAddress oldest = _sessions.MinBy(pair => pair.Value.LastUse).Key;
        _sessions.Remove(oldest, out DatagramSession? session);
        await session!.DisposeAsync().ConfigureAwait(false);
    }
}
