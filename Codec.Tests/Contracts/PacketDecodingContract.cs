using NUnit.Framework.Internal;

namespace Codec.Tests.Contracts;

/// <summary>Tests that every way of decoding a stream and dispatching its packets has the same results, for any split of the bytes.</summary>
[TestFixtureSource(nameof(Drivers))]
public sealed partial class PacketDecodingContract(StreamDriver driver)
{
    private static readonly int[] Widths = [2, 4];

    // An empty packet with each id of two bytes. Nothing changes it.
    private static readonly Lazy<TestPackets> Flood = new(static () =>
    {
        TestPackets flood = new(PacketFormat.Default);
        for (uint id = 0; id <= ushort.MaxValue; id++)
        {
            flood.Add(id, payloadSize: 0);
        }

        return flood;
    });

    public static IEnumerable<TestFixtureData> Drivers()
    {
        List<StreamDriver> drivers =
        [
            new SpanDriver(), new ArrayDriver(), new SequenceDriver(), new PushDriver(), new PushArrayDriver(), new AppendDriver(), new PipeDriver(),
            new FullPipeDriver(), new StreamReaderDriver(), new ReadyStreamDriver(), new BlockingStreamDriver(), new ConnectionDriver(),
            new ConnectionDispatchDriver(), new ConnectionAsyncDriver(), new ClientDriver(),
        ];
        AddWebSockets(drivers);
        foreach (StreamDriver driver in drivers)
        {
            TestFixtureData fixture = new TestFixtureData(driver).SetArgDisplayNames(driver.ToString());
            if (driver is ConnectionDriver)
            {
                // The driver's listener causes allocations in the shared pool, which other fixtures would count.
                fixture.Properties.Set(PropertyNames.ParallelScope, ParallelScope.None);
            }

            yield return fixture;
        }
    }

    // .NET Framework cannot create a WebSocket from a stream.
    static partial void AddWebSockets(List<StreamDriver> drivers);

    public static IEnumerable<PacketFormat> Formats() =>
        from sizeCountsHeader in (bool[])[false, true]
        from sizeWidth in Widths
        from idWidth in Widths
        from idFirst in (bool[])[false, true]
        from bigEndian in (bool[])[false, true]
        select new PacketFormat(sizeCountsHeader, sizeWidth, idWidth, idFirst, bigEndian);

    [Test]
    public void Splitting_the_stream_at_any_two_points_gives_the_same_packets()
    {
        TestPackets packets = TestPackets.Mixed(PacketFormat.Default);
        byte[] bytes = packets.Bytes;
        foreach (int first in RandomCases.Some(Enumerable.Range(0, bytes.Length + 1)))
        {
            for (int second = first; second <= bytes.Length; second++)
            {
                packets.AssertAllIn(driver.Decode([bytes[..first], bytes[first..second], bytes[second..]], packets.Format));
            }
        }
    }

    [TestCaseSource(nameof(Formats))]
    public void Every_format_decodes_the_same_packets_at_every_split_point_and_byte_by_byte(PacketFormat format)
    {
        TestPackets packets = TestPackets.Mixed(format);
        byte[] bytes = packets.Bytes;
        packets.AssertAllIn(driver.Decode([.. bytes.Select(one => new[] { one })], format));
        for (int cut = 0; cut <= bytes.Length; cut++)
        {
            packets.AssertAllIn(driver.Decode([bytes[..cut], bytes[cut..]], format));
        }
    }

    [Test]
    public void Splitting_the_stream_at_random_points_gives_the_same_packets([Range(0, 3)] int run)
    {
        Random random = new(RandomCases.Seed(Environment.TickCount + run));
        TestPackets packets = TestPackets.Random(PacketFormat.Default, random, 1000);
        byte[] bytes = packets.Bytes;
        List<byte[]> chunks = [];
        for (int offset = 0; offset < bytes.Length;)
        {
            int count = Math.Min(bytes.Length - offset, random.Next(random.Next(2) == 0 ? 8 : 3000));
            chunks.Add(bytes[offset..(offset + count)]);
            offset += count;
        }

        packets.AssertAllIn(driver.Decode(chunks, packets.Format));
    }

    [Test]
    public void Packets_with_the_largest_and_with_an_empty_payload_are_decoded()
    {
        TestPackets packets = new(PacketFormat.Default);
        packets.Add(1, ushort.MaxValue);
        packets.Add(2, 0);
        packets.Add(3, 32768);
        packets.AssertAllIn(driver.Decode([packets.Bytes], packets.Format));
        packets.AssertAllIn(driver.Decode([packets.Bytes[..3], packets.Bytes[3..40000], packets.Bytes[40000..]], packets.Format));
    }

