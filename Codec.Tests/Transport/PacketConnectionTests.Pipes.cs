namespace Codec.Tests.Transport;

/// <content>Pipes whose peers complete, fail or stop reading, and closing while a peer does not read.</content>
public sealed partial class PacketConnectionTests
{
    [Test]
    public async Task Packet_in_a_pipe_whose_reader_has_completed_is_reported_as_unsent([Values] bool fails)
    {
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes();
        peer.Input.Complete(fails ? new IOException("Broken peer.") : null);
        await connection.SendAsync(1, new byte[10]);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.FlushAsync().AsTask().WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.UnsentPackets, connection.CloseReason), Is.EqualTo((PacketCloseReason.Remote, 1L, PacketCloseReason.Remote)));
        Assert.That(exception.InnerException, fails ? Has.Message.EqualTo("Broken peer.") : Is.TypeOf<IOException>());
        await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
    }

    [Test]
    public async Task Flush_that_the_owner_of_the_pipe_cancels_fails_the_connection()
    {
        Pipe there = new(new PipeOptions(pauseWriterThreshold: 1, resumeWriterThreshold: 1));
        await using PacketConnection connection = new(new TestDuplexPipe(new Pipe().Reader, there.Writer));
        await connection.SendAsync(1, new byte[10]);
        there.Writer.CancelPendingFlush();
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => connection.FlushAsync().AsTask().WaitAsync(Limit));
        Assert.That(exception!.InnerException, Is.InstanceOf<OperationCanceledException>());
        Assert.That(exception.UnsentPackets, Is.EqualTo(1));
    }

    [Test]
    public async Task Exception_of_the_writer_of_a_pipe_is_thrown_as_the_inner_exception([Values] bool isCancellation)
    {
        // Kestrel completes the pipe of an aborted connection with an exception that is derived from OperationCanceledException.
        Exception broken = isCancellation ? new TaskCanceledException() : new IOException();
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes();
        Task reading = ReadAll(connection);
        peer.Output.Complete(broken);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.Reason, exception.InnerException), Is.EqualTo((PacketCloseReason.Remote, broken)));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
    }

    [TestCase(PacketCloseReason.Local)]
    [TestCase(PacketCloseReason.IdleTimeout)]
    [TestCase(PacketCloseReason.HalfPacketTimeout)]
    public async Task Read_that_waits_for_a_pipe_ends_when_the_connection_closes(PacketCloseReason reason)
    {
        FakeTimeProvider clock = new();
        TimeSpan timeout = TimeSpan.FromMilliseconds(300);
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(reason switch
        {
            PacketCloseReason.IdleTimeout => new PacketConnectionOptions { IdleTimeout = timeout, TimeProvider = clock },
            PacketCloseReason.HalfPacketTimeout => new PacketConnectionOptions { HalfPacketTimeout = timeout, TimeProvider = clock },
            _ => PacketConnectionOptions.Default,
        });
        Task reading = ReadAll(connection);
        if (reason == PacketCloseReason.HalfPacketTimeout)
        {
            await peer.Output.WriteAsync(new byte[] { 1 });
        }

        if (reason == PacketCloseReason.Local)
        {
            await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        }

        await clock.UntilAsync(reading);
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(() => reading);
        Assert.That((exception!.Reason, connection.CloseReason), Is.EqualTo((reason, reason)));
        Assert.That((await peer.Output.WriteAsync(new byte[1])).IsCompleted, Is.True, "the pipe was completed");
        exception = await Assert.ThrowsAsync<PacketConnectionException>(() => ReadAll(connection).WaitAsync(Limit));
        Assert.That(exception!.Reason, Is.EqualTo(reason));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
    }

    [Test]
    public async Task Read_that_the_owner_of_the_pipe_cancels_leaves_the_connection_open()
    {
        Pipe there = new();
        await using PacketConnection connection = new(new TestDuplexPipe(there.Reader, new Pipe().Writer));
        await there.Writer.WriteAsync(new byte[] { 1, 0 });
        Task reading = ReadAll(connection);
        there.Reader.CancelPendingRead();
        OperationCanceledException? exception = await Assert.ThrowsAsync<OperationCanceledException>(() => reading.WaitAsync(Limit));
        Assert.That((exception!.CancellationToken.IsCancellationRequested, connection.CloseReason), Is.EqualTo((false, PacketCloseReason.None)));

        await there.Writer.WriteAsync(new byte[] { 1, 0, 9 });
        there.Writer.Complete();
        Assert.That(await ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));
    }

    [Test]
    public async Task Pipe_is_completed_after_the_read_loop_has_ended()
    {
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes();
        await peer.Output.WriteAsync(new byte[] { 1, 0, 1, 0, 9 });
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () =>
        {
            await foreach (PacketReadResult _ in connection.ReadAllAsync())
            {
                await connection.DisposeAsync().AsTask().WaitAsync(Limit);
                Assert.That((await peer.Output.WriteAsync(new byte[1])).IsCompleted, Is.False);
            }
        });
        Assert.That(exception!.Reason, Is.EqualTo(PacketCloseReason.Local));
        Assert.That((await peer.Output.WriteAsync(new byte[1])).IsCompleted, Is.True);
    }

    [Test]
    public async Task Every_call_of_DisposeAsync_completes_when_the_connection_is_closed()
    {
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes(new PacketConnectionOptions { CloseTimeout = Limit });
        await connection.SendAsync(1, new byte[10]);
        Task first = connection.DisposeAsync().AsTask();
        Task second = connection.DisposeAsync().AsTask();
        await Task.Delay(200);
        Assert.That((first.IsCompleted, second.IsCompleted, connection.CloseReason), Is.EqualTo((false, false, PacketCloseReason.None)));

        ReadResult read = await peer.Input.ReadAsync().AsTask().WaitAsync(Limit);
        Assert.That(read.Buffer.Length, Is.EqualTo(14));
        peer.Input.AdvanceTo(read.Buffer.End);
        await second.WaitAsync(Limit);
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
        await first.WaitAsync(Limit);
        Assert.That(connection.DisposeAsync().AsTask().IsCompleted, Is.True);
        Assert.That((await peer.Input.ReadAsync().AsTask().WaitAsync(Limit)).IsCompleted, Is.True);
    }

    [Test]
    public async Task Sending_on_a_completed_connection_throws_with_the_number_of_unsent_packets()
    {
        (PacketConnection connection, IDuplexPipe peer) = ConnectPipes();
        await connection.SendAsync(1, new byte[10]);
        await connection.SendAsync(1, new byte[10]);
        Task completing = connection.CompleteAsync().AsTask();
        PacketConnectionException? exception = await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
        Assert.That((exception!.Reason, exception.UnsentPackets, connection.CloseReason), Is.EqualTo((PacketCloseReason.Local, 2L, PacketCloseReason.None)));

        for (long left = 28; left > 0;)
        {
            ReadResult read = await peer.Input.ReadAsync().AsTask().WaitAsync(Limit);
            left -= read.Buffer.Length;
            peer.Input.AdvanceTo(read.Buffer.End);
        }

        await completing.WaitAsync(Limit);
        exception = await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
        Assert.That((exception!.Reason, exception.UnsentPackets), Is.EqualTo((PacketCloseReason.Local, 0L)));
        await connection.DisposeAsync().AsTask().WaitAsync(Limit);
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.Local));
    }

    /// <summary>Creates a connection whose writes complete when the peer has read every byte.</summary>
    private static (PacketConnection Connection, IDuplexPipe Peer) ConnectPipes(PacketConnectionOptions? options = null)
    {
        PipeOptions unbuffered = new(pauseWriterThreshold: 1, resumeWriterThreshold: 1);
        Pipe there = new(unbuffered);
        Pipe back = new();
        return (new PacketConnection(new TestDuplexPipe(back.Reader, there.Writer), options: options), new TestDuplexPipe(there.Reader, back.Writer));
    }
}
