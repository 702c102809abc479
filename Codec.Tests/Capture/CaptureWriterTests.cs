using System;
using System.Collections.Generic;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Threading.Tasks;
using Codec.Capture;
using NUnit.Framework;
using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed partial class CaptureWriterTests
{
    private string _folder = "";

    [SetUp]
    public void SetUp() => _folder = Directory.CreateTempSubdirectory("codec-capture").FullName;

    [TearDown]
    public void TearDown() => Directory.Delete(_folder, recursive: true);

    [Test]
    public async Task What_is_written_is_read([Values] bool async)
    {
        string path = Path.Combine(_folder, "game.pcapng");
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
    public void A_file_cut_anywhere_opens_up_to_the_last_whole_packet()
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
    public void Files_are_rotated_by_size_and_each_stands_alone([Values] CaptureEncapsulation encapsulation)
    {
        string path = Path.Combine(_folder, "game.pcapng");
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

        string[] files = [path, .. Directory.GetFiles(_folder, "game-*.pcapng").Order(StringComparer.Ordinal)];
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

    [Test]
    public void Any_number_of_connections_is_written_as_tcp_in_bounded_memory()
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
    public async Task Files_are_rotated_by_time([Values] bool async)
    {
        string path = Path.Combine(_folder, "game.pcapng");
        await using CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { MaxFileAge = TimeSpan.FromMinutes(1) });
        for (int i = 0; i < 10; i++)
        {
            DateTimeOffset time = Noon.AddSeconds(i * 25);
            _ = async ? await writer.AppendAsync(new byte[4], CaptureDirection.Inbound, 0, time) : writer.Append(new byte[4], CaptureDirection.Inbound, 0, time);
        }

        Assert.That(writer.FileCount, Is.EqualTo(4));
    }

    [Test]
    public void Gzip_is_written_through_the_stream_and_read_by_its_first_bytes()
    {
        string path = Path.Combine(_folder, "game.pcapng.gz");
        using (CaptureWriter writer = new(new GZipStream(File.Create(path), CompressionLevel.Fastest)))
        {
            writer.Append(GamePacket(1, 50), CaptureDirection.Inbound, 0, Noon);
        }

        using CaptureReader reader = CaptureFile.OpenRead(path);
        Assert.That(ReadAll(reader).Records.Single(), Is.EqualTo(GamePacket(1, 50)));
    }

    [Test]
    public void A_zip_entry_is_written_through_the_stream_and_read_by_its_first_bytes()
    {
        string path = Path.Combine(_folder, "game.zip");
        using (ZipArchive archive = ZipFile.Open(path, ZipArchiveMode.Create))
        {
            using CaptureWriter writer = new(archive.CreateEntry("game.pcapng").Open());
            writer.Append(GamePacket(1, 50), CaptureDirection.Inbound, 0, Noon);
        }

        using (CaptureReader reader = CaptureFile.OpenRead(path))
        {
            Assert.That(ReadAll(reader).Records.Single(), Is.EqualTo(GamePacket(1, 50)));
        }

        File.Delete(path);
        ZipFile.Open(path, ZipArchiveMode.Create).Dispose();
        using CaptureReader empty = CaptureFile.OpenRead(path);
        Assert.That(ReadAll(empty).Status, Is.EqualTo(CaptureStatus.Invalid));
    }

    [Test]
    public void Preallocated_room_that_is_not_used_is_given_back()
    {
        string path = Path.Combine(_folder, "game.pcapng");
        using (CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { PreallocationSize = 8 << 20 }))
        {
            writer.Append(new byte[1000], CaptureDirection.Inbound, 0, Noon);
        }

        Assert.That(new FileInfo(path).Length, Is.LessThan(2_000));
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
}
