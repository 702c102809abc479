using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed class CaptureReaderTests : TestFolderFixture
{
    private static readonly byte[] Data = [1, 2, 3, 4, 5];

    [Test]
    public void Pcapng_is_read_in_both_byte_orders_with_unknown_blocks_skipped([Values] bool bigEndian, [Values(1, 3, 1 << 20)] int drip)
    {
        CaptureBytes bytes = new(bigEndian);
        bytes.Section().Block(0x0BAD, new byte[600_000]).Interface().Block(4, new byte[20])
            .Packet(Data, 1_000_001, 0, [.. bytes.Option(1, 65, 66), .. bytes.Option(2, bytes.U32(1)), .. bytes.Option(6, bytes.U32(9)), .. bytes.U32(0)])
            .Block(5, new byte[8])
            .Interface(1, 0, [.. bytes.Option(9, 9), .. bytes.U32(0)])
            .Packet(Data, 7, 1);
        using CaptureReader reader = new(new DripStream(bytes.ToArray(), drip));
        Assert.That(reader.Read(out CaptureRecord first), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((first.TimestampNanoseconds, first.Direction, first.Connection, first.LinkType), Is.EqualTo((1_000_001_000L, CaptureDirection.Inbound, 9u, 147)));
        Assert.That(first.Data.SequenceEqual(Data), Is.True);
        Assert.That(reader.Read(out CaptureRecord second), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((second.TimestampNanoseconds, second.Direction, second.HasConnection, second.LinkType), Is.EqualTo((7L, CaptureDirection.Unknown, false, 1)));
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
    }

    [TestCase(0u, CaptureDirection.Unknown)]
    [TestCase(1u, CaptureDirection.Inbound)]
    [TestCase(2u, CaptureDirection.Outbound)]
    [TestCase(3u, CaptureDirection.Unknown)]
    public void A_direction_is_the_lowest_two_bits_of_the_flags(uint bits, CaptureDirection direction)
    {
        // Only the first block is as this library writes it.
        CaptureBytes bytes = new();
        byte[] flags = bytes.Option(2, bytes.U32(bits | 0x100));
        bytes.Section().Interface().Packet(Data, 0, 0, [.. flags, .. bytes.Option(6, bytes.U32(9)), .. bytes.U32(0)]).Packet(Data, 0, 0, flags);
        using CaptureReader reader = Open(bytes.ToArray());
        Assert.That(reader.Read(out CaptureRecord record), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(record.Direction, Is.EqualTo(direction));
        Assert.That(reader.Read(out record), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(record.Direction, Is.EqualTo(direction));
    }

    [Test]
    public void Simple_and_obsolete_packet_blocks_are_read([Values] bool bigEndian)
    {
        CaptureBytes bytes = new(bigEndian);
        bytes.Section().Interface(147, 3)
            .Block(3, [.. bytes.U32(5), 1, 2, 3, 0])
            .Block(2, [.. bytes.U16(0), .. bytes.U16(77), .. bytes.U32(0), .. bytes.U32(5), .. bytes.U32(5), .. bytes.U32(6), .. Data, 0, 0, 0]);
        using CaptureReader reader = Open(bytes.ToArray());
        Assert.That(reader.Read(out CaptureRecord simple), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((simple.Data.Length, simple.OriginalLength, simple.TimestampNanoseconds), Is.EqualTo((3, 5L, 0L)));
        Assert.That(reader.Read(out CaptureRecord obsolete), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((obsolete.Data.Length, obsolete.OriginalLength, obsolete.TimestampNanoseconds), Is.EqualTo((5, 6L, 5_000L)));
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
    }

    [TestCase(false, 0xA1B2C3D4u, 2_000_003_000L)]
    [TestCase(true, 0xA1B2C3D4u, 2_000_003_000L)]
    [TestCase(false, 0xA1B23C4Du, 2_000_000_003L)]
    [TestCase(true, 0xA1B23C4Du, 2_000_000_003L)]
    public void Pcap_is_read_in_both_byte_orders_and_resolutions(bool bigEndian, uint magic, long nanoseconds)
    {
        byte[] bytes = Pcap(new CaptureBytes(bigEndian), magic);
        using CaptureReader reader = Open(bytes);
        Assert.That(reader.Read(out CaptureRecord record), Is.EqualTo(CaptureStatus.Packet));
        Assert.That((record.TimestampNanoseconds, record.OriginalLength, record.LinkType, record.Offset), Is.EqualTo((nanoseconds, 9L, 147, 24L)));
        Assert.That(record.Data.SequenceEqual(Data), Is.True);
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
        using CaptureReader cut = Open(bytes[..^1]);
        Assert.That(ReadAll(cut).Status, Is.EqualTo(CaptureStatus.Truncated));
        Assert.That((cut.ErrorOffset, cut.LostBytes), Is.EqualTo((24L, 20L)));
    }

    [TestCase(0, 3u, 3_000_000_000L)]
    [TestCase(3, 3u, 3_000_000L)]
    [TestCase(9, 3u, 3L)]
    [TestCase(12, 3_000u, 3L)]
    [TestCase(0x80 | 10, 1536u, 1_500_000_000L)]
    public void Timestamps_of_any_resolution_become_nanoseconds(byte resolution, uint timestamp, long nanoseconds)
    {
        CaptureBytes bytes = new();
        bytes.Section().Interface(147, 0, bytes.Option(9, resolution)).Packet(Data, timestamp)
            .Interface(147, 0, [.. bytes.Option(9, resolution), .. bytes.Option(14, 2, 0, 0, 0, 0, 0, 0, 0)]).Packet(Data, timestamp, 1);
        using CaptureReader reader = Open(bytes.ToArray());
        reader.Read(out CaptureRecord record);
        Assert.That(record.TimestampNanoseconds, Is.EqualTo(nanoseconds));
        reader.Read(out record);
        Assert.That(record.TimestampNanoseconds, Is.EqualTo(nanoseconds + 2_000_000_000));
    }

    [Test]
    public void Extreme_timestamps_are_limited_to_the_supported_range([Values(0, 6, 9, 15, 127, 128, 191, 255)] byte resolution, [Values] bool offset)
    {
        CaptureBytes bytes = new();
        byte[] options = offset ? [.. bytes.Option(9, resolution), .. bytes.Option(14, 255, 255, 255, 255, 255, 255, 255, 127)] : bytes.Option(9, resolution);
        bytes.Section().Interface(147, 0, options).Packet(Data, ulong.MaxValue);
        using CaptureReader reader = Open(bytes.ToArray());
        Assert.That(reader.Read(out CaptureRecord record), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(record.TimestampNanoseconds, Is.GreaterThanOrEqualTo(0));
        Assert.That(record.Timestamp.Year, Is.InRange(1970, 2262));
    }

    public static IEnumerable<TestCaseData> Hostile()
    {
        CaptureBytes b = new();
        byte[] good = new CaptureBytes().Section().Interface().Packet(Data).ToArray();
        yield return Case("a block length of 4 GB", [.. b.U32(6), .. b.U32(0xFFFFFFFC), .. new byte[100]], CaptureError.TooLong);
        yield return Case("an interface of 2 GB", [.. b.U32(1), .. b.U32(0x80000000), .. new byte[100]], CaptureError.TooLong);
        yield return Case("a block length below a block's own", [.. b.U32(6), .. b.U32(8), .. new byte[100]], CaptureError.BlockLengthInvalid);
        yield return Case("a block length of 0", [.. b.U32(6), .. b.U32(0), .. new byte[100]], CaptureError.BlockLengthInvalid);
        yield return Case("a length that is not a multiple of 4", [.. b.U32(6), .. b.U32(33), .. new byte[100]], CaptureError.BlockLengthInvalid);
        yield return Case("a packet block without room for its fields", new CaptureBytes().Block(6, new byte[16]).ToArray(), CaptureError.BlockLengthInvalid);
        yield return Case("a simple block without room for its fields", new CaptureBytes().Block(3, []).ToArray(), CaptureError.BlockLengthInvalid);
        yield return Case("an interface without room for its fields", new CaptureBytes().Block(1, new byte[4]).ToArray(), CaptureError.BlockLengthInvalid);
        yield return Case("lengths that differ", [.. new CaptureBytes().Packet(Data).ToArray()[..^4], .. b.U32(44)], CaptureError.BlockLengthsDiffer);
        yield return Case("a packet longer than its block", Patched(new CaptureBytes().Packet(Data).ToArray(), 20, 0x7FFFFFFF), CaptureError.PacketLongerThanBlock);
        yield return Case("a packet length of 4 GB", Patched(new CaptureBytes().Packet(Data).ToArray(), 20, uint.MaxValue), CaptureError.PacketLongerThanBlock);
        yield return Case("a simple packet longer than its block", new CaptureBytes().Block(3, [.. b.U32(99), .. new byte[8]]).ToArray(), CaptureError.PacketLongerThanBlock);
        yield return Case("an interface that was never declared", new CaptureBytes().Packet(Data, 0, 1).ToArray(), CaptureError.InterfaceUndeclared);
        yield return Case("an interface number of 4 billion", new CaptureBytes().Packet(Data, 0, uint.MaxValue).ToArray(), CaptureError.InterfaceUndeclared);
        yield return Case("an interface of the section before", new CaptureBytes().Section().Packet(Data).ToArray(), CaptureError.InterfaceUndeclared);
        yield return Case("an option longer than its block", new CaptureBytes().Packet(Data, 0, 0, [.. b.U16(1), .. b.U16(60_000)]).ToArray(), CaptureError.OptionInvalid);
        yield return Case("flags of the wrong length", new CaptureBytes().Packet(Data, 0, 0, b.Option(2, 1)).ToArray(), CaptureError.OptionInvalid);
        yield return Case("a resolution of the wrong length", new CaptureBytes().Interface(1, 0, b.Option(9, 1, 2)).ToArray(), CaptureError.OptionInvalid);
        yield return Case("a section of version 2", new CaptureBytes().Block(0x0A0D0D0A, [.. b.U32(0x1A2B3C4D), .. b.U16(2), .. new byte[10]]).ToArray(), CaptureError.VersionUnknown);
        yield return Case("a section of no byte order", new CaptureBytes().Block(0x0A0D0D0A, new byte[16]).ToArray(), CaptureError.NotACapture);
        yield return Case("an unknown block that never ends", [.. b.U32(0x99), .. b.U32(0xFFFFFFFC), .. new byte[100]], CaptureError.Truncated, isReadToTheEnd: true);
        yield return Case("zeros that were never written", new byte[8000], CaptureError.Truncated);

        TestCaseData Case(string name, byte[] tail, CaptureError error, bool isReadToTheEnd = false) =>
            new TestCaseData(good, tail, error, isReadToTheEnd).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(Hostile))]
    public void Damage_is_reported_with_its_offset_after_the_records_before_it(byte[] good, byte[] tail, CaptureError error, bool isReadToTheEnd)
    {
        foreach (bool seekable in (bool[])[true, false])
        {
            byte[] bytes = [.. good, .. tail];
            using CaptureReader reader = seekable ? Open(bytes) : new CaptureReader(new DripStream(bytes, 7));
            (List<byte[]> records, CaptureStatus status) = ReadAll(reader);
            Assert.That(records.Single(), Is.EqualTo(Data));
            Assert.That(reader.Error, Is.EqualTo(error));
            Assert.That(status, Is.EqualTo(error == CaptureError.Truncated ? CaptureStatus.Truncated : CaptureStatus.Invalid));
            Assert.That(reader.ErrorOffset, Is.GreaterThanOrEqualTo(good.Length).And.LessThan(bytes.Length));
            Assert.That(reader.LostBytes, Is.EqualTo(seekable || isReadToTheEnd ? bytes.Length - reader.ErrorOffset : -1));
            Assert.That(reader.Read(out _), Is.EqualTo(status));
            Assert.That(() => reader.Current.Offset, Throws.InvalidOperationException);
        }
    }

    [Test]
    public void Data_that_is_not_a_capture_and_too_many_interfaces_are_rejected()
    {
        foreach (byte[] bytes in (byte[][])[[], [1], "GET / HTTP/1.1\r\n"u8.ToArray(), new byte[100]])
        {
            using CaptureReader reader = Open(bytes);
            CaptureStatus status = ReadAll(reader).Status;
            Assert.That((status, reader.ErrorOffset), Is.EqualTo((bytes.Length == 1 ? CaptureStatus.Truncated : CaptureStatus.Invalid, 0L)));
        }

        using CaptureReader many = Open(new CaptureBytes().Section().Interface().Interface().ToArray(), new CaptureReaderOptions { MaxInterfaces = 1 });
        Assert.That((ReadAll(many).Status, many.Error), Is.EqualTo((CaptureStatus.Invalid, CaptureError.TooManyInterfaces)));
    }

    [Test]
    public void Flipped_bits_never_throw_and_memory_use_stays_bounded()
    {
        Random random = new(RandomCases.Seed());
        using MemoryStream whole = new();
        using (CaptureWriter writer = new(whole, new CaptureWriterOptions { Encapsulation = CaptureEncapsulation.Tcp }, leaveOpen: true))
        {
            for (int i = 0; i < 30; i++)
            {
                writer.Append(GamePacket(i, 40), CaptureDirection.Inbound, (uint)i / 10, Noon);
            }
        }

        byte[] good = whole.ToArray();
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int round = 0; round < 5_000; round++)
        {
            byte[] bad = (byte[])good.Clone();
            for (int flips = random.Next(1, 4); flips > 0; flips--)
            {
                bad[random.Next(bad.Length)] ^= (byte)(1 << random.Next(8));
            }

            using CapturedPacketReader reader = new(Open(bad));
            while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
            {
                Assert.That(packet.Packet.Raw.Length, Is.GreaterThanOrEqualTo(4));
            }
        }

        Assert.That((GC.GetAllocatedBytesForCurrentThread() - before) / 5_000, Is.LessThan(100_000));
    }

    [Test]
    public void Damaged_compressed_data_gives_an_error_status_and_not_an_exception()
    {
        string path = InFolder("game.pcapng.gz");
        using (CaptureWriter writer = new(new GZipStream(File.Create(path), CompressionLevel.Fastest)))
        {
            for (int i = 0; i < 500; i++)
            {
                writer.Append(GamePacket(i, 2000), CaptureDirection.Inbound, 0, Noon);
            }
        }

        byte[] bytes = File.ReadAllBytes(path);
        bytes.AsSpan(bytes.Length / 2, 1000).Fill(0xFF);
        File.WriteAllBytes(path, bytes);
        using CaptureReader damaged = CaptureFile.OpenRead(path);
        (List<byte[]> records, CaptureStatus status) = ReadAll(damaged);
        Assert.That(status, Is.Not.EqualTo(CaptureStatus.End));
        Assert.That(records, Is.Not.Empty);
        path = InFolder("cut.pcapng.gz");
        File.WriteAllBytes(path, bytes[..(bytes.Length / 3)]);
        using CaptureReader cut = CaptureFile.OpenRead(path);
        Assert.That(ReadAll(cut).Status, Is.Not.EqualTo(CaptureStatus.End));
        Assert.That(cut.RecordCount, Is.GreaterThan(0));
    }

    [Test]
    public void Reading_allocates_nothing_per_record_and_memory_stays_bounded()
    {
        CaptureBytes bytes = new CaptureBytes().Section().Interface();
        for (int i = 0; i < 2000; i++)
        {
            bytes.Packet(Data, (ulong)i);
        }

        byte[] all = bytes.ToArray();

        // Uses the minimum of several rounds, because the runtime also allocates when it loads a type or after a pool was trimmed.
        long least = long.MaxValue;
        for (int i = 0; i < 5; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            ReadOnce();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        Assert.That(least, Is.LessThan(2_000));

        void ReadOnce()
        {
            using CaptureReader reader = Open(all);
            while (reader.Read(out _) == CaptureStatus.Packet)
            {
            }
        }
    }

    private static byte[] Pcap(CaptureBytes bytes, uint magic) => bytes
        .Raw([.. bytes.U32(magic), .. bytes.U16(2), .. bytes.U16(4), .. bytes.U32(0), .. bytes.U32(0), .. bytes.U32(65535), .. bytes.U32(147)])
        .Raw([.. bytes.U32(2), .. bytes.U32(3), .. bytes.U32(5), .. bytes.U32(9), .. Data])
        .ToArray();

    private static byte[] Patched(byte[] bytes, int offset, uint value)
    {
        new CaptureBytes().U32(value).CopyTo(bytes, offset);
        return bytes;
    }
}
