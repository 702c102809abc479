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

    [TestCase(1, PacketError.HeaderTruncated)]
    [TestCase(3, PacketError.HeaderTruncated)]
    [TestCase(4, PacketError.PayloadTruncated)]
    [TestCase(6, PacketError.PayloadTruncated)]
    public async Task The_error_of_a_half_packet_names_the_part_that_is_not_complete(int received, PacketError error)
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(new PacketConnectionOptions { HalfPacketTimeout = TimeSpan.FromSeconds(10), TimeProvider = clock });

        // A whole packet, and the start of one with 3 bytes of payload.
        byte[] packets = [0, 0, 1, 0, 3, 0, 1, 0, 7, 7, 7];
        await peer.Output.WriteAsync(packets.AsMemory(0, 4 + received));
        Task reading = ReadAll(connection);
        clock.Advance(TimeSpan.FromSeconds(2.5));
        clock.Advance(TimeSpan.FromSeconds(10));
        clock.Advance(TimeSpan.FromSeconds(1));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        InvalidPacketException? cause = exception!.InnerException as InvalidPacketException;
        Assert.That((exception.Reason, cause?.Error, cause?.Position), Is.EqualTo((PacketCloseReason.HalfPacketTimeout, (PacketError?)error, (long?)4)));
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

    /// <summary>Starts an operation with a deadline, and returns the time until the connection was closed.</summary>
    private static async Task<TimeSpan> Last(
        PacketConnectionOptions options, PacketCloseReason reason, bool readsFromStart, Func<PacketConnection, IDuplexPipe, Task> begin)
    {
        FakeTimeProvider clock = (FakeTimeProvider)options.TimeProvider;
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(options);
        Task reading = readsFromStart ? ReadAll(connection) : Task.CompletedTask;

        // The connection checks the deadline four times in two seconds. The operation starts between two checks, and its time must not count from the
        // earlier one.
        clock.Advance(TimeSpan.FromMilliseconds(300));
        long start = clock.GetTimestamp();
        Task ended = Task.WhenAll(reading, begin(connection, peer));
        await clock.UntilAsync(ended);
        TimeSpan elapsed = clock.GetElapsedTime(start);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => ended);
        Assert.That(exception!.Reason, Is.EqualTo(reason));
        await connection.DisposeAsync();
        return elapsed;
    }
}
