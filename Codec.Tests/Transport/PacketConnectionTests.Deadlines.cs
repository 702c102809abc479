namespace Codec.Tests.Transport;

/// <content>Deadlines must not expire early.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task A_deadline_ends_after_three_moves_of_the_clock([Values] bool isHalfPacket, [Values(2.5, 3600)] double first)
    {
        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new() { HalfPacketTimeout = TimeSpan.FromSeconds(10), IdleTimeout = TimeSpan.FromMinutes(1), TimeProvider = clock };
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(options);
        await peer.Output.WriteAsync(new byte[isHalfPacket ? 1 : 4]);
        Task reading = ReadAll(connection);

        // The first check is a quarter of the shortest deadline after the start.
        clock.Advance(TimeSpan.FromSeconds(first));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        clock.Advance(isHalfPacket ? options.HalfPacketTimeout : options.IdleTimeout);
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        clock.Advance(TimeSpan.FromSeconds(1));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(isHalfPacket ? PacketCloseReason.HalfPacketTimeout : PacketCloseReason.IdleTimeout));
        await connection.DisposeAsync();
    }

    [Test]
    public async Task A_closed_connection_has_no_timers([Values] bool isInvalid)
    {
        TestedBuild.IgnoreIfNetStandard("the token source of CloseTimeout keeps its timer until the timeout.");
        TimerCountingClock clock = new();
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(new PacketConnectionOptions { TimeProvider = clock });
        Assert.That(clock.Timers, Is.EqualTo(1));
        if (isInvalid)
        {
            await peer.Output.WriteAsync(new byte[1]);
            await peer.Output.CompleteAsync();
            await Assert.ThrowsAsync<InvalidPacketException>(() => ReadAll(connection).WaitAsync(Limit));
        }
        else
        {
            await connection.DisposeAsync();
        }

        Assert.That(clock.Timers, Is.Zero);
        await connection.DisposeAsync();
    }
}
