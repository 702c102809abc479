using System.Diagnostics.CodeAnalysis;

namespace Codec.Tests.Transport;

/// <summary>Tests datagrams that contain exactly one packet.</summary>
public sealed partial class PacketDatagramSocketTests
{
    private static readonly byte[] Good = [2, 0, 7, 0, 8, 9];

    [Test]
    public async Task A_packet_arrives_unchanged_and_the_reply_reaches_the_sender([Values(0, 1, 1200, 40_000)] int size)
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        byte[] payload = new byte[size];
        Random.Shared.NextBytes(payload);

        await client.SendAsync(7, payload, server.LocalEndPoint);
        PacketReadResult received = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        Assert.That((received.HasPacket, received.Error, server.Sender), Is.EqualTo((true, PacketError.None, client.LocalEndPoint)));
        Assert.That((received.Packet.Id, received.Packet.Payload.ToArray()), Is.EqualTo((7u, payload)));

        await server.SendAsync(8, payload, server.Sender);
        PacketReadResult answer = await client.ReceiveAsync().AsTask().WaitAsync(Limit);
        Assert.That((answer.Packet.Id, answer.Packet.PayloadSize), Is.EqualTo((8u, size)));
    }

    [TestCase(new byte[0], PacketError.HeaderTruncated)]
    [TestCase(new byte[] { 2, 0, 7, 0, 8, 9, 2, 0, 7, 0, 8, 9 }, PacketError.TrailingBytes)]
    [TestCase(new byte[] { 233, 3, 7, 0, 8, 9 }, PacketError.PayloadTooLarge)]
    public async Task A_datagram_that_is_not_one_packet_is_rejected_and_the_next_one_is_received(byte[] datagram, PacketError error)
    {
        using PacketDatagramSocket server = Bind(new PacketFormat(maxPayloadSize: 1000));
        using Socket peer = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        peer.SendTo(datagram, server.LocalEndPoint!);
        peer.SendTo(Good, server.LocalEndPoint!);

        PacketReadResult refused = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        Assert.That((refused.HasPacket, refused.Error), Is.EqualTo((false, error)));
        Assert.That(() => refused.Packet.Id, Throws.InvalidOperationException.With.Message.Contains($"{error}").And.Message.Contains("HasPacket"));

        PacketReadResult good = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        Assert.That(good.Packet.Raw.ToArray(), Is.EqualTo(Good));
    }

    [Test]
    public async Task A_datagram_longer_than_the_largest_packet_is_rejected()
    {
        using PacketDatagramSocket server = Bind(new PacketFormat(maxPayloadSize: 2));
        using Socket peer = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        byte[] datagram = new byte[5000];
        Good.CopyTo(datagram, 0);
        peer.SendTo(datagram, server.LocalEndPoint!);

        Assert.That((await server.ReceiveAsync().AsTask().WaitAsync(Limit)).Error, Is.EqualTo(PacketError.TrailingBytes));
    }

    [Test]
    public async Task A_socket_that_is_not_connected_receives_after_it_has_sent_to_a_port_without_a_socket()
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        PacketDatagramSocket left = Bind();
        EndPoint gone = left.LocalEndPoint!;
        left.Dispose();
        await server.SendAsync(7, [8, 9], gone);
        await client.SendAsync(7, [8, 9], server.LocalEndPoint);
        Assert.That((await server.ReceiveAsync().AsTask().WaitAsync(Limit)).Packet.Raw.ToArray(), Is.EqualTo(Good));
    }

    [Test]
    [Platform("Linux", Reason = "Windows does not report it")]
    public async Task A_connected_socket_whose_peer_has_left_fails_once_and_then_receives()
    {
        PacketDatagramSocket left = Bind();
        IPEndPoint address = (IPEndPoint)left.LocalEndPoint!;
        using PacketDatagramSocket client = await ConnectAsync(address);
        EndPoint own = client.LocalEndPoint!;
        left.Dispose();
        await client.SendAsync(7, [8, 9]);
        SocketException? refused = await Assert.ThrowsAsync<SocketException>(() => client.ReceiveAsync().AsTask().WaitAsync(Limit));
        Assert.That(refused!.SocketErrorCode, Is.EqualTo(SocketError.ConnectionRefused));

        using PacketDatagramSocket server = Bind(address);
        await server.SendAsync(7, [8, 9], own);
        Assert.That((await client.ReceiveAsync().AsTask().WaitAsync(Limit)).Packet.Raw.ToArray(), Is.EqualTo(Good));

        await client.SendAsync(7, [8, 9]);
        Assert.That((await server.ReceiveAsync().AsTask().WaitAsync(Limit)).Packet.Raw.ToArray(), Is.EqualTo(Good));
    }

    [Test]
    [Platform("Linux", Reason = "Windows does not report it")]
    public async Task A_send_that_reports_that_the_peer_had_left_sends_nothing_and_can_be_repeated()
    {
        PacketDatagramSocket left = Bind();
        IPEndPoint address = (IPEndPoint)left.LocalEndPoint!;
        using PacketDatagramSocket client = await ConnectAsync(address);
        left.Dispose();
        await client.SendAsync(1, [8, 9]);

        using PacketDatagramSocket server = Bind(address);
        SocketException? refused = await Assert.ThrowsAsync<SocketException>(() => client.SendAsync(2, [8, 9]).AsTask().WaitAsync(Limit));
        Assert.That(refused!.SocketErrorCode, Is.EqualTo(SocketError.ConnectionRefused));
        await client.SendAsync(3, [8, 9]);
        Assert.That((await server.ReceiveAsync().AsTask().WaitAsync(Limit)).Packet.Id, Is.EqualTo(3u));
    }

    [Test]
    public async Task A_receive_can_be_cancelled_and_the_next_call_receives_the_next_datagram()
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        using CancellationTokenSource cancel = new(TimeSpan.FromMilliseconds(100));
        await Assert.ThrowsAsync(Is.InstanceOf<OperationCanceledException>(), () => server.ReceiveAsync(cancel.Token).AsTask().WaitAsync(Limit));

        await client.SendAsync(7, [8, 9], server.LocalEndPoint);
        PacketReadResult received = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        Assert.That(received.Packet.Raw.ToArray(), Is.EqualTo(Good));
    }

    [Test]
    public async Task A_received_datagram_equals_its_copies_and_no_other_datagram()
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        await client.SendAsync(7, [8, 9], server.LocalEndPoint);
        await client.SendAsync(7, [8, 9], server.LocalEndPoint);
        PacketReadResult first = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        PacketReadResult copy = first;
        PacketReadResult second = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        Assert.That(first == copy, Is.True);
        Assert.That(first.GetHashCode(), Is.EqualTo(copy.GetHashCode()));
        Assert.That(first == second, Is.False);
        Assert.That(first != second, Is.True);
        Assert.That(first.Equals((object)second), Is.False);
        Assert.That(first == default, Is.False);

        using PacketDatagramSocket other = Bind();
        await client.SendAsync(7, [8, 9], other.LocalEndPoint);
        Assert.That(await other.ReceiveAsync().AsTask().WaitAsync(Limit) == first, Is.False, "the first of another socket");
    }

    [Test]
    public async Task A_packet_cannot_be_used_after_the_next_receive_has_begun([Values(0, 2)] int nextSize)
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        await client.SendAsync(7, [8, 9], server.LocalEndPoint);
        PacketReadResult first = await server.ReceiveAsync().AsTask().WaitAsync(Limit);
        Task<PacketReadResult> receiving = server.ReceiveAsync().AsTask();
        AssertIsGone(first);

        await client.SendAsync(3, new byte[nextSize], server.LocalEndPoint);
        PacketReadResult second = await receiving.WaitAsync(Limit);
        AssertIsGone(first);
        Assert.That((second.Packet.Id, second.Packet.PayloadSize), Is.EqualTo((3u, nextSize)));

        static void AssertIsGone(PacketReadResult datagram) =>
            Assert.That(() => datagram.Packet.Id, Throws.InvalidOperationException.With.Message.Contains("A later read released the packet's memory"));
    }

    [Test]
    public async Task A_second_receive_throws_while_another_one_is_pending()
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        Task<PacketReadResult> waiting = server.ReceiveAsync().AsTask();
        await Assert.ThrowsAsync<InvalidOperationException>(() => server.ReceiveAsync().AsTask().WaitAsync(Limit));

        await client.SendAsync(7, [8, 9], server.LocalEndPoint);
        Assert.That((await waiting.WaitAsync(Limit)).Packet.Raw.ToArray(), Is.EqualTo(Good));
    }

    [Test]
    public async Task Disposing_ends_a_pending_receive_with_an_ObjectDisposedException([Values] bool isCancelable)
    {
        using CancellationTokenSource source = new();
        PacketDatagramSocket socket = Bind();
        Task receiving = socket.ReceiveAsync(isCancelable ? source.Token : default).AsTask();
        socket.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => receiving.WaitAsync(Limit));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => socket.ReceiveAsync().AsTask().WaitAsync(Limit));
    }

    [Test]
    [Platform("Linux", Reason = "The error of a socket that was shut down is that of Linux.")]
    public async Task A_send_that_fails_because_the_socket_was_disposed_throws_an_ObjectDisposedException()
    {
        using PacketDatagramSocket peer = Bind();
        using OpenSocket system = new();
        system.Connect(peer.LocalEndPoint!);
        PacketDatagramSocket socket = new(system);
        system.Shutdown(SocketShutdown.Send);
        SocketException? failed = await Assert.ThrowsAsync<SocketException>(() => socket.SendAsync(7, [8, 9]).AsTask().WaitAsync(Limit));
        Assert.That(failed!.SocketErrorCode, Is.EqualTo(SocketError.Shutdown));
        socket.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => socket.SendAsync(7, [8, 9]).AsTask().WaitAsync(Limit));
    }

    [Test]
    public async Task A_receiver_whose_address_is_mapped_to_IPv6_gets_the_packet_of_an_IPv4_socket()
    {
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        await client.SendAsync(7, [8, 9], new IPEndPoint(IPAddress.Loopback.MapToIPv6(), ((IPEndPoint)server.LocalEndPoint!).Port));
        Assert.That((await server.ReceiveAsync().AsTask().WaitAsync(Limit)).Packet.Raw.ToArray(), Is.EqualTo(Good));
    }

    [Test]
    public void The_default_datagram_has_no_packet()
    {
        PacketReadResult none = default;
        Assert.That(none.HasPacket, Is.False);
        Assert.That(() => none.Packet.Id, Throws.InvalidOperationException);
    }

    [Test]
    public void A_stream_socket_is_rejected()
    {
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        Assert.That(() => new PacketDatagramSocket(socket), Throws.ArgumentException.With.Message.Contains("Stream"));
    }

    private static PacketDatagramSocket Bind(PacketFormat? format = null) => new(BoundSocket(new IPEndPoint(IPAddress.Loopback, 0)), format);

    private static PacketDatagramSocket Bind(IPEndPoint address) => new(BoundSocket(address));

    private static async Task<PacketDatagramSocket> ConnectAsync(IPEndPoint peer)
    {
        Socket socket = BoundSocket(new IPEndPoint(IPAddress.Loopback, 0));
        await socket.ConnectAsync(peer);
        return new PacketDatagramSocket(socket);
    }

    private static Socket BoundSocket(IPEndPoint address)
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(address);
        return socket;
    }

    /// <summary>A socket that stays open after Dispose, as between the two steps in which another thread's Dispose shuts a socket down and closes it.</summary>
    private sealed class OpenSocket() : Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp)
    {
        [SuppressMessage("Usage", "CA2215:Dispose methods should call base class dispose", Justification = "The handle's finalizer closes the socket.")]
        protected override void Dispose(bool disposing)
        {
        }
    }
}