    [Test]
    public void A_handler_that_throws_affects_only_its_own_packet([Values(1, 7, 1000)] int chunkSize)
    {
        TestPackets packets = TestPackets.Mixed(PacketFormat.Default);
        PacketRoutes<Decoding> routes = new PacketRoutes<Decoding>().AddDefault(static (stream, in packet) =>
        {
            stream.Packets.Add((packet.Id, packet.Payload.ToArray()));
            throw new HandlerException();
        });

        CountingPool pool = new();
        using (PacketDispatcher<Decoding> dispatcher = new(routes, new Decoding(), PacketDirections.ToServer, pool: pool))
        {
            Decoding stream = driver.Decode([.. packets.Bytes.Chunk(chunkSize)], packets.Format, dispatcher: dispatcher);
            packets.AssertAllIn(stream);
            Assert.That(stream.HandlerFailures, Is.EqualTo(packets.Count));
        }

        Assert.That(pool.Outstanding, Is.Zero);
        packets.AssertAllIn(driver.Decode([packets.Bytes], packets.Format));
    }

    private static readonly PacketFormat Small = new(maxPayloadSize: 100);

    public static IEnumerable<TestCaseData> InvalidHeaders()
    {
        yield return Case("one above the maximum", Small, [101, 0, 1, 0], PacketError.PayloadTooLarge);
        yield return Case("32,768: negative where read as signed", Small, [0x00, 0x80, 1, 0], PacketError.PayloadTooLarge);
        yield return Case("65,535", Small, [0xFF, 0xFF, 1, 0], PacketError.PayloadTooLarge);
        yield return Case("65,532: wraps 16 bits with the header", Small, [0xFC, 0xFF, 1, 0], PacketError.PayloadTooLarge);

        PacketFormat whole = new(sizeCountsHeader: true, maxPayloadSize: 100);
        yield return Case("counted header, 0", whole, [0, 0, 1, 0], PacketError.SizeTooSmall);
        yield return Case("counted header, 3", whole, [3, 0, 1, 0], PacketError.SizeTooSmall);
        yield return Case("counted header, 105", whole, [105, 0, 1, 0], PacketError.PayloadTooLarge);

        PacketFormat wide = new(sizeWidth: 4, maxPayloadSize: 100);
        yield return Case("32 bits, negative", wide, [0, 0, 0, 0x80, 1, 0], PacketError.PayloadTooLarge);
        yield return Case("32 bits, wraps with the header", wide, [0xFA, 0xFF, 0xFF, 0xFF, 1, 0], PacketError.PayloadTooLarge);
        yield return Case("32 bits, 65,536 more than a good size", wide, [1, 0, 1, 0, 1, 0], PacketError.PayloadTooLarge);
        yield return Case("32 bits, all ones", wide, [0xFF, 0xFF, 0xFF, 0xFF, 1, 0], PacketError.PayloadTooLarge);

        PacketFormat widest = new(sizeCountsHeader: true, sizeWidth: 4, idWidth: 4, maxPayloadSize: 0x7FFFFFC7 - 8);
        yield return Case("32 bits, counted header, 7", widest, [7, 0, 0, 0, 1, 0, 0, 0], PacketError.SizeTooSmall);
        yield return Case("32 bits, more than an array", widest, [0xC8, 0xFF, 0xFF, 0x7F, 1, 0, 0, 0], PacketError.PayloadTooLarge);

        PacketFormat big = new(sizeCountsHeader: true, bigEndian: true, idFirst: true, maxPayloadSize: 100);
        yield return Case("big-endian, id first, 3", big, [0, 1, 0, 3], PacketError.SizeTooSmall);
        yield return Case("big-endian, id first, 105", big, [0, 1, 0, 105], PacketError.PayloadTooLarge);

        static TestCaseData Case(string name, PacketFormat format, byte[] header, PacketError error) =>
            new TestCaseData(format, header, error).SetArgDisplayNames(name);
    }

