using System;
using System.Buffers.Binary;
using System.Linq;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Packets;

namespace Codec.Bench.Scale;

/// <summary>
/// A server that is hand-written for this traffic. It uses asynchronous sockets and one array per connection that is just large enough, and reads
/// the header in place. It validates nothing, has no deadlines, and cannot send from two threads.
/// </summary>
internal sealed class RawEchoServer : IEchoServer
{
    private readonly Socket _listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
    private readonly OpenConnections<Socket> _open = new();
    private readonly byte[] _packet;

    internal RawEchoServer(int packetSize)
    {
        _packet = EchoPacket.Make(packetSize);
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen(int.MaxValue);
    }

    public IPEndPoint EndPoint => (IPEndPoint)_listener.LocalEndPoint!;

    public void Wait(int connections) => _open.Wait(connections);

    public async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                Socket socket = await _listener.AcceptAsync().ConfigureAwait(false);
                socket.NoDelay = true;
                _open.Add(socket);
                _ = ServeAsync(socket);
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The server was disposed.
        }
    }

    public async Task BroadcastAsync(long times)
    {
        Socket[] sockets = _open.ToArray();
        for (; times > 0; times--)
        {
            foreach (Socket socket in sockets)
            {
                await socket.SendAsync(_packet.AsMemory(), SocketFlags.None).ConfigureAwait(false);
            }
        }
    }

    public Task CloseAsync() => Task.WhenAll(_open.ToArray().Select(socket => Task.Run(() =>
    {
        socket.Shutdown(SocketShutdown.Send);
        socket.Dispose();
    })));

    public void Dispose() => _listener.Dispose();

    private async Task ServeAsync(Socket socket)
    {
        byte[] buffer = new byte[_packet.Length];
        int received = 0;
        try
        {
            for (int count; (count = await socket.ReceiveAsync(buffer.AsMemory(received), SocketFlags.None).ConfigureAwait(false)) > 0;)
            {
                received += count;
                if (received < PacketHeader.ByteCount || received < PacketHeader.ByteCount + BinaryPrimitives.ReadUInt16LittleEndian(buffer))
                {
                    continue;
                }

                await socket.SendAsync(buffer.AsMemory(0, received), SocketFlags.None).ConfigureAwait(false);
                received = 0;
            }
        }
        catch (Exception closed) when (closed is SocketException or ObjectDisposedException)
        {
            // The peer or this side closed the connection.
        }

        socket.Dispose();
        _open.Remove(socket);
    }
}
