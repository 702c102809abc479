namespace Codec.Tests.Framing;

[NonParallelizable]
public sealed partial class PacketCountersTests
{
    [Test]
    public void Reader_and_writer_over_a_stream_allocate_nothing_without_a_listener()
    {
        using MemoryStream stream = new();
        using PacketWriter writer = new(stream);
        byte[] payload = new byte[100];
        long before = 0;
        for (int i = 0; i < 200; i++)
        {
            if (i == 100)
            {
                stream.SetLength(0);
                before = GC.GetAllocatedBytesForCurrentThread();
            }

            writer.Write(1, payload);
            writer.Flush();
        }

        stream.Position = 0;
        long written = GC.GetAllocatedBytesForCurrentThread() - before;
        using PacketReader reader = new(stream);

        // The first read rents the memory, so it is not counted.
        int packets = reader.ReadPacket().HasPacket ? 1 : 0;
        before = GC.GetAllocatedBytesForCurrentThread();
        while (reader.ReadPacket().HasPacket)
        {
            packets++;
        }

        Assert.That((packets, written, GC.GetAllocatedBytesForCurrentThread() - before), Is.EqualTo((100, 0L, 0L)));
    }

    [Test]
    public void A_listener_that_disposes_a_reader_between_two_pieces_of_a_packet_does_not_make_the_stream_end_normally([Values] bool blocks)
    {
        using DripStream stream = new([0, 0, 1, 0, 2, 0, 9, 0, 1, 1], most: 7);
        PacketReader reader = new(stream);
        Func<PacketReadResult> read = blocks ? reader.ReadPacket : () => reader.ReadPacketAsync().AsTask().GetAwaiter().GetResult();
        Assert.That(read().Packet.Id, Is.EqualTo(1));
        using MeterListener listener = ListenOnce("codec.packets", reader.Dispose);
        Assert.That(() => read(), Throws.InstanceOf<ObjectDisposedException>());
    }

    [Test]
    public async Task Unsent_packets_are_not_counted_when_the_writer_is_disposed([Values] bool poisoned)
    {
        using CounterListener counts = CounterListener.Start();
        Pipe pipe = new();
        PacketWriter writer = poisoned ? new(new LimitedStream(room: 6)) : new(pipe.Writer);
        writer.Write(1, new byte[10]);
        await pipe.Reader.CompleteAsync();
        if (poisoned)
        {
            Assert.That(async () => await writer.FlushAsync(), Throws.InstanceOf<IOException>());
        }
        else
        {
            Assert.That(await writer.FlushAsync(), Is.False);
            writer.Write(2, new byte[10]);
        }

        await writer.DisposeAsync();
        Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public async Task Reader_and_writer_over_a_stream_count_packets_bytes_and_errors([Values] bool async)
    {
        using CounterListener counts = CounterListener.Start();
        using MemoryStream stream = new();
        using (PacketWriter writer = new(stream, leaveOpen: true))
        {
            writer.Write(1, new byte[10]);
            writer.Write(2, new byte[20]);
            Assert.That(counts.PacketsSent, Is.Zero, "Nothing was sent.");
            await (async ? writer.FlushAsync().AsTask() : Task.Run(writer.Flush));
            Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((2L, 38L)));
            writer.Flush();
            writer.Write(3, new byte[30]);
        }

        Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((3L, 72L)));
        stream.Write([1, 0]);
        stream.Position = 0;
        using PacketReader reader = new(stream);
        while ((async ? await reader.ReadPacketAsync() : reader.ReadPacket()).HasPacket)
        {
        }