    [TestCaseSource(nameof(InvalidHeaders))]
    public void An_invalid_size_is_rejected_as_soon_as_it_is_received(PacketFormat format, byte[] header, PacketError error)
    {
        TestPackets packets = TestPackets.Mixed(format);
        byte[] bytes = [.. packets.Bytes, .. header];
        Decoding stream = driver.Decode([bytes], format, ends: false);
        packets.AssertAllIn(stream, error);

        // If the size is before the id, it is validated before the id has been received.
        if (!format.IsIdFirst)
        {
            packets.AssertAllIn(driver.Decode([bytes[..^format.IdWidth]], format, ends: false), error);
        }
    }

    [TestCaseSource(nameof(InvalidHeaders))]
    public void A_rejected_packet_stays_rejected_at_every_split_point_and_before_valid_packets(PacketFormat format, byte[] header, PacketError error)
    {
        TestPackets packets = TestPackets.Mixed(format);
        TestPackets good = TestPackets.Mixed(format);
        byte[] bytes = [.. packets.Bytes, .. header, .. new byte[24], .. good.Bytes];
        for (int cut = packets.Bytes.Length - 1; cut <= packets.Bytes.Length + header.Length + 24; cut++)
        {
            packets.AssertAllIn(driver.Decode([bytes[..cut], bytes[cut..]], format), error);
        }

        packets.AssertAllIn(driver.Decode([.. bytes.Select(one => new[] { one })], format), error);
    }

    [Test]
    public void An_end_of_stream_is_an_error_only_inside_a_packet()
    {
        TestPackets packets = TestPackets.Mixed(PacketFormat.Default);
        byte[] last = [5, 0, 9, 0, 1, 2, 3, 4, 5];
        for (int length = 0; length < last.Length; length++)
        {
            PacketError error = length == 0 ? PacketError.None : length < 4 ? PacketError.HeaderTruncated : PacketError.PayloadTruncated;
            byte[] bytes = [.. packets.Bytes, .. last[..length]];
            packets.AssertAllIn(driver.Decode([bytes], packets.Format), error);
            packets.AssertAllIn(driver.Decode([.. bytes.Select(one => new[] { one })], packets.Format), error);
            packets.AssertAllIn(driver.Decode([bytes], packets.Format, ends: false));
        }
    }

    [Test]
    public void A_declared_payload_uses_no_memory_before_its_bytes_arrive()
    {
        PacketFormat format = new(sizeWidth: 4, maxPayloadSize: 1 << 30);
        Decoding stream = driver.Decode([[0, 0, 0, 0x40, 1, 0, 7]], format, ends: false);
        Assert.That(stream.Error, Is.EqualTo(PacketError.None));
        Assert.That(stream.PeakRented, Is.LessThanOrEqualTo(driver.FirstRent));
        Assert.That(stream.Outstanding, Is.Zero);
    }

    [Test]
    public void Unknown_ids_are_skipped_and_counted_or_passed_to_the_default_handler([Values] bool hasDefault)
    {
        TestPackets flood = Flood.Value;
        CountingPool pool = new();
        PacketRoutes<Decoding> routes = new();
        if (hasDefault)
        {
            routes.AddDefault(static (stream, in packet) => stream.Packets.Add((packet.Id, packet.Payload.ToArray())));
        }

        using (PacketDispatcher<Decoding> dispatcher = new(routes, new Decoding(), PacketDirections.ToServer, ignoreUnknown: true, pool))
        {
            Decoding stream = driver.Decode([.. flood.Bytes.Chunk(1461)], flood.Format, dispatcher: dispatcher);
            Assert.That(dispatcher.UnknownPackets, Is.EqualTo(hasDefault ? 0 : flood.Count));
            if (hasDefault)
            {
                flood.AssertAllIn(stream);
            }
            else
            {
                Assert.That((stream.Error, stream.Position, stream.Outstanding), Is.EqualTo((PacketError.None, (long)flood.Bytes.Length, 0)));
                Assert.That(stream.Packets, Is.Empty);
            }
        }

        Assert.That((pool.Rents, pool.Outstanding), Is.EqualTo((0, 0)), "No payload was copied.");
    }

    [TestCase("GET / HTTP/1.1\r\n", PacketHint.Http)]
    [TestCase("HTTP/1.1 400 Bad", PacketHint.Http)]
    [TestCase("PROXY TCP4 192.0.2.1", PacketHint.ProxyProtocol)]
    [TestCase("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001", PacketHint.Tls)]
    [TestCase("\u0000\u0030\u0000\u0001\u0001\u0001\u0001\u0001", PacketHint.OtherByteOrder)]
    [TestCase("\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff", PacketHint.None)]
    public void The_hint_names_the_protocol_that_rejected_bytes_look_like(string text, PacketHint hint)
    {
        byte[] bytes = Encoding.Latin1.GetBytes(text);
        Assert.That(driver.Decode([bytes], Small).Hint, Is.EqualTo(hint));
        Assert.That(driver.Decode([bytes], Small).Error, Is.EqualTo(PacketError.PayloadTooLarge));
    }

