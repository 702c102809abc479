namespace Codec.Tests.Interop;

/// <summary>Tests C++ connections, in the process of the example server, with C# connections as their peers.</summary>
public sealed class CppConnectionTests
{
    // Game.Chat in schemas/game.fbs.
    private const uint ChatId = 4;

    [Test]
    public async Task Both_sides_end_normally_after_the_last_packet()
    {
        using CppServer server = new("echo");

        await Exchange(server);

        Assert.That(server.Kill(), Is.Empty);
    }

    [Test]
    public async Task A_packet_that_the_verifier_rejects_closes_only_its_connection()
    {
        using CppServer server = new("echo");
        await using PacketConnection bad = await PacketConnection.ConnectAsync(server.EndPoint);
        await bad.SendAsync(7000, new byte[10]);
        await bad.SendAsync(ChatId, new byte[10]);

        // The answer to the packet before the invalid one arrives.
        Assert.That(await Count(bad), Is.EqualTo(1));

        await Exchange(server);
        Assert.That(server.Kill(), Is.EqualTo("The peer sent an invalid packet. PayloadInvalid in the packet at byte 14: Game.Chat (id 4), 10 bytes, ToServer.\n"));
    }

    [Test]
    public async Task A_half_packet_is_dropped_after_the_timeout()
    {
        using CppServer server = new("echo", halfPacketSeconds: 1);
        using TcpClient client = new();
        await client.ConnectAsync(server.EndPoint);
        await client.GetStream().WriteAsync(new byte[3]);

        Assert.That(await client.GetStream().ReadAsync(new byte[1]).AsTask().WaitAsync(Limit), Is.Zero);

        await Exchange(server);
        Assert.That(server.Kill(), Is.EqualTo("The peer did not complete a packet in time. HeaderTruncated in the packet at byte 0.\n"));
    }

    [Test]
    public async Task A_broadcast_reaches_every_client_and_a_slow_one_is_closed()
    {
        const int Packets = 400;
        using CppServer server = new("fanout");
        using TcpClient slow = new() { ReceiveBufferSize = 4096 };
        await slow.ConnectAsync(server.EndPoint);
        await using PacketConnection first = await PacketConnection.ConnectAsync(server.EndPoint);
        await using PacketConnection second = await PacketConnection.ConnectAsync(server.EndPoint);
        await using PacketConnection sender = await PacketConnection.ConnectAsync(server.EndPoint);
        Task<int>[] receiving = [Take(first, Packets), Take(second, Packets)];

        for (int i = 0; i < Packets; i++)
        {
            byte[] payload = new byte[60_000];
            BitConverter.TryWriteBytes(payload, i);
            await sender.SendAsync(7000, payload);

            // So that only the client that does not read is too slow.
            await Task.Delay(TimeSpan.FromMilliseconds(1));
        }

        Assert.That(await Task.WhenAll(receiving).WaitAsync(Limit), Is.All.EqualTo(Packets));
        Assert.That(server.Kill(), Does.Match("^The peer read too slowly\\. [0-9]+ accepted packets may not have been sent\\.\n$"));
    }

    /// <summary>Lets the server, which has one thread, do what it has to do and send a packet back.</summary>
    private static async Task Exchange(CppServer server)
    {
        await using PacketConnection connection = await PacketConnection.ConnectAsync(server.EndPoint);
        await connection.SendAsync(7000, new byte[50_000]);
        await connection.CompleteAsync();
        Assert.That(await Count(connection), Is.EqualTo(1));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
    }

    /// <summary>Receives to the end.</summary>
    /// <returns>The number of packets.</returns>
    private static async Task<int> Count(PacketConnection connection)
    {
        int count = 0;
        await foreach (PacketReadResult result in connection.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            Assert.That(result.HasPacket, Is.True);
            count++;
        }

        return count;
    }

    /// <summary>Receives numbered packets.</summary>
    /// <returns>The number of packets that were in order.</returns>
    private static async Task<int> Take(PacketConnection connection, int packets)
    {
        int next = 0;
        await foreach (PacketReadResult result in connection.ReadAllAsync(new CancellationTokenSource(Limit).Token))
        {
            Assert.That(BitConverter.ToInt32(result.Packet.Payload), Is.EqualTo(next));
            if (++next == packets)
            {
                break;
            }
        }

        return next;
    }
}
