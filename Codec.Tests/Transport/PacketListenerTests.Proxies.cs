namespace Codec.Tests.Transport;

/// <content>Headers of the PROXY protocol.</content>
public sealed partial class PacketListenerTests
{
    private const string Line = "PROXY TCP4 192.0.2.1 192.0.2.2 3867 7777\r\n";
    private static readonly byte[] Packet = [2, 0, 7, 0, 8, 9];

    [Test]
    public async Task A_header_in_parts_is_taken_and_the_packets_after_it_stay()
    {
        byte[] bytes = [.. Encoding.ASCII.GetBytes(Line), .. Packet];
        using PacketListener listener = Proxied();
        for (int first = 0; first <= bytes.Length; first++)
        {
            using Socket proxy = Connect(listener);
            Task<PacketConnection> accepting = listener.AcceptAsync();
            proxy.Send(bytes, 0, first, SocketFlags.None);
            if (first < Line.Length)
            {
                await Task.Yield();
                Assert.That(accepting.IsCompleted, Is.False);
            }

            proxy.Send(bytes, first, bytes.Length - first, SocketFlags.None);
            await using PacketConnection accepted = await Timed(accepting);
            Assert.That(accepted.RemoteEndPoint?.ToString(), Is.EqualTo("192.0.2.1:3867"));
            proxy.Shutdown(SocketShutdown.Send);
            Assert.That(await Timed(CountAsync(accepted)), Is.EqualTo(1));
        }
    }

    [Test]
    public async Task Without_a_client_in_the_header_the_address_is_the_proxys()
    {
        using PacketListener listener = Proxied();
        foreach (byte[] header in (byte[][])[Encoding.ASCII.GetBytes("PROXY UNKNOWN\r\n"), [.. "\r\n\r\n\0\r\nQUIT\n"u8, 0x20, 0, 0, 0]])
        {
            using Socket proxy = Connect(listener);
            proxy.Send(header);
            await using PacketConnection accepted = await Timed(listener.AcceptAsync());
            Assert.That(accepted.RemoteEndPoint, Is.EqualTo(proxy.LocalEndPoint));
        }
    }

    [Test]
    public async Task A_proxy_that_sends_nothing_delays_no_other_connection_and_is_closed_with_the_listener()
    {
        PacketListener listener = Proxied();
        using Socket silent = Connect(listener);
        using Socket half = Connect(listener);
        half.Send(Encoding.ASCII.GetBytes("PROXY "));
        Task<PacketConnection> accepting = listener.AcceptAsync();
        using (Socket ended = Connect(listener))
        {
            // A check of the proxy, which is ignored.
        }

        using Socket proxy = Connect(listener);
        proxy.Send(Encoding.ASCII.GetBytes(Line));
        await using PacketConnection accepted = await Timed(accepting);
        Assert.That(accepted.RemoteEndPoint?.ToString(), Is.EqualTo("192.0.2.1:3867"));

        listener.Dispose();
        await Timed(Task.WhenAll(Task.Run(() => ReadToEnd(silent)), Task.Run(() => ReadToEnd(half))));
        Assert.That(listener.OpenConnections, Is.EqualTo(1));
    }

    [Test]
    public async Task An_invalid_header_closes_the_connection_with_one_reason([Values("GET / HTTP/1.1\r\n", "PROXY TCP4 x y 1 2\r\n", "PROXY")] string start)
    {
        using PacketListener listener = Proxied();
        using Socket proxy = Connect(listener);
        proxy.Send(Encoding.ASCII.GetBytes(start));
        proxy.Shutdown(SocketShutdown.Send);
        await using PacketConnection accepted = await Timed(listener.AcceptAsync());
        Assert.That((accepted.CloseReason, listener.OpenConnections), Is.EqualTo((PacketCloseReason.InvalidPacket, 0)));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => Timed(CountAsync(accepted)));
        Assert.That(
            exception!.InnerException,
            Is.TypeOf<InvalidPacketException>().With.Property("Error").EqualTo(PacketError.ProxyHeaderInvalid)
                .And.Message.StartsWith("The connection does not begin with a valid header of the PROXY protocol."));
        ReadToEnd(proxy);
    }

    [Test]
    public async Task A_header_that_is_not_complete_in_time_closes_the_connection()
    {
        FakeTimeProvider clock = new();
        using PacketListener listener = Proxied(new PacketConnectionOptions { TimeProvider = clock });
        using Socket proxy = Connect(listener);
        proxy.Send(Encoding.ASCII.GetBytes("PROXY "));
        Task<PacketConnection> accepting = listener.AcceptAsync();
        await clock.UntilAsync(accepting);
        await using PacketConnection accepted = await Timed(accepting);
        Assert.That(accepted.CloseReason, Is.EqualTo(PacketCloseReason.HalfPacketTimeout));
        ReadToEnd(proxy);
    }

    [Test]
    public async Task A_peer_that_is_no_proxy_is_reset([Values("127.0.0.0/32", "127.0.0.2", "::1/128", "128.0.0.0/1")] string network)
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), proxyNetworks: [network]);
        using CancellationTokenSource cancel = new();
        Task accepting = listener.AcceptAsync(cancel.Token);
        await AssertReset(listener.EndPoint);
        Assert.That((accepting.IsCompleted, listener.OpenConnections), Is.EqualTo((false, 0)));
        cancel.Cancel();
        Assert.That(async () => await Timed(accepting), Throws.InstanceOf<OperationCanceledException>());
    }

    [Test]
    public async Task A_mapped_address_of_a_proxy_matches_its_IPv4_network([Values("127.0.0.1", "0.0.0.0/0", "127.1.2.3/8")] string network)
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.IPv6Any, 0), proxyNetworks: ["2001:db8::/32", network]);
        using Socket proxy = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        proxy.Connect(IPAddress.Loopback, ((IPEndPoint)listener.EndPoint).Port);
        proxy.Send(Encoding.ASCII.GetBytes(Line));
        await using PacketConnection accepted = await Timed(listener.AcceptAsync());
        Assert.That(accepted.RemoteEndPoint?.ToString(), Is.EqualTo("192.0.2.1:3867"));
    }

    [Test]
    public void A_network_that_is_no_address_with_a_prefix_length_is_rejected(
        [Values("", "name", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8/8", "::/129")] string network) =>
        Assert.That(
            () => new PacketListener(new IPEndPoint(IPAddress.Loopback, 0), proxyNetworks: [network]),
            Throws.ArgumentException.With.Message.Contains($"such as 10.0.0.0/8, not \"{network}\""));

    private static PacketListener Proxied(PacketConnectionOptions? options = null) =>
        new(new IPEndPoint(IPAddress.Loopback, 0), options: options, proxyNetworks: ["127.0.0.0/8"]);

    private static Socket Connect(PacketListener listener)
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveTimeout = (int)Limit.TotalMilliseconds,
        };
        socket.Connect(listener.EndPoint);
        return socket;
    }

    /// <summary>Reads until the peer ends or resets the connection. Fails after a time limit.</summary>
    private static void ReadToEnd(Socket socket)
    {
        try
        {
            while (socket.Receive(new byte[100]) > 0)
            {
            }
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.ConnectionReset)
        {
        }
    }
}