    [TestCase("GET / HTTP/1.1\r\n", PacketHint.Http)]
    [TestCase("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001", PacketHint.Tls)]
    [TestCase("\u0000\u0030\u0000\u0001\u0001\u0001\u0001\u0001", PacketHint.OtherByteOrder)]
    public void A_hint_is_given_only_for_a_rejected_size_or_a_truncated_first_packet(string text, PacketHint hint)
    {
        // In the default format, these are packets that are truncated by the end of the stream.
        byte[] bytes = Encoding.Latin1.GetBytes(text);
        Decoding first = driver.Decode([bytes], PacketFormat.Default);
        PacketHint atFirst = driver.KnowsTheEnd ? hint : PacketHint.None;
        Assert.That((first.Error, first.Hint), Is.EqualTo((PacketError.PayloadTruncated, atFirst)));
        TestPackets packets = TestPackets.Mixed(PacketFormat.Default);
        Decoding behind = driver.Decode([packets.Bytes, bytes], PacketFormat.Default);
        Assert.That((behind.Error, behind.Hint), Is.EqualTo((PacketError.PayloadTruncated, PacketHint.None)), "Good packets came before.");
        Decoding refused = driver.Decode([TestPackets.Mixed(Small).Bytes, bytes], Small);
        Assert.That((refused.Error, refused.Hint), Is.EqualTo((PacketError.PayloadTooLarge, hint)));
    }

    [Test]
    public void Random_bytes_give_the_same_packets_and_errors_at_any_split_point([Range(0, 3)] int run)
    {
        Random random = new(RandomCases.Seed(Environment.TickCount + run));
        foreach (PacketFormat format in Formats().Select(format => new PacketFormat(
            format.SizeCountsHeader, format.SizeWidth, format.IdWidth, format.IsIdFirst, format.IsBigEndian, maxPayloadSize: 300)))
        {
            byte[] bytes = new byte[random.Next(64)];
            random.NextBytes(bytes);
            for (int i = 0; i < bytes.Length; i++)
            {
                // Most bytes are zero, so that sizes are often small and streams contain several packets.
                bytes[i] = random.Next(3) == 0 ? bytes[i] : (byte)(random.Next(4) == 0 ? 6 : 0);
            }

            Decoding expected = new SpanDriver().Decode([bytes], format);
            int cut = random.Next(bytes.Length + 1);
            Decoding actual = driver.Decode([bytes[..cut], bytes[cut..]], format);
            Assert.That(actual.Packets.Select(packet => packet.Id), Is.EqualTo(expected.Packets.Select(packet => packet.Id)));
            Assert.That((actual.Error, actual.Position, actual.Outstanding), Is.EqualTo((expected.Error, expected.Position, 0)));
        }
    }

    [TestCase("\u0016\u0003\u0001\u0002\u0000\u0001", PacketHint.Tls)]
    [TestCase("HTTP/1", PacketHint.Http)]
    [TestCase("\u0000\u0000\u0000\u0005\u0001\u0001", PacketHint.None)]
    public void A_size_that_is_too_small_gives_a_hint_even_after_valid_packets(string text, PacketHint hint)
    {
        // The id is before the size, so that bytes of TLS or HTTP can have a size that is too small for the header.
        PacketFormat format = new(sizeCountsHeader: true, sizeWidth: 2, idWidth: 4, idFirst: true, maxPayloadSize: 0x7000);
        byte[] bytes = [.. Encoding.Latin1.GetBytes(text).Take(4), 1, 0];
        TestPackets packets = TestPackets.Mixed(format);
        Decoding refused = driver.Decode([packets.Bytes, bytes], format, ends: false);
        packets.AssertAllIn(refused, PacketError.SizeTooSmall);
        Assert.That(refused.Hint, Is.EqualTo(hint));
        Decoding bytewise = driver.Decode([packets.Bytes, .. bytes.Select(one => new[] { one })], format, ends: false);
        Assert.That((bytewise.Error, bytewise.Hint), Is.EqualTo((PacketError.SizeTooSmall, hint)));
    }
}
