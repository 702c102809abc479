using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <content>Sessions over each transport.</content>
public sealed partial class PacketSessionTests
{
    [Test]
    public async Task A_session_works_over([Values("sockets", "TLS", "a WebSocket")] string transport)
    {
        (PacketConnection client, PacketConnection server, IDisposable owned) = await ConnectOver(transport);
        using (owned)
        {
            PacketRoutes<PacketConnection> routes = new();
            routes.AddCount((PacketConnection state, in Count count) =>
            {
                _ = state.Session!.Answer(new Total { Value = count.Value });
                if (count.Value == 100)
                {
                    state.Session.Close(256, "enough");
                }
            });
            Task serving = SessionPair.Run(server, routes);
            Task<List<uint>> reading = SessionPair.ReadIds(client);
            await SessionPair.Until(() => client.Session!.IsOpen);
            for (uint i = 1; i <= 100; i++)
            {
                Assert.That((await client.Session!.AskAsync(new Count { Value = i }).AsTask().WaitAsync(Limit)).Value, Is.EqualTo(i));
            }

            await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
            await serving.WaitAsync(Limit);
            Assert.That(client.Session!.PeerLeave, Is.EqualTo(((ushort)256, "enough")));
            await Close(client, server);
            Assert.That((client.CloseReason, server.CloseReason), Is.EqualTo((PacketCloseReason.Remote, PacketCloseReason.Local)));
        }
    }

    [Test]
    public async Task A_cut_at_any_byte_of_the_handshake_ends_both_sides()
    {
        byte[] hello = PacketEncoder.Encode(new Hello { ToServer = 1, ToClient = 2 });
        for (int cut = 0; cut < hello.Length; cut++)
        {
            (Socket client, Socket server) = await Transport.PacketConnectionTests.ConnectSockets();
            await using PacketConnection connection = new(server, options: SessionPair.Options(SessionPair.Server));
            await client.SendAsync(hello.AsMemory(0, cut));
            client.Shutdown(SocketShutdown.Send);
            Task<List<uint>> reading = SessionPair.ReadIds(connection);
            await reading.ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
            Assert.That((reading.Exception?.InnerException as InvalidPacketException)?.Error, cut == 0 ? Is.Null : Is.Not.Null);
            client.Dispose();
        }
    }

    [Test]
    public async Task A_reset_ends_a_session_in_each_state([Values("opening", "deciding", "open", "leaving")] string state)
    {
        (Socket client, Socket server) = await Transport.PacketConnectionTests.ConnectSockets();
        TaskCompletionSource decides = new();
        PacketSessionOptions options = new()
        {
            Protocol = SessionPair.Protocol,
            IsServer = true,
            Accept = async hello =>
            {
                decides.SetResult();
                await (state == "deciding" ? Task.Delay(Limit) : hello.Welcome());
            },
        };
        await using PacketConnection connection = new(server, options: SessionPair.Options(options));
        Task reading = SessionPair.ReadIds(connection);
        Task<Total>? asked = null;
        if (state != "opening")
        {
            await client.SendAsync(PacketEncoder.Encode(new Hello { ToServer = 1, ToClient = 2 }));
            await decides.Task.WaitAsync(Limit);
        }

        if (state is "open" or "leaving")
        {
            await SessionPair.Until(() => connection.Session!.IsOpen);
            asked = connection.Session!.AskAsync(new Count()).AsTask();
        }

        if (state == "leaving")
        {
            connection.Session!.Close(300, "bye");
        }

        client.LingerState = new LingerOption(true, 0);
        client.Dispose();
        await Task.WhenAll(reading, asked ?? reading).ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
        Assert.That((connection.Session!.IsOpen, asked?.Exception?.InnerException is null or PacketRequestException), Is.EqualTo((false, true)));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        Assert.That(connection.CloseReason, Is.EqualTo(state == "leaving" ? PacketCloseReason.Local : PacketCloseReason.Remote));
    }

    private static async Task<(PacketConnection Client, PacketConnection Server, IDisposable Owned)> ConnectOver(string transport)
    {
        PacketConnectionOptions client = SessionPair.Options(SessionPair.Client);
        PacketConnectionOptions server = SessionPair.Options(SessionPair.Server);
        if (transport == "a WebSocket")
        {
            WebSocketPair pair = new();
            return (new PacketConnection(pair.Client, options: client), new PacketConnection(pair.Server, options: server), pair);
        }

        if (transport == "TLS")
        {
            (SslStream nearTls, SslStream farTls, Socket peer) = await Transport.PacketConnectionTests.ConnectTls();
            return (new PacketConnection(nearTls, options: client), new PacketConnection(farTls, options: server), peer);
        }

        (Socket near, Socket far) = await Transport.PacketConnectionTests.ConnectSockets();
        return (new PacketConnection(near, options: client), new PacketConnection(far, options: server), near);
    }
}
