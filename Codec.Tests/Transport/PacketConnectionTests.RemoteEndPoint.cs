using System.IO;
using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Tests.Doubles;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>The address of the peer.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task The_address_of_the_peer_is_that_of_its_socket_also_after_the_connection_was_disposed()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        using Socket peer = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        peer.Connect(listener.EndPoint);
        PacketConnection accepted = await listener.AcceptAsync().WaitAsync(Limit);
        PacketConnection connected = await PacketConnection.ConnectAsync(listener.EndPoint).WaitAsync(Limit);
        (Socket client, Socket server) = await ConnectSockets();
        using (server)
        {
            PacketConnection given = new(client);
            EndPoint?[] addresses = [peer.LocalEndPoint, listener.EndPoint, server.LocalEndPoint];
            Assert.That((EndPoint?[])[accepted.RemoteEndPoint, connected.RemoteEndPoint, given.RemoteEndPoint], Is.EqualTo(addresses));

            await accepted.DisposeAsync();
            await connected.DisposeAsync();
            await given.DisposeAsync();
            Assert.That((EndPoint?[])[accepted.RemoteEndPoint, connected.RemoteEndPoint, given.RemoteEndPoint], Is.EqualTo(addresses));
        }
    }

    [Test]
    public async Task A_stream_a_pipe_and_a_WebSocket_have_no_address()
    {
        using SilentWebSocket webSocket = new();
        Pipe pipe = new();
        foreach (PacketConnection connection in (PacketConnection[])[new(new MemoryStream()), new(new TestDuplexPipe(pipe.Reader, pipe.Writer)), new(webSocket)])
        {
            await using (connection)
            {
                Assert.That(connection.RemoteEndPoint, Is.Null);
            }
        }
    }

    [Test]
    public async Task A_peer_that_has_reset_its_connection_before_it_is_accepted_has_its_address_or_none()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        Socket peer = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        peer.Connect(listener.EndPoint);
        EndPoint address = peer.LocalEndPoint!;
        Reset(peer);

        // On Mono, the system is asked, which has forgotten the peer.
        await using PacketConnection accepted = await listener.AcceptAsync().WaitAsync(Limit);
        Assert.That(accepted.RemoteEndPoint, TestedBuild.IsNetStandard ? Is.Null.Or.EqualTo(address) : Is.EqualTo(address));
    }

    [Test]
    public async Task A_socket_whose_peer_has_reset_the_connection_has_no_address_or_that_of_the_peer()
    {
        (Socket client, Socket server) = await ConnectSockets();
        EndPoint address = server.LocalEndPoint!;
        Reset(server);
        Assert.That(client.Poll((int)(Limit.TotalMilliseconds * 1000), SelectMode.SelectRead), Is.True);
        await using PacketConnection connection = new(client);
        Assert.That(connection.RemoteEndPoint, Is.Null.Or.EqualTo(address));
        Assert.That(async () => await ReadAll(connection).WaitAsync(Limit), Throws.TypeOf<PacketConnectionException>());
    }

    private static void Reset(Socket socket)
    {
        socket.LingerState = new LingerOption(true, 0);
        socket.Dispose();
    }
}
