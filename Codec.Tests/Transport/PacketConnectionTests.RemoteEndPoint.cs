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
