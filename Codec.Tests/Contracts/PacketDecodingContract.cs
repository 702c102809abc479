using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Dispatch;
using Codec.Packets;
using Codec.Tests.Framing;
using Codec.Tests.Framing.Drivers;
using NUnit.Framework;

namespace Codec.Tests.Contracts;

/// <summary>What every way of decoding a stream, and of dispatching its packets, promises, however its bytes are cut.</summary>
[TestFixtureSource(nameof(Drivers))]
public sealed partial class PacketDecodingContract(StreamDriver driver)
{
    private static readonly int[] Widths = [2, 4];

    public static IEnumerable<TestFixtureData> Drivers() =>
        new StreamDriver[]
        {
            new SpanDriver(), new ArrayDriver(), new SequenceDriver(), new PushDriver(), new AppendDriver(), new PipeDriver(),
            new FullPipeDriver(), new StreamReaderDriver(), new ReadyStreamDriver(), new BufferedStreamDriver(), new ConnectionDriver(),
            new ConnectionDispatchDriver(), new ConnectionAsyncDriver(),
        }.Select(driver => new TestFixtureData(driver).SetArgDisplayNames(driver.ToString()));

    public static IEnumerable<PacketFormat> Formats() =>
        from sizeCounts in Enum.GetValues<PacketSizeCounts>()
        from sizeWidth in Widths
        from idWidth in Widths
        from order in Enum.GetValues<PacketFieldOrder>()
        from byteOrder in Enum.GetValues<PacketByteOrder>()
        select new PacketFormat(sizeCounts, sizeWidth, idWidth, order, byteOrder);

    [Test]
    public void Every_pair_of_cut_points_gives_the_same_packets()
    {
        TestPackets packets = TestPackets.Mixed(PacketFormat.Default);
        byte[] bytes = packets.Bytes;
        for (int first = 0; first <= bytes.Length; first++)
        {
            for (int second = first; second <= bytes.Length; second++)
            {
                packets.AssertAllIn(driver.Decode([bytes[..first], bytes[first..second], bytes[second..]], packets.Format));
            }
        }
    }

    [TestCaseSource(nameof(Formats))]
    public void Every_format_gives_the_same_packets_at_every_cut_and_byte_by_byte(PacketFormat format)
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
    public void Empty_chunks_change_nothing()
    {
        TestPackets packets = TestPackets.Mixed(PacketFormat.Default);
        byte[][] chunks = [.. packets.Bytes.SelectMany(one => new[] { [], new[] { one }, [] })];
        packets.AssertAllIn(driver.Decode(chunks, packets.Format));
    }

    [Test]
    public void A_thousand_packets_at_random_cuts_are_the_same_packets([Range(0, 3)] int run)
    {
        int seed = Environment.TickCount + run;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        TestPackets packets = TestPackets.Random(PacketFormat.Default, random, 1000);
        List<byte[]> chunks = [];
        for (int offset = 0; offset < packets.Bytes.Length;)
        {
            int count = Math.Min(packets.Bytes.Length - offset, random.Next(random.Next(2) == 0 ? 8 : 3000));
            chunks.Add(packets.Bytes[offset..(offset + count)]);
            offset += count;
        }

        packets.AssertAllIn(driver.Decode(chunks, packets.Format));
    }

    [Test]
    public void A_payload_of_the_largest_size_and_one_of_none_are_packets()
    {
        TestPackets packets = new(PacketFormat.Default);
        packets.Add(1, ushort.MaxValue);
        packets.Add(2, 0);
        packets.Add(3, 32768);
        packets.AssertAllIn(driver.Decode([packets.Bytes], packets.Format));
        packets.AssertAllIn(driver.Decode([packets.Bytes[..3], packets.Bytes[3..40000], packets.Bytes[40000..]], packets.Format));
    }

    [Test]
    public void A_stream_of_nothing_has_no_packets_and_no_error()
    {
        Decoding stream = driver.Decode([[], []], PacketFormat.Default);
        Assert.That((stream.Packets.Count, stream.Error, stream.Outstanding), Is.EqualTo((0, PacketError.None, 0)));
    }

    [Test]
    public void A_handler_that_throws_costs_its_own_packet_only([Values(1, 7, 1000)] int chunkSize)
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
}
