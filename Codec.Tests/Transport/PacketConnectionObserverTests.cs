namespace Codec.Tests.Transport;

/// <summary>Tests the calls of a connection's observer, and the effect of its exceptions.</summary>
[NonParallelizable] // Allocation is counted over the whole process.
public sealed class PacketConnectionObserverTests
{
    private static readonly byte[] Seven = [2, 0, 7, 0, 8, 9];
    private static readonly byte[] Empty = [0, 0, 1, 0];

    [Test]
    public async Task Sent_is_called_for_every_sent_packet_in_wire_order()
    {
        RecordingObserver observer = new();
        Pipe output = new();
        await using PacketConnection connection = Connect(observer, output, new Pipe());
        await connection.SendAsync(7, [8, 9]);
        await connection.SendAsync(new ValuePacket<byte>(1, (byte)5, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: false)));
        await Task.WhenAll(Enumerable.Range(0, 4).Select(sender => Task.Run(async () =>
        {
            for (int i = 0; i < 100; i++)
            {
                await connection.SendAsync((uint)sender, BitConverter.GetBytes(i));
            }
        }))).WaitAsync(Limit);
        await connection.CompleteAsync();

        using MemoryStream sent = new();
        await output.Reader.CopyToAsync(sent);
        Assert.That(observer.SentPackets.SelectMany(static packet => packet).ToArray(), Is.EqualTo(sent.ToArray()));
        Assert.That(observer.SentPackets[0], Is.EqualTo(Seven));
        Assert.That(observer.Connections.Distinct(), Is.EqualTo(new[] { connection }));
    }

    [Test]
    public async Task Received_is_called_for_every_packet_before_its_handler()
    {
        RecordingObserver observer = new();
        Pipe input = new();
        await using PacketConnection connection = Connect(observer, new Pipe(), input);
        int handled = 0;
        PacketRoutes<object> routes = new PacketRoutes<object>().AddRaw(7, (_, in _) =>
        {
            Assert.That(observer.ReceivedPackets, Has.Count.EqualTo(++handled));
        });
        using PacketDispatcher<object> dispatcher = new(routes, observer, PacketDirections.Both);
        Task running = connection.RunAsync(dispatcher);
        await input.Writer.WriteAsync(Seven);
        await input.Writer.WriteAsync((byte[])[.. Seven, .. Seven]);
        await input.Writer.CompleteAsync();
        await running.WaitAsync(Limit);

        Assert.That(handled, Is.EqualTo(3));
        Assert.That(observer.ReceivedPackets, Is.All.EqualTo(Seven));
        Assert.That(observer.RejectedPackets, Is.Empty);
    }

    [Test]
    public async Task Rejected_gets_all_received_bytes_of_a_packet_that_the_reader_rejects()
    {
        RecordingObserver observer = new();
        Pipe input = new();
        await using PacketConnection connection = Connect(observer, new Pipe(), input, new PacketFormat(maxPayloadSize: 1000));
        byte[] garbage = "GET / HTTP/1.1\r\n\r\n"u8.ToArray();
        await input.Writer.WriteAsync((byte[])[.. Seven, .. garbage]);
        await Assert.ThrowsAsync<InvalidPacketException>(() => PacketConnectionTests.ReadAll(connection).WaitAsync(Limit));
        AssertRejected(observer, PacketError.PayloadTooLarge, garbage);
        Assert.That(observer.ReceivedPackets.Single(), Is.EqualTo(Seven));
    }

    [Test]
    public async Task Rejected_gets_the_packet_that_a_dispatcher_rejects()
    {
        RecordingObserver observer = new();
        Pipe input = new();
        await using PacketConnection connection = Connect(observer, new Pipe(), input);
        PacketRoutes<object> routes = new PacketRoutes<object>().AddRaw(1, static (_, in _) => { });
        using PacketDispatcher<object> dispatcher = new(routes, observer, PacketDirections.Both);
        await input.Writer.WriteAsync((byte[])[.. Empty, .. Seven, .. Empty]);
        await Assert.ThrowsAsync<InvalidPacketException>(() => connection.RunAsync(dispatcher).WaitAsync(Limit));
        AssertRejected(observer, PacketError.UnknownId, Seven);
        Assert.That(observer.ReceivedPackets, Is.EqualTo(new[] { Empty, Seven }));
    }

    [Test]
    public async Task Rejected_gets_the_packet_that_exceeds_a_rate_limit([Values] bool throws)
    {
        RecordingObserver observer = new() { ThrowsWhenRejecting = throws };
        Pipe input = new();
        PacketConnectionOptions options = new() { Observer = observer, MaxReceivedPacketsPerSecond = 2, TimeProvider = new FakeTimeProvider() };
        await using PacketConnection connection = new(new TestDuplexPipe(input.Reader, new Pipe().Writer), options: options);
        await input.Writer.WriteAsync((byte[])[.. Empty, .. Empty, .. Seven, .. Empty]);
        Exception? thrown = await Assert.ThrowsAsync(Is.InstanceOf<Exception>(), () => PacketConnectionTests.ReadAll(connection).WaitAsync(Limit));
        Assert.That(thrown, Is.TypeOf(throws ? typeof(TimeoutException) : typeof(PacketConnectionException)));
        AssertRejected(observer, PacketError.None, Seven, PacketCloseReason.RateLimit);
        Assert.That(observer.ReceivedPackets, Is.EqualTo(new[] { Empty, Empty }));
    }

    [Test]
    public async Task A_packet_for_which_Sent_throws_is_not_sent_and_the_connection_stays_open([Values] bool whileWriting)
    {
        RecordingObserver observer = new();
        Pipe output = new(new PipeOptions(pauseWriterThreshold: whileWriting ? 8 : -1, resumeWriterThreshold: whileWriting ? 1 : -1));
        await using PacketConnection connection = Connect(observer, output, new Pipe());
        await connection.SendAsync(7, [8, 9]);
        if (whileWriting)
        {
            // This write waits until the pipe is read.
            await connection.SendAsync(2, new byte[100]);
        }

        observer.ToThrow = new InvalidOperationException("observer");
        Assert.That(() => connection.SendAsync(3, new byte[50]).AsTask(), Throws.InvalidOperationException.With.Message.EqualTo("observer"));
        Assert.That(
            () => connection.SendAsync(new ValuePacket<byte>(3, (byte)1, new CallingWriter(static () => Task.CompletedTask, whileMeasuring: false))).AsTask(),
            Throws.InvalidOperationException.With.Message.EqualTo("observer"));
        observer.ToThrow = null;
        await connection.SendAsync(4, new byte[10]);

        Task completing = connection.CompleteAsync().AsTask();
        List<uint> ids = [];
        await using (PacketReader reader = new(output.Reader))
        {
            await foreach (PacketReadResult result in reader.ReadAllAsync())
            {
                ids.Add(result.Packet.Id);
            }
        }

        await completing.WaitAsync(Limit);
        Assert.That(ids, Is.EqualTo(whileWriting ? (uint[])[7, 2, 4] : [7, 4]));
    }

    [Test]
    public async Task A_packet_for_which_Received_throws_is_returned_first_by_the_next_read([Values] bool comesLater)
    {
        RecordingObserver observer = new() { ToThrow = new InvalidOperationException("observer") };
        Pipe input = new();
        await using PacketConnection connection = Connect(observer, new Pipe(), input);
        if (!comesLater)
        {
            await input.Writer.WriteAsync(Seven);
        }

        Task<int> reading = PacketConnectionTests.ReadAll(connection);
        if (comesLater)
        {
            await input.Writer.WriteAsync(Seven);
        }

        InvalidOperationException? thrown = await Assert.ThrowsAsync<InvalidOperationException>(() => reading.WaitAsync(Limit));
        Assert.That((thrown!.Message, connection.CloseReason), Is.EqualTo(("observer", PacketCloseReason.None)));

        observer.ToThrow = null;
        await input.Writer.WriteAsync(Empty);
        await input.Writer.CompleteAsync();
        List<uint> ids = [];
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            ids.Add(result.Packet.Id);
        }

        Assert.That(ids, Is.EqualTo((uint[])[7, 1]));
        Assert.That(observer.ReceivedPackets, Is.EqualTo(new[] { Seven, Empty }), "Each once.");
    }

    [Test]
    public async Task An_exception_of_Rejected_is_thrown_to_the_reader_and_the_connection_is_closed()
    {
        RecordingObserver observer = new() { ThrowsWhenRejecting = true };
        Pipe input = new();
        await using PacketConnection connection = Connect(observer, new Pipe(), input);
        await input.Writer.WriteAsync((byte[])[1]);
        await input.Writer.CompleteAsync();
        await Assert.ThrowsAsync<TimeoutException>(() => PacketConnectionTests.ReadAll(connection).WaitAsync(Limit));
        Assert.That(connection.CloseReason, Is.EqualTo(PacketCloseReason.InvalidPacket));
        PacketConnectionException? closed = await Assert.ThrowsAsync<PacketConnectionException>(async () => await connection.SendAsync(1, []));
        Assert.That(closed!.InnerException, Is.TypeOf<InvalidPacketException>());
    }

    [Test]
    public async Task Calls_to_the_connection_throw_in_Sent_but_succeed_in_Received()
    {
        CallingObserver observer = new();
        Pipe output = new();
        Pipe input = new();
        await using PacketConnection connection = Connect(observer, output, input);
        await connection.SendAsync(7, [8, 9]);
        Assert.That(observer.Refused, Is.EqualTo(4));

        await input.Writer.WriteAsync(Seven);
        await input.Writer.CompleteAsync();
        Assert.That(await PacketConnectionTests.ReadAll(connection).WaitAsync(Limit), Is.EqualTo(1));
        await connection.CompleteAsync();
        using MemoryStream sent = new();
        await output.Reader.CopyToAsync(sent);
        Assert.That(sent.ToArray(), Is.EqualTo((byte[])[.. Seven, .. Seven]), "the packet, and what Received answered");
    }

    private static void AssertRejected(
        RecordingObserver observer, PacketError error, byte[] bytes, PacketCloseReason reason = PacketCloseReason.InvalidPacket)
    {
        (PacketError Error, byte[] Bytes, PacketCloseReason Reason) rejected = observer.RejectedPackets.Single();
        Assert.That((rejected.Error, rejected.Reason), Is.EqualTo((error, reason)));
        Assert.That(rejected.Bytes, Is.EqualTo(bytes));
    }

    private static PacketConnection Connect(PacketConnectionObserver observer, Pipe output, Pipe input, PacketFormat? format = null) =>
        new(new TestDuplexPipe(input.Reader, output.Writer), format, new PacketConnectionOptions { Observer = observer });

    private sealed class RecordingObserver : PacketConnectionObserver
    {
        internal ConcurrentQueue<PacketConnection> Connections { get; } = [];

        internal List<byte[]> SentPackets { get; } = [];

        internal List<byte[]> ReceivedPackets { get; } = [];

        internal List<(PacketError Error, byte[] Bytes, PacketCloseReason Reason)> RejectedPackets { get; } = [];

        internal Exception? ToThrow { get; set; }

        internal bool ThrowsWhenRejecting { get; set; }

        public override void Received(PacketConnection connection, in Packet packet)
        {
            Connections.Enqueue(connection);
            ReceivedPackets.Add(packet.Raw.ToArray());
            if (ToThrow is not null)
            {
                throw ToThrow;
            }
        }

        public override void Sent(PacketConnection connection, in Packet packet)
        {
            Connections.Enqueue(connection);
            Assert.That(packet.Payload.ToArray(), Is.EqualTo(packet.Raw.ToArray()[4..]));
            if (ToThrow is not null)
            {
                throw ToThrow;
            }

            SentPackets.Add(packet.Raw.ToArray());
        }

        public override void Rejected(PacketConnection connection, PacketError reason, ReadOnlySpan<byte> bytes)
        {
            RejectedPackets.Add((reason, bytes.ToArray(), connection.CloseReason));
            if (ThrowsWhenRejecting)
            {
                throw new TimeoutException("observer");
            }
        }
    }

    private sealed class CallingObserver : PacketConnectionObserver
    {
        private bool _answers;

        internal int Refused { get; private set; }

        public override void Received(PacketConnection connection, in Packet packet)
        {
            _answers = true;
            connection.SendAsync(packet.Id, packet.Payload).AsTask().Wait(Limit);
        }

        public override void Sent(PacketConnection connection, in Packet packet)
        {
            if (_answers)
            {
                return;
            }

            foreach (Func<Task> call in (Func<Task>[])[
                () => connection.SendAsync(1, []).AsTask(), () => connection.FlushAsync().AsTask(), () => connection.CompleteAsync().AsTask(),
                () => connection.DisposeAsync().AsTask(),
            ])
            {
                try
                {
                    call().Wait(Limit);
                }
                catch (InvalidOperationException exception) when (exception.Message.Contains("observer", StringComparison.Ordinal))
                {
                    Refused++;
                }
            }
        }
    }
}
