namespace Codec.Tests.Transport;

/// <summary>Tests that pooled memory is returned when the stream does not use it any more, and not before.</summary>
internal sealed class TransportMemoryTests
{
    [Test]
    public async Task Memory_that_a_write_still_uses_is_returned_after_the_write_has_ended([Values] bool fails)
    {
        using SharedPoolListener pool = new();
        using GatedStream stream = new();
        PacketConnection connection = new(stream, options: new PacketConnectionOptions { CloseTimeout = TimeSpan.Zero });

        // Longer than the arrays that the connections of a thread share.
        Task sending = connection.SendAsync(1, new byte[10_000]).AsTask();
        pool.CountsRents = false;
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        await sending;
        Assert.That(pool.Outstanding, Is.EqualTo(SharedPoolListener.HasEvents ? 1 : 0), "The stream still has the array.");
        if (fails)
        {
            stream.Fail(new HandlerException());
        }
        else
        {
            stream.Open();
        }

        Assert.That(SpinWait.SpinUntil(() => pool.Outstanding == 0, Limit), Is.True);
    }

    [Test]
    public async Task The_memory_of_a_written_packet_is_returned_by_the_first_check_that_finds_no_new_write()
    {
        using SharedPoolListener pool = new();
        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new() { HalfPacketTimeout = TimeSpan.FromSeconds(4), TimeProvider = clock };
        await using PacketConnection connection = new(Stream.Null, options: options);
        Task sending = connection.SendAsync(1, new byte[10_000]).AsTask();
        pool.CountsRents = false;
        await sending;
        await connection.FlushAsync().AsTask().WaitAsync(Limit);
        int kept = SharedPoolListener.HasEvents ? 1 : 0;
        Assert.That(pool.Outstanding, Is.EqualTo(kept));
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(pool.Outstanding, Is.EqualTo(kept), "The packet was written since the last check.");
        clock.Advance(TimeSpan.FromSeconds(1));
        Assert.That(pool.Outstanding, Is.Zero);
    }

    [TestCase(99, false)]
    [TestCase(100, true)]
    public async Task A_sender_waits_if_the_waiting_bytes_reach_the_send_limit(int payloadSize, bool waits)
    {
        GatedStream stream = new();
        await using PacketConnection connection = new(stream, options: new PacketConnectionOptions { SendLimit = 104 });
        Task sending = connection.SendAsync(1, new byte[payloadSize]).AsTask();
        Assert.That(sending.IsCompleted, Is.EqualTo(!waits));
        stream.Open();
        await sending.WaitAsync(Limit);
    }

    [Test]
    public async Task Memory_into_which_a_cancelled_read_still_reads_is_not_returned([Values] bool cancels)
    {
        CountingPool pool = new();
        using GatedStream stream = new() { IsCancelable = true };
        PacketReader reader = new(new StreamInput(stream, new ReceiveProgress(), pool, cancels), format: null, countsPackets: false);
        using CancellationTokenSource cancel = new();
        Task reading = reader.ReadPacketAsync(cancel.Token).AsTask();
        await cancel.CancelAsync();
        Assert.That(async () => await reading.WaitAsync(Limit), Throws.InstanceOf<OperationCanceledException>());
        await reader.DisposeAsync();
        Assert.That(pool.Outstanding, Is.EqualTo(cancels && !TestedBuild.IsNetStandard ? 0 : 1), "Netstandard's reads continue, and those of a WebSocket.");
    }
}
