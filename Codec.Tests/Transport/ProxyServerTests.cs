using Codec.Tests.Sessions;

namespace Codec.Tests.Transport;

/// <summary>Tests a listener behind HAProxy and nginx.</summary>
public sealed class ProxyServerTests
{
    /// <summary>Gets the programs, and the options of their server.</summary>
    public static string[][] Proxies { get; } =
    [
        ["haproxy", "send-proxy"],
        ["haproxy", "send-proxy-v2"],
        ["haproxy", "send-proxy-v2 proxy-v2-options unique-id,crc32c"],
        ["haproxy", "send-proxy-v2 check inter 50ms"],
        ["haproxy", "send-proxy check inter 50ms"],
        ["nginx", "proxy_protocol on"],
    ];

    [TestCaseSource(nameof(Proxies))]
    public async Task The_address_is_the_clients_and_packets_travel_both_ways(string program, string option)
    {
        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), proxyNetworks: ["127.0.0.0/8"]);
        using ProxyServer proxy = new(program, option, listener.EndPoint);
        for (int i = 0; i < 3; i++)
        {
            using Socket socket = await proxy.ConnectAsync();
            EndPoint client = socket.LocalEndPoint!;
            await using PacketConnection connection = new(socket);
            await connection.SendAsync(7, [8, 9]);
            await connection.CompleteAsync();

            await using PacketConnection accepted = await AcceptAsync(listener, client);
            Assert.That(await SessionPair.ReadIds(accepted).WaitAsync(Limit), Is.EqualTo((uint[])[7]));
            await accepted.SendAsync(5, []);
            await accepted.CompleteAsync();
            Assert.That(await SessionPair.ReadIds(connection).WaitAsync(Limit), Is.EqualTo((uint[])[5]));
        }
    }

    /// <summary>Accepts the connection of a client. A check of HAProxy states no client.</summary>
    private static async Task<PacketConnection> AcceptAsync(PacketListener listener, EndPoint client)
    {
        while (true)
        {
            PacketConnection accepted = await listener.AcceptAsync().WaitAsync(Limit);
            if (client.Equals(accepted.RemoteEndPoint))
            {
                return accepted;
            }

            await accepted.DisposeAsync();
        }
    }
}
