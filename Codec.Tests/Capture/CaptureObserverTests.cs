namespace Codec.Tests.Capture;

/// <summary>Tests captures of connections.</summary>
internal sealed class CaptureObserverTests
{
    [Test]
    public async Task Packets_of_several_connections_are_captured_with_direction_and_connection()
    {
        const int Connections = 4;
        const int Packets = 200;
        using MemoryStream stream = new();
        List<long> numbers = [];
        using (CaptureObserver capture = new(new CaptureWriter(stream, leaveOpen: true)))
        {
            using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0), options: new PacketConnectionOptions { Observer = capture });
            List<Task> running = [];
            for (int i = 0; i < Connections; i++)
            {
                PacketConnection client = await PacketConnection.ConnectAsync(listener.EndPoint);
                PacketConnection server = await listener.AcceptAsync().WaitAsync(Limit);
                numbers.Add(server.Number);
                running.Add(Task.Run(() => EchoAsync(server)));
                running.Add(Task.Run(() => SendAsync(client, Packets)));
            }

            await Task.WhenAll(running).WaitAsync(Limit);
        }

        stream.Position = 0;
        Dictionary<(long, CaptureDirection), List<int>> captured = ReadValues(stream);
        Assert.That(captured.Keys, Is.EquivalentTo(numbers.SelectMany(static number => new[] { (number, CaptureDirection.Inbound), (number, CaptureDirection.Outbound) })));
        Assert.That(captured.Values, Is.All.EqualTo(Enumerable.Range(0, Packets)));
    }

    [Test]
    public async Task A_failed_or_disposed_capture_does_not_disturb_the_connection([Values] bool isOver)
    {
        CaptureWriter writer = new(new LimitedStream(0), new CaptureWriterOptions { BufferSize = 4096 });
        CaptureObserver capture = new(writer);
        if (isOver)
        {
            Assert.That(capture.Dispose, Throws.InstanceOf<IOException>());
        }

        using PacketListener listener = new(new IPEndPoint(IPAddress.Loopback, 0));
        PacketConnection client = await PacketConnection.ConnectAsync(listener.EndPoint, options: new PacketConnectionOptions { Observer = capture });
        PacketConnection server = await listener.AcceptAsync().WaitAsync(Limit);
        Task echoing = Task.Run(() => EchoAsync(server));
        await SendAsync(client, 500).WaitAsync(Limit);
        await echoing.WaitAsync(Limit);
        Assert.That(writer.Error, Is.Not.Null);
        Assert.That(writer.LostPackets, isOver ? Is.Zero : Is.EqualTo(1000));
        if (!isOver)
        {
            capture.Dispose();
        }
    }

    [Test]
    public async Task Packets_from_several_threads_are_captured_whole()
    {
        const int Threads = 8;
        const int Packets = 20_000;
        byte[] bytes = [4, 0, 7, 0, 1, 2, 3, 4];
        using MemoryStream stream = new();
        await using PacketConnection connection = new(new MemoryStream());
        CaptureWriter writer = new(stream, leaveOpen: true);
        using (CaptureObserver capture = new(writer))
        {
            await Task.WhenAll(Enumerable.Range(0, Threads).Select(_ => Task.Factory.StartNew(() => Receive(capture), TaskCreationOptions.LongRunning)));
        }

        Assert.That((writer.Error, writer.LostPackets), Is.EqualTo(((Exception?)null, 0L)));
        stream.Position = 0;
        Assert.That(ReadValues(stream).Values.Single(), Has.Count.EqualTo(Threads * Packets));

        void Receive(CaptureObserver capture)
        {
            PacketDecoder.Decode(bytes, out Packet packet, out _, out _);
            for (int i = 0; i < Packets; i++)
            {
                capture.Received(connection, packet);
            }
        }
    }

    [Test]
    public void A_capture_observer_rejects_a_null_writer() => Assert.That(() => new CaptureObserver(null!), Throws.ArgumentNullException.With.Property("ParamName").EqualTo("writer"));

    private static Dictionary<(long Connection, CaptureDirection Direction), List<int>> ReadValues(Stream stream)
    {
        Dictionary<(long, CaptureDirection), List<int>> captured = [];
        using CaptureReader reader = new(stream);
        while (reader.Read(out CaptureRecord record) == CaptureStatus.Packet)
        {
            if (!captured.TryGetValue((record.Connection, record.Direction), out List<int>? values))
            {
                captured[(record.Connection, record.Direction)] = values = [];
            }

            Assert.That(record.Data.Slice(0, 4).ToArray(), Is.EqualTo(new byte[] { 4, 0, 7, 0 }));
            values.Add(BitConverter.ToInt32(record.Data.Slice(4)));
        }

        return captured;
    }

    private static async Task EchoAsync(PacketConnection connection)
    {
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            ValueTask sent = connection.SendAsync(result.Packet.Id, result.Packet.Payload);
            await sent;
        }

        await connection.CompleteAsync();
        await connection.DisposeAsync();
    }

    private static async Task SendAsync(PacketConnection connection, int packets)
    {
        Task<int> reading = PacketConnectionTests.ReadAll(connection);
        for (int i = 0; i < packets; i++)
        {
            await connection.SendAsync(7, BitConverter.GetBytes(i));
        }

        await connection.CompleteAsync();
        Assert.That(await reading, Is.EqualTo(packets));
        await connection.DisposeAsync();
    }
}
