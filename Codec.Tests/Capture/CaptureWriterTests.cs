using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed class CaptureWriterTests : TestFolderFixture
{
    [Test]
    public void A_packet_that_cannot_be_encoded_is_counted_as_lost_and_the_next_is_written()
    {
        using MemoryStream stream = new();
        using (CaptureWriter writer = new(stream, leaveOpen: true))
        {
            Assert.That(() => writer.Write(65_536, [], CaptureDirection.Inbound), Throws.InstanceOf<ArgumentOutOfRangeException>());
            Assert.That(
                () => writer.Write(new ValuePacket<int>(1, 0, new CallingPayloadWriter(() => writer.Write(2, [], CaptureDirection.Inbound))), CaptureDirection.Inbound),
                Throws.InvalidOperationException);
            Assert.That(writer.LostPackets, Is.EqualTo(3));
            Assert.That(writer.Write(3, [1, 2], CaptureDirection.Inbound, 7, Noon), Is.True);
            Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo((1L, 3L)));
        }

        stream.Position = 0;
        using CapturedPacketReader reader = new(new CaptureReader(stream));
        Assert.That(reader.Read(out CapturedPacket captured), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((captured.Packet.Id, captured.Connection, captured.Timestamp), Is.EqualTo((3u, 7u, Noon)));
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
    }

    [Test]
    public async Task Written_packets_are_read_back([Values] bool async)
    {
        string path = InFolder("game.pcapng");
        using (CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { BufferSize = 4096 }))
        {
            for (int i = 0; i < 500; i++)
            {
                byte[] packet = GamePacket(i, i * 7 % 3000);
                CaptureDirection direction = (CaptureDirection)(i % 3);
                DateTimeOffset time = Noon.AddTicks(i * 12_345);
                Assert.That(async ? await writer.AppendAsync(packet, direction, (uint)i, time) : writer.Append(packet, direction, (uint)i, time), Is.True);
            }

            Assert.That((writer.PacketCount, writer.LostPackets, writer.Error), Is.EqualTo((500L, 0L, (Exception?)null)));
            Assert.That(writer.CurrentPath, Is.EqualTo(path));
        }

        using CaptureReader reader = CaptureFile.OpenRead(path);
        for (int i = 0; i < 500; i++)
        {
            CaptureStatus status = async ? await reader.ReadAsync() : reader.Read(out _);
            Assert.That(status, Is.EqualTo(CaptureStatus.Packet));
            CheckRecord(reader.Current, i);
        }

        Assert.That(async ? await reader.ReadAsync() : reader.Read(out _), Is.EqualTo(CaptureStatus.End));
        Assert.That((reader.Error, reader.ErrorOffset, reader.RecordCount), Is.EqualTo((CaptureError.None, -1L, 500L)));

        static void CheckRecord(CaptureRecord record, int i)
        {
            Assert.That(record.Data.SequenceEqual(GamePacket(i, i * 7 % 3000)), Is.True);
            Assert.That((record.Direction, record.Connection, record.HasConnection), Is.EqualTo(((CaptureDirection)(i % 3), (uint)i, true)));
            Assert.That(record.Timestamp, Is.EqualTo(Noon.AddTicks(i * 12_345)));
            Assert.That((record.LinkType, record.Interface, record.OriginalLength), Is.EqualTo((147, 0, (long)record.Data.Length)));
        }
    }

    [Test]
    public void A_file_truncated_anywhere_is_read_up_to_its_last_complete_packet()
    {
        using MemoryStream whole = new();
        List<long> ends = [];
        using (CaptureWriter writer = new(whole, leaveOpen: true))
        {
            writer.Flush();
            ends.Add(whole.Length);
            for (int i = 0; i < 8; i++)
            {
                writer.Append(GamePacket(i, i * 11), CaptureDirection.Inbound, 1, Noon);
                writer.Flush();
                ends.Add(whole.Length);
            }
        }

        byte[] bytes = whole.ToArray();
        for (int cut = (int)ends[0]; cut < bytes.Length; cut++)
        {
            using CaptureReader reader = Open(bytes[..cut]);
            (List<byte[]> records, CaptureStatus status) = ReadAll(reader);
            int packets = ends.FindLastIndex(end => end <= cut);
            Assert.That(records, Has.Count.EqualTo(packets));
            Assert.That(status, Is.EqualTo(cut == ends[packets] ? CaptureStatus.End : CaptureStatus.Truncated));
            if (status == CaptureStatus.Truncated)
            {
                Assert.That((reader.Error, reader.ErrorOffset, reader.LostBytes), Is.EqualTo((CaptureError.Truncated, ends[packets], cut - ends[packets])));
                Assert.That(reader.ToString(), Does.Contain($"offset {ends[packets]}").And.Contain($"{cut - ends[packets]} bytes are lost"));
                Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.Truncated));
            }
        }
    }

    [Test]
    public void Files_are_rotated_by_size_and_each_can_be_read_alone([Values] CaptureEncapsulation encapsulation)
    {
        string path = InFolder("game.pcapng");
        using (CaptureWriter writer = CaptureWriter.Create(
            path, new CaptureWriterOptions { MaxFileSize = 10_000, Encapsulation = encapsulation, PreallocationSize = 1 << 20 }))
        {
            for (int i = 0; i < 100; i++)
            {
                writer.Append(GamePacket(i, 1000), CaptureDirection.Outbound, 5, Noon);
            }

            Assert.That(writer.FileCount, Is.GreaterThan(10));
            Assert.That(writer.CurrentPath, Does.EndWith($"game-{writer.FileCount:0000}.pcapng"));
        }

        string[] files = [path, .. Directory.GetFiles(Folder, "game-*.pcapng").Order(StringComparer.Ordinal)];
        Assert.That(files.Select(file => new FileInfo(file).Length), Is.All.LessThanOrEqualTo(10_000));
        int next = 0;
        foreach (string file in files)
        {
            next = CheckFrom(next, CaptureFile.OpenRead(file));
        }

        Assert.That(next, Is.EqualTo(100));
        byte[] joined = [.. files.SelectMany(File.ReadAllBytes)];
        Assert.That(CheckFrom(0, Open(joined)), Is.EqualTo(100), "Sections may be put together to one file.");

        static int CheckFrom(int next, CaptureReader capture)
        {
            using CapturedPacketReader reader = new(capture);
            CaptureStatus status;
            while ((status = reader.Read(out CapturedPacket packet)) == CaptureStatus.Packet)
            {
                Assert.That(packet.Packet.Raw.SequenceEqual(GamePacket(next++, 1000)), Is.True);
            }

            Assert.That(status, Is.EqualTo(CaptureStatus.End));
            return next;
        }
    }

    [TestCase((ushort)49_152, 5u)]
    [TestCase((ushort)50_175, uint.MaxValue)]
    public void A_server_on_a_port_of_the_clients_is_told_apart_from_them(ushort port, uint connection)
    {
        using MemoryStream stream = new();
        using (CaptureWriter writer = new(stream, new CaptureWriterOptions { Encapsulation = CaptureEncapsulation.Tcp, Port = port }, leaveOpen: true))
        {
            writer.Append(GamePacket(1, 10), CaptureDirection.Outbound, connection, Noon);
            writer.Append(GamePacket(2, 10), CaptureDirection.Inbound, connection, Noon);
        }

        // Other programs see no direction but that of the ports.
        HashSet<(ushort, ushort)> ports = [];
        using CaptureReader reader = Open(stream.ToArray());
        while (reader.Read(out CaptureRecord record) == CaptureStatus.Packet)
        {
            ReadOnlySpan<byte> tcp = record.Data.Slice(34);
            ports.Add((BinaryPrimitives.ReadUInt16BigEndian(tcp), BinaryPrimitives.ReadUInt16BigEndian(tcp.Slice(2))));
        }

        Assert.That(ports, Has.Count.EqualTo(2));
        using CapturedPacketReader packets = new(Open(stream.ToArray()), new CapturedPacketReaderOptions { Port = port });
        Assert.That(packets.Read(out CapturedPacket packet), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((packet.Packet.Id, packet.Direction, packet.Connection), Is.EqualTo((1u, CaptureDirection.Outbound, connection)));
        Assert.That(packets.Read(out packet), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((packet.Packet.Id, packet.Direction, packet.Connection), Is.EqualTo((2u, CaptureDirection.Inbound, connection)));
    }

    [Test]
    public void Beyond_the_limit_of_TCP_connections_the_oldest_is_forgotten_and_reopened()
    {
        using MemoryStream stream = new();
        const uint Connections = 70_000;
        using (CaptureWriter writer = new(stream, new CaptureWriterOptions { Encapsulation = CaptureEncapsulation.Tcp }, leaveOpen: true))
        {
            for (uint i = 0; i <= Connections; i++)
            {
                writer.Append(GamePacket((ushort)i, 0), CaptureDirection.Inbound, i % Connections, Noon);
            }
        }

        stream.Position = 0;
        using CapturedPacketReader reader = new(new CaptureReader(stream));
        for (uint i = 0; i <= Connections; i++)
        {
            if (reader.Read(out CapturedPacket packet) != CaptureStatus.Packet || packet.Connection != i % Connections || packet.Packet.Id != (ushort)i)
            {
                Assert.Fail($"Packet {i} has id {packet.Packet.Id} and connection {packet.Connection}.");
            }
        }

        const int Handshake = 3;
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
        Assert.That(reader.Capture.RecordCount, Is.EqualTo((Handshake + 1) * (Connections + 1L)), "The first connection was forgotten and opened again.");
    }

    [Test]
    public async Task Files_are_rotated_by_the_times_of_packets_or_the_clock([Values] bool async, [Values] bool byClock)
    {
        ManualClock clock = new();
        string path = Path.GetRelativePath(Environment.CurrentDirectory, InFolder("game.pcapng"));
        await using CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { MaxFileAge = TimeSpan.FromMinutes(1), TimeProvider = clock });
        Assert.That(writer.CurrentPath, Is.EqualTo(InFolder("game.pcapng")));
        for (int i = 0; i < 10; i++)
        {
            DateTimeOffset time = byClock ? Noon.AddHours(-i) : Noon.AddSeconds(i * 25);
            _ = async ? await writer.AppendAsync(new byte[4], CaptureDirection.Inbound, 0, time) : writer.Append(new byte[4], CaptureDirection.Inbound, 0, time);
            clock.Now += TimeSpan.FromSeconds(byClock ? 25 : 0);
        }

        Assert.That(writer.FileCount, Is.EqualTo(4));
    }

    [Test]
    public void A_gzip_file_is_detected_by_its_first_bytes_and_an_archive_without_files_is_rejected()
    {
        string path = InFolder("game.pcapng.gz");
        using (CaptureWriter writer = new(new GZipStream(File.Create(path), CompressionLevel.Fastest)))
        {
            writer.Append(GamePacket(1, 50), CaptureDirection.Inbound, 0, Noon);
        }

        using (CaptureReader reader = CaptureFile.OpenRead(path))
        {
            Assert.That(ReadAll(reader).Records.Single(), Is.EqualTo(GamePacket(1, 50)));
        }

        File.Delete(path);
        using (ZipArchive archive = ZipFile.Open(path, ZipArchiveMode.Create))
        {
            archive.CreateEntry("captures/");
        }

        Assert.That(() => CaptureFile.OpenRead(path), Throws.InstanceOf<InvalidDataException>().With.Message.Contains("no files"));
    }

    [Test]
    public void The_first_file_of_a_zip_archive_that_starts_as_a_capture_is_read([Values("", "Read me.")] string text)
    {
        string path = InFolder("game.zip");
        using (ZipArchive archive = ZipFile.Open(path, ZipArchiveMode.Create))
        {
            archive.CreateEntry("captures/");
            using (StreamWriter readme = new(archive.CreateEntry("README").Open()))
            {
                readme.Write(text);
            }

            for (int id = 1; id <= 2; id++)
            {
                using CaptureWriter writer = new(archive.CreateEntry($"{id}.pcapng").Open());
                writer.Append(GamePacket(id, 50), CaptureDirection.Inbound, 0, Noon);
            }
        }

        using CaptureReader reader = CaptureFile.OpenRead(path);
        Assert.That(ReadAll(reader).Records.Single(), Is.EqualTo(GamePacket(1, 50)));
    }

    [Test]
    public void Appending_allocates_nothing([Values] CaptureEncapsulation encapsulation)
    {
        using CaptureWriter writer = new(Stream.Null, new CaptureWriterOptions { Encapsulation = encapsulation });
        byte[] packet = GamePacket(1, 1000);
        for (int i = 0; i < 1000; i++)
        {
            writer.Append(packet, CaptureDirection.Inbound, 3, Noon);
        }

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 10_000; i++)
        {
            writer.Append(packet, CaptureDirection.Inbound, 3, Noon);
        }

        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public void A_full_disk_is_reported_once_and_the_written_packets_stay_readable([Values(1, 100, 8_191, 20_000)] int room)
    {
        using LimitedStream disk = new(room);
        CaptureWriter writer = new(disk, new CaptureWriterOptions { BufferSize = 4096 }, leaveOpen: true);
        int errors = 0;
        int refused = 0;
        for (int i = 0; i < 200; i++)
        {
            try
            {
                refused += writer.Append(GamePacket(i, 200), CaptureDirection.Inbound, 0, Noon) ? 0 : 1;
            }
            catch (IOException)
            {
                errors++;
            }
        }

        Assert.That(errors, Is.EqualTo(1));
        Assert.That(refused, Is.GreaterThan(0));
        Assert.That(writer.Error, Is.InstanceOf<IOException>());
        Assert.That(writer.LostPackets, Is.GreaterThanOrEqualTo(refused));
        writer.Flush();
        writer.Dispose();
        Assert.That(disk.Failures, Is.EqualTo(1));
        using CaptureReader reader = Open(disk.Written);
        List<byte[]> records = ReadAll(reader).Records;
        Assert.That(records.Count, Is.GreaterThanOrEqualTo((room - 4096) / 260));
        Assert.That(records.Select((record, i) => record.AsSpan().SequenceEqual(GamePacket(i, 200))), Is.All.True);
    }

    [Test]
    public void Undefined_direction_throws_and_is_counted_as_lost([Values] CaptureEncapsulation encapsulation)
    {
        const CaptureDirection Undefined = (CaptureDirection)77;
        using MemoryStream stream = new();
        using CaptureWriter writer = new(stream, new CaptureWriterOptions { Encapsulation = encapsulation });
        Func<object?>[] calls =
        [
            () => writer.Append(new byte[4], Undefined),
            () => writer.Append(new byte[4], Undefined, 0, Noon),
            () => writer.AppendAsync(new byte[4], Undefined).AsTask(),
            () => writer.Write(1, [2], Undefined),
            () => writer.WriteAsync(1, [2], Undefined).AsTask(),
            () => writer.Append(new byte[4], CaptureDirection.Outbound + 1),
        ];
        for (int i = 0; i < calls.Length; i++)
        {
            ArgumentOutOfRangeException? exception = Assert.Throws<ArgumentOutOfRangeException>(() => calls[i]());
            int value = i == calls.Length - 1 ? 3 : 77;
            Assert.That((exception!.ParamName, exception.ActualValue), Is.EqualTo(("direction", (object)value)));
            Assert.That(exception.Message, Does.Contain($"{value} is not a defined value."));
        }

        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo((0L, (long)calls.Length)));
    }

    [Test]
    public void Invalid_arguments_throw_and_do_not_change_the_capture()
    {
        using MemoryStream stream = new();
        using CaptureWriter writer = new(stream, new CaptureWriterOptions { MaxPacketSize = 100 }, leaveOpen: true);
        Assert.That(() => writer.Append(new byte[101], CaptureDirection.Inbound), Throws.ArgumentException.With.Message.Contains("101"));
        Assert.That(() => writer.Append([], CaptureDirection.Inbound, 0, DateTimeOffset.MinValue), Throws.InstanceOf<ArgumentOutOfRangeException>());
        Assert.That(writer.Append(new byte[100], CaptureDirection.Unknown, 0, Noon), Is.True);
        Assert.That(writer.Append([], CaptureDirection.Unknown, 0, Noon), Is.True);
        writer.Flush();
        using CaptureReader reader = Open(stream.ToArray());
        Assert.That(ReadAll(reader).Records.Select(record => record.Length), Is.EqualTo((int[])[100, 0]));
        using CaptureWriter tcp = new(Stream.Null, new CaptureWriterOptions { Encapsulation = CaptureEncapsulation.Tcp });
        Assert.That(() => tcp.Append(new byte[1], CaptureDirection.Unknown), Throws.ArgumentException);
        Assert.That(() => new CaptureWriter(null!), Throws.ArgumentNullException);
        Assert.That(() => new CaptureWriter(new MemoryStream([], writable: false)), Throws.ArgumentException);
        Assert.That(() => CaptureWriter.Create(null!), Throws.ArgumentNullException);
        CaptureWriterOptions[] invalid =
        [
            new() { BufferSize = 10 },
            new() { BufferSize = (1 << 30) + 1 },
            new() { BufferSize = int.MaxValue },
            new() { Encapsulation = (CaptureEncapsulation)2 },
        ];
        foreach (CaptureWriterOptions options in invalid)
        {
            Assert.That(() => new CaptureWriter(Stream.Null, options), Throws.InstanceOf<ArgumentOutOfRangeException>());
        }

        Assert.That(() => new CaptureWriter(Stream.Null, new CaptureWriterOptions { Format = null! }), Throws.ArgumentNullException);
    }

    [Test]
    public void Times_that_a_capture_cannot_contain_are_rejected([Values] CaptureEncapsulation encapsulation)
    {
        DateTimeOffset first = DateTimeOffset.FromUnixTimeMilliseconds(0);
        DateTimeOffset last = first.AddTicks(long.MaxValue / 100);
        using MemoryStream stream = new();
        using CaptureWriter writer = new(stream, new CaptureWriterOptions { Encapsulation = encapsulation }, leaveOpen: true);
        DateTimeOffset[] outside = [first.AddTicks(-1), last.AddTicks(1), DateTimeOffset.MinValue, DateTimeOffset.MaxValue];
        foreach (DateTimeOffset time in outside)
        {
            Assert.That(
                () => writer.Append(GamePacket(1, 5), CaptureDirection.Inbound, 0, time),
                Throws.InstanceOf<ArgumentOutOfRangeException>().With.Message.Contains($"{time:O}").And.Message.Contains("2262-04-11"));
        }

        writer.Append(GamePacket(1, 5), CaptureDirection.Inbound, 0, first);
        writer.Append(GamePacket(2, 5), CaptureDirection.Inbound, 0, last);
        writer.Flush();
        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo((2L, (long)outside.Length)));
        using CapturedPacketReader reader = new(Open(stream.ToArray()));
        foreach (DateTimeOffset time in (DateTimeOffset[])[first, last])
        {
            Assert.That(reader.Read(out CapturedPacket packet), Is.EqualTo(CaptureStatus.Packet));
            Assert.That(packet.Timestamp, Is.EqualTo(time));
        }
    }

    private static readonly CaptureWriterOptions Smallest = new() { BufferSize = 4096 };

    [Test]
    public async Task Calls_during_a_pending_write_are_rejected_and_no_accepted_packet_is_lost([Values] bool appends)
    {
        GatedStream stream = new();
        CaptureWriter writer = new(stream, Smallest);
        int accepted = 0;
        Task pending = Start(writer, appends, ref accepted);
        Assert.That(pending.IsCompleted, Is.False);
        string name = appends ? "AppendAsync" : "FlushAsync";
        Assert.That(() => writer.Append(GamePacket(100, 10), CaptureDirection.Inbound, 0, Noon), Refused(name));
        Assert.That(async () => await writer.AppendAsync(GamePacket(100, 10), CaptureDirection.Inbound, 0, Noon), Refused(name));
        Assert.That(writer.Flush, Refused(name));
        Assert.That(async () => await writer.FlushAsync(), Refused(name));
        stream.Open();
        await pending;
        Assert.That(writer.Append(GamePacket(accepted, 100), CaptureDirection.Inbound, 0, Noon), Is.True);
        accepted++;
        await writer.DisposeAsync();
        CheckPackets(stream, accepted);
        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo(((long)accepted, 2L)));
    }

    [Test]
    public async Task Disposing_during_a_pending_write_keeps_its_buffer_and_loses_no_packet([Values] bool appends, [Values] bool async)
    {
        GatedStream stream = new();
        CaptureWriter writer = new(stream, Smallest);
        int accepted = 0;
        Task pending = Start(writer, appends, ref accepted);
        Task disposed = Task.CompletedTask;
        if (async)
        {
            disposed = writer.DisposeAsync().AsTask();
        }
        else
        {
            writer.Dispose();
        }

        byte[][] rented = [.. Enumerable.Range(0, 20).Select(_ => ArrayPool<byte>.Shared.Rent(4096))];
        foreach (byte[] array in rented)
        {
            array.AsSpan().Fill(0xEE);
        }

        Assert.That(stream.IsClosed, Is.False);
        Assert.That(disposed.IsCompleted, Is.Not.EqualTo(async));
        Assert.That(() => writer.Append([], CaptureDirection.Inbound), Throws.InstanceOf<ObjectDisposedException>());
        stream.Open();
        await pending;
        await disposed;
        await writer.DisposeAsync();
        Assert.That(stream.IsClosed, Is.True);
        CheckPackets(stream, accepted);
        Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo(((long)accepted, 0L)));
        foreach (byte[] array in rented)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    [Test]
    public async Task Disposing_while_a_write_completes_on_another_thread_loses_no_packet([Values] bool appends)
    {
        for (int i = 0; i < 500; i++)
        {
            GatedStream stream = new();
            CaptureWriter writer = new(stream, Smallest);
            int accepted = 0;
            Task pending = Start(writer, appends, ref accepted);
            Task opened = Task.Run(stream.Open);
            writer.Dispose();
            await opened;
            await pending;
            await writer.DisposeAsync();
            Assert.That(stream.IsClosed, Is.True);
            CheckPackets(stream, accepted);
        }
    }

    [Test]
    public void A_stream_may_dispose_the_writer_during_a_write_but_not_append_to_it()
    {
        GatedStream stream = new();
        CaptureWriter writer = new(stream, Smallest);
        int calls = 0;
        stream.OnWrite = () =>
        {
            calls++;
            Assert.That(() => writer.Append(GamePacket(9, 10), CaptureDirection.Inbound, 0, Noon), Refused("Flush"));
        };
        writer.Append(GamePacket(0, 10), CaptureDirection.Inbound, 0, Noon);
        writer.Flush();
        stream.OnWrite = () =>
        {
            calls++;
            writer.Dispose();
        };
        int count = 1;
        while (calls == 1)
        {
            Assert.That(writer.Append(GamePacket(count++, 100), CaptureDirection.Inbound, 0, Noon), Is.True);
        }

        Assert.That(stream.IsClosed, Is.True);
        CheckPackets(stream, count);
    }

    [Test]
    public async Task A_call_while_a_write_completes_on_another_thread_is_rejected_or_accepted_and_counted_once([Values] bool writes)
    {
        for (int i = 0; i < RandomCases.Count(100); i++)
        {
            GatedStream stream = new();
            await using CaptureWriter writer = new(stream, Smallest);
            int accepted = 0;
            int rejected = 0;
            Task pending = Start(writer, appends: false, ref accepted);
            Task opened = Task.Run(stream.Open);
            while (accepted == 1)
            {
                try
                {
                    _ = writes
                        ? writer.Write(1, [2], CaptureDirection.Inbound, 0, Noon)
                        : writer.Append(GamePacket(1, 10), CaptureDirection.Inbound, 0, Noon);
                    accepted++;
                }
                catch (InvalidOperationException)
                {
                    rejected++;
                }
            }

            await opened;
            await pending;
            Assert.That((writer.PacketCount, writer.LostPackets), Is.EqualTo(((long)accepted, (long)rejected)));
        }
    }

    [Test]
    public async Task A_stream_with_an_own_buffer_receives_the_packets_after_the_flush_interval([Values] bool async)
    {
        ManualClock clock = new();
        using MemoryStream stream = new();
        using BufferedStream buffered = new(stream, 1 << 20);
        CaptureWriterOptions options = new() { BufferSize = 4096, FlushInterval = TimeSpan.FromSeconds(2), TimeProvider = clock };
        CaptureWriter writer = new(buffered, options, leaveOpen: true);

        // The writer's buffer is written several times during the interval.
        int packets = 0;
        for (; packets < 40; packets++)
        {
            await AppendOne();
            clock.Now += TimeSpan.FromSeconds(0.05);
        }

        Assert.That(stream.Length, Is.Zero);
        clock.Now += TimeSpan.FromTicks(1);
        await AppendOne();
        using CaptureReader reader = Open(stream.ToArray());
        Assert.That(ReadAll(reader).Records, Has.Count.EqualTo(packets));
        long flushed = stream.Length;
        clock.Now += TimeSpan.FromSeconds(2);
        await AppendOne();
        Assert.That(stream.Length, Is.EqualTo(flushed), "The interval begins with the first packet after the flush.");
        clock.Now += TimeSpan.FromTicks(1);
        await AppendOne();
        Assert.That(stream.Length, Is.GreaterThan(flushed));
        await writer.DisposeAsync();

        // The interval is that of the clock, not of the times of the packets.
        async Task AppendOne() =>
            _ = async
                ? await writer.AppendAsync(GamePacket(1, 1000), CaptureDirection.Inbound, 0, Noon.AddHours(packets % 2 == 0 ? packets : -packets))
                : writer.Append(GamePacket(1, 1000), CaptureDirection.Inbound, 0, Noon.AddHours(packets % 2 == 0 ? packets : -packets));
    }

    [Test]
    public async Task Every_packet_is_in_the_capture_or_counted_as_lost([Values] bool async)
    {
        using LimitedStream disk = new(5000);
        CaptureWriter writer = new(disk, new CaptureWriterOptions { BufferSize = 4096, MaxPacketSize = 1000 }, leaveOpen: true);
        int packets = 0;
        for (; packets < 100; packets++)
        {
            byte[] packet = new byte[packets % 10 == 0 ? 1001 : 200];
            DateTimeOffset time = packets % 10 == 1 ? DateTimeOffset.MinValue : Noon;
            try
            {
                _ = async ? await writer.AppendAsync(packet, CaptureDirection.Inbound, 0, time) : writer.Append(packet, CaptureDirection.Inbound, 0, time);
            }
            catch (Exception exception) when (exception is IOException or ArgumentException)
            {
            }

            Assert.That(writer.PacketCount + writer.LostPackets, Is.EqualTo(packets + 1));
        }

        Assert.That(writer.Error, Is.InstanceOf<IOException>());
        writer.Dispose();
        Assert.That(writer.PacketCount + writer.LostPackets, Is.EqualTo(packets));
    }

    [Test]
    public void A_failed_creation_of_a_writer_closes_the_file()
    {
        string path = InFolder("game.pcapng");
        Assert.That(() => CaptureWriter.Create(path, new CaptureWriterOptions { TimeProvider = new BrokenClock() }), Throws.InstanceOf<NotSupportedException>());
        Assert.That(() => new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose(), Throws.Nothing);
    }

    private static ContainsConstraint Refused(string pending) =>
        Throws.InvalidOperationException.With.Message.Contains(pending);

    private static Task Start(CaptureWriter writer, bool appends, ref int accepted)
    {
        if (!appends)
        {
            writer.Append(GamePacket(accepted++, 100), CaptureDirection.Inbound, 0, Noon);
            return writer.FlushAsync();
        }

        for (; ; )
        {
            Task<bool> pending = writer.AppendAsync(GamePacket(accepted++, 100), CaptureDirection.Inbound, 0, Noon).AsTask();
            if (!pending.IsCompleted)
            {
                return pending;
            }
        }
    }

    private static void CheckPackets(GatedStream stream, int count)
    {
        using CaptureReader reader = Open(stream.Written);
        (List<byte[]> records, CaptureStatus status) = ReadAll(reader);
        Assert.That(status, Is.EqualTo(CaptureStatus.End));
        Assert.That(records, Has.Count.EqualTo(count));
        Assert.That(records.Select((record, i) => record.AsSpan().SequenceEqual(GamePacket(i, 100)) || record.AsSpan().SequenceEqual(GamePacket(i, 10))), Is.All.True);
    }

    /// <summary>A clock whose frequency property throws.</summary>
    private sealed class BrokenClock : TimeProvider
    {
        public override long TimestampFrequency => throw new NotSupportedException();
    }
}
