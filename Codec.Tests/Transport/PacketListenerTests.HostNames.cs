using System.Net;
using System.Net.Sockets;
using System.Threading.Tasks;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <content>Host names, and addresses of both families. Mono's sockets try the addresses of one family only.</content>
public sealed partial class PacketListenerTests
{
    [Test]
    public async Task Connecting_to_a_host_name_succeeds()
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        Task<PacketConnection> accepting = listener.AcceptAsync();
        DnsEndPoint name = new("localhost", ((IPEndPoint)listener.EndPoint).Port);
        await using PacketConnection connection = await Timed(PacketConnection.ConnectAsync(name));
        await using PacketConnection accepted = await Timed(accepting);

        await connection.SendAsync(7, new byte[10]);
        await connection.CompleteAsync();
        Assert.That(await Timed(CountAsync(accepted)), Is.EqualTo(1));
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
        await connection.SendAsync(7, new byte[10]);
        await connection.CompleteAsync();
        Assert.That(await Timed(CountAsync(accepted)), Is.EqualTo(1));
    }
}
