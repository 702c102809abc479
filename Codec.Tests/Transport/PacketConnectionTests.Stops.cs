namespace Codec.Tests.Transport;

/// <content>
/// A deadline is decided by what has arrived, also after the process was stopped: the timer's check then runs before the reads and writes that have ended.
/// </content>
public sealed partial class PacketConnectionTests
{
    private static readonly byte[] Whole = [0, 0, 1, 0];

    [Test]
    public async Task A_stop_of_the_process_does_not_end_a_connection_whose_bytes_have_arrived([Values] bool isHalfPacket)
    {
        JumpingClock clock = new();
        HeldTransport transport = new();
        await using PacketConnection connection = new(isHalfPacket ? HalfPacket(clock) : Idle(clock), transport, null);
        Task reading = ReadAll(connection);
        if (isHalfPacket)
        {
            transport.EndRead([0, 0]);
        }

        clock.Jump(0.25);
        clock.Jump(2.5);
        await WorkIsDone();
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        transport.EndRead(isHalfPacket ? [1, 0] : Whole);
        clock.Jump(0.25);
        clock.Jump(0.5);
        await WorkIsDone();
        Assert.That((connection.CloseReason, reading.IsCompleted), Is.EqualTo((PacketCloseReason.None, false)));
        transport.EndRead([]);
        await reading.WaitAsync(Limit);
    }

    [Test]
    public async Task A_silent_peer_is_dropped_after_a_stop_of_the_process()
    {
        JumpingClock clock = new();
        HeldTransport transport = new();
        await using PacketConnection connection = new(Idle(clock), transport, null);
        Task reading = ReadAll(connection);
        clock.Jump(0.25);
        clock.Jump(2.5);
        clock.Jump(0.25);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
    }

    [Test]
    public async Task A_connection_is_not_closed_before_the_bytes_in_its_socket_are_read([Values] bool isHalfPacket)
    {
        JumpingClock clock = new();
        HeldTransport transport = new() { HasUnread = true };
        await using PacketConnection connection = new(isHalfPacket ? HalfPacket(clock) : Idle(clock), transport, null);
        Task reading = ReadAll(connection);
        if (isHalfPacket)
        {
            transport.EndRead([0, 0]);
            transport.HasUnread = true;
        }

        for (int i = 0; i < 100; i++)
        {
            clock.Jump(0.25);
        }

        await WorkIsDone();
        Assert.That((connection.CloseReason, reading.IsCompleted), Is.EqualTo((PacketCloseReason.None, false)));
        transport.HasUnread = false;
        clock.Jump(0.25);
        await transport.Closed.WaitAsync(Limit);
        Assert.That(connection.CloseReason, Is.EqualTo(isHalfPacket ? PacketCloseReason.HalfPacketTimeout : PacketCloseReason.IdleTimeout));
        Assert.That(() => reading.WaitAsync(Limit), Throws.InstanceOf<PacketConnectionException>());
    }

    [Test]
    public async Task A_stop_of_the_process_does_not_end_a_connection_whose_write_has_ended()
    {
        JumpingClock clock = new();
        HeldTransport transport = new();
        await using PacketConnection connection = new(Idle(clock), transport, null);
        await connection.SendAsync(1, new byte[10]);
        clock.Jump(0.25);
        clock.Jump(2.5);
        await WorkIsDone();
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        transport.EndWrite();
        await connection.FlushAsync().AsTask().WaitAsync(Limit);
        clock.Jump(0.25);
        clock.Jump(0.25);
        await WorkIsDone();
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
    }

    [Test]
    public async Task A_peer_that_takes_bytes_is_kept_although_a_write_does_not_end()
    {
        JumpingClock clock = new();
        HeldTransport transport = new();
        await using PacketConnection connection = new(Idle(clock), transport, null);
        await connection.SendAsync(1, new byte[10]);
        for (int i = 0; i < 100; i++)
        {
            transport.Taken += i % 3 == 0 ? 1 : 0;
            clock.Jump(0.25);
        }

        await WorkIsDone();
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.None));
        for (int i = 0; i < 6; i++)
        {
            clock.Jump(0.25);
        }

        await transport.Closed.WaitAsync(Limit);
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.IdleTimeout));
    }

    [Test]
    public async Task A_peer_that_reads_slowly_is_kept_although_its_socket_takes_no_bytes([Values] bool isStream)
    {
        TestedBuild.IgnoreIfNetStandard("netstandard has no options of the system's sockets.");
        if (!RuntimeInformation.IsOSPlatform(OSPlatform.Linux))
        {
            Assert.Ignore("Only Linux tells how many bytes the peer has acknowledged.");
        }

        // The receive buffer is small, and the send buffer grows to megabytes. So a third of it is more than the peer reads in a minute.
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { ReceiveBufferSize = 16 * 1024 };
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        Socket client = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await client.ConnectAsync(listener.LocalEndPoint!);
        using Socket peer = await listener.AcceptAsync();

        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new()
        {
            IdleTimeout = TimeSpan.FromSeconds(1),
            SendLimit = 100_000,
            CloseTimeout = TimeSpan.Zero,
            TimeProvider = clock,
        };
        await using PacketConnection connection = isStream
            ? new PacketConnection(new NetworkStream(client, ownsSocket: true), options: options)
            : new PacketConnection(client, options: options);
        long accepted = 0;
        Task sending = Task.Run(async () =>
        {
            while (true)
            {
                await connection.SendAsync(1, new byte[10_000]);
                Interlocked.Increment(ref accepted);
            }
        });
        for (long before = -1; before != Interlocked.Read(ref accepted); await Task.Delay(200))
        {
            before = Interlocked.Read(ref accepted);
        }

        // 80 KB per second for 10 seconds. The window opens after each 8 to 16 KB.
        byte[] some = new byte[8000];
        for (int i = 0; i < 100; i++)
        {
            for (int count = 0; count < some.Length && !sending.IsCompleted;)
            {
                count += peer.Poll(1000, SelectMode.SelectRead) ? peer.Receive(some, some.Length - count, SocketFlags.None) : 0;
            }

            clock.Advance(TimeSpan.FromMilliseconds(100));
        }

        await WorkIsDone();
        Assert.That((connection.CloseReason, sending.IsCompleted), Is.EqualTo((PacketCloseReason.None, false)));

        // Then it reads nothing. The last bytes can have been acknowledged before the last one was read.
        long start = clock.GetTimestamp();
        await clock.UntilAsync(sending);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => sending);
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.IdleTimeout));
        Assert.That(clock.GetElapsedTime(start), Is.AtLeast(TimeSpan.FromSeconds(0.5)));
    }

    private static PacketConnectionOptions Idle(TimeProvider clock) =>
        new() { IdleTimeout = TimeSpan.FromSeconds(1), CloseTimeout = TimeSpan.Zero, TimeProvider = clock };

    private static PacketConnectionOptions HalfPacket(TimeProvider clock) =>
        new() { HalfPacketTimeout = TimeSpan.FromSeconds(1), CloseTimeout = TimeSpan.Zero, TimeProvider = clock };

    /// <summary>Waits until the thread pool has done what was queued before.</summary>
    private static async Task WorkIsDone()
    {
        for (int i = 0; i < 10; i++)
        {
            await Task.Run(static () => Thread.Sleep(1));
        }
    }
}
