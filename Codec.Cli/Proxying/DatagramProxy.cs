using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Capture;

namespace Codec.Cli.Proxying;

/// <summary>Receives datagrams of clients and forwards them to the server, and the answers back.</summary>
/// <param name="listener">A bound socket; the caller owns it.</param>
/// <param name="server">The server's address.</param>
/// <param name="options">What the tap does.</param>
/// <param name="log">Where packets and events are reported.</param>
/// <param name="clock">The clock.</param>
internal sealed class DatagramProxy(Socket listener, IPEndPoint server, TapOptions options, TapLog log, TimeProvider clock)
{
    private const int LongestDatagram = 65_535;

    // Each has a socket and 64 KB. A client that sends from ever new ports ends the session that was idle the longest.
    private const int MaxSessions = 1024;

    // Files that the runtime may have to open for code that runs for the first time.
    private const int SpareFiles = 32;

    private readonly Dictionary<SocketAddress, DatagramSession> _sessions = [];
    private int _maxSessions = MaxSessions;

    /// <summary>Forwards until it is stopped.</summary>
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
                    // A client has gone, says ICMP on some systems.
                    continue;
                }

                try
                {
                    DatagramSession session = await SessionOfAsync(from, cancellationToken).ConfigureAwait(false);
                    session.TakeFromClient(buffer.AsSpan(0, count));
                }
                catch (SocketException exception)
                {
                    // No sockets are left. The datagram is lost, and so many sessions end that the process can open files again.
                    log.Lose(CaptureDirection.Outbound);
                    log.Refuse(exception.Message);
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
        session = new DatagramSession(listener, key, server, options, log, clock, cancellationToken);
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