        Assert.That((async ? await reader.ReadPacketAsync() : reader.ReadPacket()).Error, Is.Not.EqualTo(PacketError.None));
        Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((3L, 72L)));
        Assert.That(counts.Errors(PacketError.HeaderTruncated), Is.EqualTo(1), "Once, however often it is asked.");
    }

    [Test]
    public void A_writer_with_a_full_buffer_counts_only_complete_packets_that_were_sent()
    {
        using CounterListener counts = CounterListener.Start();
        using MemoryStream stream = new();
        using PacketWriter writer = new(stream);
        writer.Write(1, new byte[60_000]);
        writer.Write(2, new byte[10_000]);
        Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((1L, 60_004L)), "The second waits.");
        byte[] large = new byte[65_535];
        writer.Write(3, large);
        writer.Flush();
        Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((3L, stream.Length)));
    }

    [Test]
    public void A_reader_that_is_disposed_early_has_counted_the_packets_that_it_returned()
    {
        using CounterListener counts = CounterListener.Start();
        PacketReader reader = new(new MemoryStream([1, 0, 7, 0, 9, 0, 0, 8, 0, 0, 0, 9, 0]));
        Assert.That(reader.ReadPacket().HasPacket, Is.True);
        Assert.That(reader.ReadPacket().HasPacket, Is.True);
        reader.Dispose();
        Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((2L, 9L)));
    }

    [Test]
    public async Task A_datagram_socket_counts_packets_bytes_and_errors()
    {
        using CounterListener counts = CounterListener.Start();
        using PacketDatagramSocket server = Bind();
        using PacketDatagramSocket client = Bind();
        await client.SendAsync(7, new byte[10], server.LocalEndPoint);
        Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((1L, 14L)));
        using Socket peer = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        peer.SendTo([1, 0, 7], server.LocalEndPoint!);
        Assert.That((await server.ReceiveAsync()).HasPacket, Is.True);
        Assert.That((await server.ReceiveAsync()).Error, Is.EqualTo(PacketError.HeaderTruncated));
        Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((1L, 14L)));
        Assert.That(counts.Errors(PacketError.HeaderTruncated), Is.EqualTo(1));
    }

    [Test]
    public void A_dispatcher_counts_rejected_packets_as_errors()
    {
        using CounterListener counts = CounterListener.Start();
        PacketRoutes<object> routes = new PacketRoutes<object>()
            .AddRaw(1, static (_, in _) => { }, new PacketRules { MaxPayloadSize = 0 })
            .AddStruct<long>(3, static (_, in _) => { })
            .AddStructAsync<long>(4, static (_, _, _) => default);
        using PacketDispatcher<object> dispatcher = new(routes, counts, PacketDirections.ToServer);
        Assert.That(Dispatch([0, 0, 1, 0]), Is.EqualTo(PacketError.None));
        Assert.That(Dispatch([0, 0, 2, 0]), Is.EqualTo(PacketError.UnknownId));
        Assert.That(Dispatch([1, 0, 1, 0, 0]), Is.EqualTo(PacketError.PayloadTooLarge));
        Assert.That((counts.Errors(PacketError.UnknownId), counts.Errors(PacketError.PayloadTooLarge)), Is.EqualTo((1L, 1L)));
        Assert.That(Dispatch([1, 0, 3, 0, 0]), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That(Dispatch([1, 0, 4, 0, 0]), Is.EqualTo(PacketError.PayloadInvalid));
        Assert.That((counts.Errors(PacketError.PayloadInvalid), counts.PacketsReceived), Is.EqualTo((2L, 0L)));

        PacketError Dispatch(byte[] bytes)
        {
            PacketDecoder.Decode(bytes, out Packet packet, out _, out _);
            return packet.Id == 4 ? dispatcher.DispatchAsync(packet).AsTask().GetAwaiter().GetResult() : dispatcher.Dispatch(packet);
        }
    }

    [Test]
    public async Task A_packet_that_a_disposed_reader_puts_back_is_not_counted()
    {
        using CounterListener counts = CounterListener.Start();
        using HookedPool pool = new(6);
        Pipe pipe = new(new PipeOptions(pool, minimumSegmentSize: 6));
        PacketReader reader = new(pipe.Reader, leaveOpen: true);
        await pipe.Writer.WriteAsync((byte[])[2, 0, 9, 0, 1, 1, 0, 0, 8, 0]);
        pool.OnFirstSpan = reader.Dispose;
        Assert.That(() => reader.ReadPacket(), Throws.InstanceOf<ObjectDisposedException>());
        Assert.That((pipe.Reader.TryRead(out ReadResult rest), rest.Buffer.Length), Is.EqualTo((true, 10L)));
        Assert.That((reader.Position, counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((0L, 0L, 0L)));
    }

    [TestCase(new byte[] { 0, 0, 1, 0, 0, 0 }, true)]
    [TestCase(new byte[] { 0, 0, 1, 0, 2, 0, 1, 0, 9 }, true)]
    [TestCase(new byte[] { 0, 0, 1, 0, 2, 0, 1, 0, 9 }, false)]
    public void A_decoder_counts_when_it_needs_more_bytes(byte[] bytes, bool isAppended)
    {
        using CounterListener counts = CounterListener.Start();
        using PacketPushDecoder decoder = new();
        ReadOnlySpan<byte> chunk = isAppended ? [] : bytes;
        Assert.That(!isAppended || decoder.TryAppend(bytes), Is.True);
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.NeedMoreData));
        Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((1L, 4L)));
    }

    [Test]
    public void A_decoder_counts_when_it_is_completed_reset_or_disposed([Range(0, 3)] int how)
    {
        using CounterListener counts = CounterListener.Start();
        using PacketPushDecoder decoder = new();
        ReadOnlySpan<byte> chunk = [0, 0, 1, 0];
        Assert.That(decoder.Read(ref chunk, out _), Is.EqualTo(OperationStatus.Done));
        Assert.That(how != 3 || decoder.TryAppend([5]), Is.True);
        ((Action)(how switch { 0 => decoder.Reset, 1 => decoder.Dispose, _ => () => decoder.Complete() }))();
        Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((1L, 4L)));
        Assert.That(counts.Errors(PacketError.HeaderTruncated), Is.EqualTo(how == 3 ? 1L : 0L));
    }

    [TestCase(new byte[] { 0, 0, 1, 0 })]
    [TestCase(new byte[] { 0, 0, 1, 0, 5 })]
    public async Task A_reader_counts_when_its_pipe_ends(byte[] bytes)
    {
        using CounterListener counts = CounterListener.Start();
        Pipe pipe = new();
        await pipe.Writer.WriteAsync(bytes);
        await pipe.Writer.CompleteAsync();
        await using PacketReader reader = new(pipe.Reader);
        Assert.That((reader.ReadPacket().HasPacket, reader.ReadPacket().HasPacket), Is.EqualTo((true, false)));
        Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((1L, 4L)));
    }

    [Test]
    public void Unflushed_packets_of_a_pipe_are_counted_if_the_pipe_is_completed([Values] bool leaveOpen)
    {
        using CounterListener counts = CounterListener.Start();
        PacketWriter writer = new(new Pipe().Writer, leaveOpen: leaveOpen);
        writer.Write(1, new byte[10]);
        writer.Dispose();
        Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo(leaveOpen ? (0L, 0L) : (1L, 14L)));
    }

    [Test]
    public async Task A_connection_tags_its_counters_with_the_id_only_if_CountById_is_set([Values] bool byId)
    {
        using CounterListener counts = CounterListener.Start();
        Pipe there = new();
        Pipe back = new();
        PacketConnectionOptions options = new() { CountById = byId };
        await using PacketConnection left = new(new TestDuplexPipe(back.Reader, there.Writer), options: options);
        await using PacketConnection right = new(new TestDuplexPipe(there.Reader, back.Writer), options: options);
        foreach (uint id in (uint[])[7, 7, 8, 7, 70_000 % 65_536])
        {
            await left.SendAsync(id, new byte[id]);
        }

        await left.CompleteAsync();
        int received = 0;
        await foreach (PacketReadResult _ in right.ReadAllAsync())
        {
            received++;
        }

        Assert.That(received, Is.EqualTo(5));
        if (!byId)
        {
            Assert.That((counts.PacketsSent, counts.BytesSent), Is.EqualTo((5L, 4513L)));
            Assert.That((counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((5L, 4513L)));
            Assert.That(counts.Count("codec.packets transmit 7"), Is.Zero);
            return;
        }

        foreach (string direction in (string[])["transmit", "receive"])
        {
            Assert.That(
                (counts.Count($"codec.packets {direction} 7"), counts.Count($"codec.packets {direction} 8"), counts.Count($"codec.packets {direction} 4464")),
                Is.EqualTo((3L, 1L, 1L)));
            Assert.That(
                (counts.Count($"codec.io {direction} 7"), counts.Count($"codec.io {direction} 8"), counts.Count($"codec.io {direction} 4464")),
                Is.EqualTo((33L, 12L, 4468L)));
        }

        Assert.That((counts.PacketsSent, counts.BytesSent, counts.PacketsReceived, counts.BytesReceived), Is.EqualTo((0L, 0L, 0L, 0L)), "Once, with the tag.");
    }

    [Test]
    public async Task Ids_beyond_the_limit_of_tags_are_counted_together()
    {
        using CounterListener counts = CounterListener.Start();
        await using PacketConnection connection = new(
            new SinkStream(), new PacketFormat(idWidth: 4), new PacketConnectionOptions { CountById = true });
        for (uint id = 100_000; id < 103_000; id++)
        {
            await connection.SendAsync(id, []);
        }

        await connection.FlushAsync();
        long own = 0;
        for (uint id = 100_000; id < 103_000; id++)
        {
            own += counts.Count($"codec.packets transmit {id}");
        }

        Assert.That(own, Is.LessThanOrEqualTo(1024));
        Assert.That(own + counts.Count("codec.packets transmit other"), Is.EqualTo(3000));
    }

    [Test]
    public void A_sent_or_rejected_packet_is_processed_although_a_listener_throws()
    {
        ChunkTransport transport = new();
        using PacketClient client = new(_ => new ValueTask<IPacketClientTransport>(transport));
        client.Connect();
        using (ListenOnce("codec.packets", static () => throw new HandlerException()))
        {
            Assert.That((client.TrySend(2, []), transport.Sent.Count), Is.EqualTo((true, 1)));
        }

        using MeterListener listener = ListenOnce("codec.errors", static () => throw new HandlerException());
        using PacketDispatcher<object> dispatcher = new(new PacketRoutes<object>(), listener, PacketDirections.Both);
        PacketDecoder.Decode([0, 0, 2, 0], out Packet packet, out _, out _);
        Assert.That(dispatcher.Dispatch(packet), Is.EqualTo(PacketError.UnknownId));
    }

    [Test]
    public async Task Another_thread_can_send_while_a_listener_counts_a_sent_packet([Values] bool byClient)
    {
        await using PacketConnection connection = new(new SinkStream(), options: new PacketConnectionOptions { CountById = true });
        using PacketClient client = new(static _ => new ValueTask<IPacketClientTransport>(new ChunkTransport()));
        client.Connect();
        bool hasSent = false;
        using MeterListener listener = ListenOnce("codec.packets", () => hasSent = Task.Run(Send).Wait(TimeSpan.FromSeconds(5)));
        await Send();
        await connection.FlushAsync();
        Assert.That(hasSent, Is.True);

        async Task Send()
        {
            if (byClient)
            {
                client.TrySend(2, []);
            }
            else
            {
                await connection.SendAsync(2, []);
            }
        }
    }

    private static MeterListener ListenOnce(string counter, Action call)
    {
        TestedBuild.IgnoreIfNetStandard("netstandard has no System.Diagnostics.Metrics.");
        MeterListener listener = new();
        listener.InstrumentPublished = (instrument, self) =>
        {
            if (instrument.Meter.Name == "Codec" && instrument.Name == counter)
            {
                self.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((_, _, _, _) => Interlocked.Exchange(ref call, static () => { })());
        listener.Start();
        return listener;
    }

    private static PacketDatagramSocket Bind()
    {
        Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        socket.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return new PacketDatagramSocket(socket);
    }
}
