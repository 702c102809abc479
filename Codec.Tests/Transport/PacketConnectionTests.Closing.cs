namespace Codec.Tests.Transport;

/// <content>Streams that throw when they are closed, and peers that do not read.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Stream_whose_write_and_close_throw_fails_the_connection_but_disposing_succeeds()
    {
        BrokenStream stream = new();
        PacketConnection connection = new(stream);
        await connection.SendAsync(1, new byte[10]);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.FlushAsync().AsTask().WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.UnsentPackets), Is.EqualTo((PacketCloseReason.Remote, 1L)));
        Assert.That(exception.InnerException!.Message, Is.EqualTo("Broken."));

        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        Assert.That((stream.Closings, connection.CloseReason), Is.EqualTo((1, PacketCloseReason.Remote)));
    }

    [Test]
    public async Task Pipe_that_cannot_be_completed_fails_the_connection()
    {
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, new IncompletablePipeWriter()));
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.CompleteAsync().AsTask().WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.InnerException!.Message), Is.EqualTo((PacketCloseReason.Remote, "Broken when completed.")));
    }

    [Test]
    public async Task Peer_that_does_not_read_is_dropped_after_the_idle_timeout([Values] bool sends)
    {
        FakeTimeProvider clock = new();
        (PacketConnection connection, Socket peer) = await ConnectWithIdleTimeout(clock);
        using (peer)
        {
            Task sending = SendForEver(connection);
            Task reading = sends ? ReadAll(connection) : sending;
            Task pinging = Task.Run(async () =>
            {
                while (sends && !sending.IsCompleted)
                {
                    peer.Send(Empty);
                    await Task.Delay(1);
                }
            });
            await clock.UntilAsync(sending);
            foreach (Task task in (Task[])[sending, reading])
            {
                PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => task.WaitAsync(Limit));
                Assert.That((exception!.Reason, exception.UnsentPackets > 0), Is.EqualTo((PacketCloseReason.IdleTimeout, true)));
            }

            await pinging.ContinueWith(static _ => { }, TaskScheduler.Default);
        }

        await connection.DisposeAsync();
    }

    [Test]
    public async Task Peer_that_reads_slowly_or_is_sent_nothing_is_not_dropped()
    {
        FakeTimeProvider clock = new();
        PacketConnectionOptions options = new()
        {
            IdleTimeout = TimeSpan.FromSeconds(1),
            SendLimit = 1,
            CloseTimeout = TimeSpan.Zero,
            TimeProvider = clock,
        };
        (PacketConnection connection, Socket peer) = await Connect(options, socketBuffer: 16 * 1024);
        using (peer)
        {
            for (int i = 0; i < 20; i++)
            {
                clock.Advance(TimeSpan.FromMilliseconds(100));
            }

            // The next packet is accepted after the previous one has been written.
            long sent = 0;
            Task sending = Task.Run(async () =>
            {
                while (true)
                {
                    await connection.SendAsync(1, new byte[10_000]);
                    Interlocked.Increment(ref sent);
                }
            });
            byte[] some = new byte[10_000];
            for (int i = 0; i < 25; i++)
            {
                for (long before = Interlocked.Read(ref sent); before == Interlocked.Read(ref sent) && !sending.IsCompleted;)
                {
                    Assert.That(peer.Poll(1000, SelectMode.SelectRead) ? peer.Receive(some) : 1, Is.Positive);
                }

                clock.Advance(TimeSpan.FromMilliseconds(100));
            }

            Assert.That((sending.IsCompleted, connection.CloseReason), Is.EqualTo((false, PacketCloseReason.None)));
            await connection.DisposeAsync();
            await Assert.ThrowsAsync<PacketConnectionException>(() => sending.WaitAsync(Limit));
        }
    }

    [Test]
    public async Task Calls_after_disposing_throw_even_if_nothing_is_pending()
    {
        (PacketConnection connection, Socket peer) = await Connect();
        using (peer)
        {
            await connection.SendAsync(1, new byte[10]);
            await connection.FlushAsync();
            await connection.DisposeAsync();
            await RefusedAfterDisposing(() => connection.SendAsync(1, new byte[10]).AsTask());
            await RefusedAfterDisposing(() => connection.SendAsync(new ValuePacket<byte>(1, (byte)1, new CallingWriter(static () => Task.CompletedTask, false))).AsTask());
            await RefusedAfterDisposing(() => connection.FlushAsync().AsTask());
            await RefusedAfterDisposing(() => connection.CompleteAsync().AsTask());
            await RefusedAfterDisposing(() => ReadAll(connection));
            await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        }
    }

    [Test]
    public async Task Packets_that_were_received_before_a_failure_are_returned_after_disposing_only_to_a_running_enumeration([Values] bool isRunning)
    {
        (PacketConnection connection, Socket peer) = await Connect();
        peer.Send([.. Empty, .. Empty, .. Empty, .. Empty]);
        IAsyncEnumerator<PacketReadResult> packets = connection.ReadAllAsync().GetAsyncEnumerator();
        Assert.That(await packets.MoveNextAsync().AsTask().WaitAsync(Limit), Is.True);
        if (!isRunning)
        {
            await packets.DisposeAsync();
        }

        peer.LingerState = new LingerOption(true, 0);
        peer.Dispose();
        await RefusedAfterFailure(() => SendForEver(connection));
        await connection.DisposeAsync();
        await RefusedAfterFailure(() => connection.SendAsync(1, []).AsTask());
        await RefusedAfterFailure(() => connection.FlushAsync().AsTask());
        await RefusedAfterFailure(() => connection.CompleteAsync().AsTask());
        if (isRunning)
        {
            for (int i = 0; i < 3; i++)
            {
                Assert.That(await packets.MoveNextAsync().AsTask().WaitAsync(Limit), Is.True);
            }

            await packets.DisposeAsync();
        }

        await RefusedAfterFailure(() => ReadAll(connection));
    }

    [Test]
    public async Task Close_reason_is_the_side_that_completed_first_after_both_sides_have_completed([Values] bool peerFirst)
    {
        (PacketConnection connection, Socket peer) = await Connect();
        await using PacketConnection other = new(peer);
        (PacketConnection first, PacketConnection second) = peerFirst ? (other, connection) : (connection, other);
        await first.CompleteAsync();
        Assert.That(await ReadAll(second).WaitAsync(Limit), Is.Zero);
        Assert.That((first.CloseReason, second.CloseReason), Is.EqualTo((PacketCloseReason.None, PacketCloseReason.None)));

        await second.CompleteAsync();
        Assert.That(await ReadAll(first).WaitAsync(Limit), Is.Zero);
        Assert.That((first.CloseReason, second.CloseReason), Is.EqualTo((PacketCloseReason.Local, PacketCloseReason.Remote)));

        // Calls that succeeded before still succeed: everything was sent and received.
        await first.FlushAsync();
        await second.CompleteAsync();
        Assert.That(await ReadAll(second).WaitAsync(Limit), Is.Zero);
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(async () => await second.SendAsync(1, []));
        Assert.That(refused!.Reason, Is.EqualTo(PacketCloseReason.Local), "to a sender, this side completed it");

        await first.DisposeAsync();
        await second.DisposeAsync();
        Assert.That((first.CloseReason, second.CloseReason), Is.EqualTo((PacketCloseReason.Local, PacketCloseReason.Remote)));
    }

    [Test]
    public async Task An_end_of_the_output_whose_wait_was_cancelled_can_be_awaited_again_and_ends_the_connection()
    {
        TaskCompletionSource<bool> closeFrame = new();
        using SilentWebSocket webSocket = new(closeFrame.Task);
        await using PacketConnection connection = new(webSocket);
        Task<int> reading = ReadAll(connection);
        using CancellationTokenSource cancel = new();
        Task canceled = connection.CompleteAsync(cancel.Token).AsTask();
        Task completing = connection.CompleteAsync().AsTask();
        await cancel.CancelAsync();
        await ThrowsCanceled(canceled);
        Assert.That(completing.IsCompleted, Is.False);

        closeFrame.SetResult(true);
        await completing.WaitAsync(Limit);
        webSocket.EndPeer();
        Assert.That(await reading.WaitAsync(Limit), Is.Zero);
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
    }

    [Test]
    public async Task An_end_of_the_output_that_fails_fails_every_call_that_waits_for_it()
    {
        TaskCompletionSource<bool> closeFrame = new();
        using SilentWebSocket webSocket = new(closeFrame.Task);
        await using PacketConnection connection = new(webSocket);
        Task[] completing = [connection.CompleteAsync().AsTask(), connection.CompleteAsync().AsTask()];
        closeFrame.SetException(new IOException("Broken."));
        foreach (Task call in completing)
        {
            PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => call.WaitAsync(Limit));
            Assert.That((exception!.Reason, exception.InnerException!.Message), Is.EqualTo((PacketCloseReason.Remote, "Broken.")));
        }
    }

    private static Task RefusedAfterDisposing(Func<Task> call) => Refused(call, PacketCloseReason.Local);

    private static Task RefusedAfterFailure(Func<Task> call) => Refused(call, PacketCloseReason.Remote);

    private static async Task Refused(Func<Task> call, PacketCloseReason reason)
    {
        PacketConnectionException? refused = await Assert.ThrowsAsync<PacketConnectionException>(() => call().WaitAsync(Limit));
        Assert.That(refused!.Reason, Is.EqualTo(reason));
    }

    private static Task SendForEver(PacketConnection connection) => Task.Run(async () =>
    {
        while (true)
        {
            await connection.SendAsync(1, new byte[10_000]);
        }
    });

    /// <summary>A pipe writer that throws when it is completed.</summary>
    private sealed class IncompletablePipeWriter : PipeWriter
    {
        public override void Advance(int bytes)
        {
        }

        public override void CancelPendingFlush()
        {
        }

        public override void Complete(Exception? exception = null) => throw new IOException("Broken when completed.");

        public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default) => default;

        public override Memory<byte> GetMemory(int sizeHint = 0) => new byte[Math.Max(sizeHint, 1)];

        public override Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
