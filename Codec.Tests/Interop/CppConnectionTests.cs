namespace Codec.Tests.Interop;

/// <summary>Tests C++ connections, in the process of the example server, with C# connections as their peers.</summary>
public sealed class CppConnectionTests
{
    // Game.Chat in schemas/game.fbs.
    private const uint ChatId = 4;

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
}
