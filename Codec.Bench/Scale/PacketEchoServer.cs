using System;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Bench.Transport;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Bench.Scale;

/// <summary>The server that uses this library.</summary>
internal sealed class PacketEchoServer(int packetSize) : IEchoServer
{
    private readonly PacketListener _listener = new(new IPEndPoint(IPAddress.Loopback, 0));
    private readonly OpenConnections<PacketConnection> _open = new();
    private readonly byte[] _payload = EchoPacket.Payload(packetSize);

    public IPEndPoint EndPoint => (IPEndPoint)_listener.EndPoint;

    public void Wait(int connections) => _open.Wait(connections);

    public async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                PacketConnection connection = await _listener.AcceptAsync().ConfigureAwait(false);
                _open.Add(connection);
                _ = ServeAsync(connection);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The server was disposed.
        }
    }

    public async Task BroadcastAsync(long times)
    {
        PacketConnection[] connections = _open.ToArray();
        for (; times > 0; times--)
        {
            await PacketBroadcast.SendAsync(connections, HandWrittenSender.PacketId, _payload).ConfigureAwait(false);
        }
    }

    public Task CloseAsync() => Task.WhenAll(_open.ToArray().Select(connection => connection.DisposeAsync().AsTask()));

    public void Dispose() => _listener.Dispose();

    private async Task ServeAsync(PacketConnection connection)
    {
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync().ConfigureAwait(false))
            {
                ValueTask sent = Send(connection, result.Packet);
                await sent.ConfigureAwait(false);
            }
        }
        catch (PacketConnectionException)
        {
            // The peer or this side closed the connection.
        }

        await connection.DisposeAsync().ConfigureAwait(false);
        _open.Remove(connection);
    }

    private static ValueTask Send(PacketConnection connection, Packet packet) => connection.SendAsync(packet.Id, packet.Payload);
}
