namespace Codec.Tests.Transport;

/// <content>Host names, and addresses of both families. Mono's sockets try the addresses of one family only.</content>
public sealed partial class PacketListenerTests
{
    [Test]
    public async Task Only_addresses_of_the_family_of_a_host_name_are_tried()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        Task<PacketConnection> accepting = listener.AcceptAsync();
        int port = ((IPEndPoint)listener.EndPoint).Port;
        await using PacketConnection connection = await Timed(PacketConnection.ConnectAsync(new DnsEndPoint("localhost", port, AddressFamily.InterNetwork)));
        await using PacketConnection accepted = await Timed(accepting);
        DnsEndPoint other = new("127.0.0.1", port, AddressFamily.InterNetworkV6);
        await Assert.ThrowsAsync<SocketException>(() => Timed(PacketConnection.ConnectAsync(other)));
    }

    [Test]
    public async Task An_end_point_that_is_not_an_address_of_TCP_is_rejected_with_its_address_family()
    {
        UnixDomainSocketEndPoint unix = new("codec.sock");
        Assert.That(() => new PacketListener(unix), Throws.ArgumentException.With.Message.Contains("Unix"));
        Assert.That(() => new PacketListener(new DnsEndPoint("localhost", 0)), Throws.ArgumentException.With.Message.Contains("Unspecified"));
        Assert.That(
            () => new PacketListener(new DnsEndPoint("localhost", 0, AddressFamily.InterNetwork)),
            Throws.ArgumentException.With.Property(nameof(ArgumentException.ParamName)).EqualTo("endPoint").And.Message.Contains("localhost"));
        ArgumentException? exception = await Assert.ThrowsAsync<ArgumentException>(() => PacketConnection.ConnectAsync(unix));
        Assert.That(exception!.Message, Does.Contain("Unix").And.Contain("endPoint"));
    }

    [Test]
    public async Task An_IPv4_address_that_is_mapped_to_IPv6_is_used_as_an_IPv4_address()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback.MapToIPv6(), 0));
        IPEndPoint endPoint = (IPEndPoint)listener.EndPoint;
        Task<PacketConnection> accepting = listener.AcceptAsync();
        await using PacketConnection connection = await Timed(PacketConnection.ConnectAsync(new IPEndPoint(IPAddress.Loopback.MapToIPv6(), endPoint.Port)));
        await using PacketConnection accepted = await Timed(accepting);
        Assert.That((endPoint.Address, connection.RemoteEndPoint), Is.EqualTo((IPAddress.Loopback, endPoint)));
        Assert.That(((IPEndPoint)accepted.RemoteEndPoint!).Address, Is.EqualTo(IPAddress.Loopback));
    }

    [Test]
    public async Task A_host_name_of_white_space_is_rejected() => await Assert.ThrowsAsync(
        Is.InstanceOf<ArgumentException>().With.Property(nameof(ArgumentException.ParamName)).EqualTo("endPoint"),
        () => PacketConnection.ConnectAsync(new DnsEndPoint(" ", 7777)));

    [Test]
    public async Task Connecting_to_an_unknown_host_name_throws_a_SocketException([Values] bool isIPv4)
    {
        DnsEndPoint name = new("unknown.invalid", 7777, isIPv4 ? AddressFamily.InterNetwork : AddressFamily.Unspecified);
        await Assert.ThrowsAsync<SocketException>(() => Timed(PacketConnection.ConnectAsync(name)));
    }

    [Test]
    public async Task Connecting_to_a_host_name_without_a_listener_throws_a_SocketException()
    {
        // The socket is bound so that no other process uses the port, but it does not listen.
        using Socket bound = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        bound.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        DnsEndPoint name = new("localhost", ((IPEndPoint)bound.LocalEndPoint!).Port);
        await Assert.ThrowsAsync<SocketException>(() => Timed(PacketConnection.ConnectAsync(name)));
    }

    [Test]
    public async Task An_address_that_does_not_answer_is_given_up_after_its_share_of_the_timeout()
    {
        if (!Socket.OSSupportsIPv6 || !OperatingSystem.IsLinux())
        {
            ExternalProgram.Missing("Enable IPv6 on Linux to run this test.");
        }

        // Linux discards a client's first packet if the backlog is full.
        using Socket full = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        full.Listen(0);
        using Socket waiting = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await waiting.ConnectAsync(full.LocalEndPoint!);
        int port = ((IPEndPoint)full.LocalEndPoint!).Port;
        using PacketListener listener = new(new IPEndPoint(IPAddress.IPv6Loopback, port));

        FakeTimeProvider clock = new();
        TimeSpan timeout = TimeSpan.FromSeconds(10);
        Task<Socket> connecting = TcpConnector.ConnectAsync([IPAddress.Loopback, IPAddress.IPv6Loopback], port, clock, timeout, CancellationToken.None);
        clock.Advance((timeout / 2) - PassingTime.Step);
        Assert.That(await Task.WhenAny(connecting, Task.Delay(200)), Is.Not.SameAs(connecting));
        clock.Advance(PassingTime.Step);
        using Socket socket = await Timed(connecting);
        Assert.That(((IPEndPoint)socket.RemoteEndPoint!).Address, Is.EqualTo(IPAddress.IPv6Loopback));
    }

    [Test]
    public async Task Cancelling_ends_connecting_before_the_other_addresses_are_tried()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        IPAddress[] addresses = [IPAddress.Loopback, IPAddress.Loopback];
        CancellationToken canceled = new(canceled: true);
        await Assert.ThrowsAsync(
            Is.InstanceOf<OperationCanceledException>().With.Property(nameof(OperationCanceledException.CancellationToken)).EqualTo(canceled),
            () => TcpConnector.ConnectAsync(addresses, ((IPEndPoint)listener.EndPoint).Port, TimeProvider.System, Timeout.InfiniteTimeSpan, canceled));
    }

    [TestCase("::", "127.0.0.1")]
    [TestCase("::", "::1")]
    [TestCase("0.0.0.0", "127.0.0.1")]
    public async Task A_listener_on_any_address_accepts_clients(string any, string address)
    {
        if (any == "::" && !Socket.OSSupportsIPv6)
        {
            ExternalProgram.Missing("Enable IPv6 to run this test.");
        }

        using PacketListener listener = new(new IPEndPoint(IPAddress.Parse(any), 0));
        Task<PacketConnection> accepting = listener.AcceptAsync();
        await using PacketConnection connection = await Timed(
            PacketConnection.ConnectAsync(new IPEndPoint(IPAddress.Parse(address), ((IPEndPoint)listener.EndPoint).Port)));
        await using PacketConnection accepted = await Timed(accepting);
        IPAddress client = IPAddress.Parse(address);
        Assert.That(((IPEndPoint)accepted.RemoteEndPoint!).Address, Is.EqualTo(any == "::" ? client.MapToIPv6() : client));
        await connection.SendAsync(7, new byte[10]);
        await connection.CompleteAsync();
        Assert.That(await Timed(CountAsync(accepted)), Is.EqualTo(1));
    }
}
