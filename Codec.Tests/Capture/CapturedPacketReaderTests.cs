using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Capture;
using Codec.Packets;
using NUnit.Framework;
using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed partial class CapturedPacketReaderTests
{
    [Test]
    public void Streams_are_put_together_from_segments_in_any_order_repeated_and_overlapping()
    {
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        for (int round = 0; round < 200; round++)
        {
            List<byte> stream = [];
            List<int> numbers = [.. Enumerable.Range(0, 40)];
            foreach (int number in numbers)
            {
                stream.AddRange(GamePacket(number, random.Next(200)));
            }

            byte[] bytes = [.. stream];

            // The sequence wraps in the middle of the stream.
            uint first = unchecked(0u - (uint)(bytes.Length / 2));
            List<(int Start, int Length)> pieces = [];
            for (int at = 0; at < bytes.Length;)
            {
                int length = Math.Min(random.Next(1, 300), bytes.Length - at);
                pieces.Add((at, Math.Min(length + random.Next(20), bytes.Length - at)));
                at += length;
            }

            for (int i = 0; i < pieces.Count; i += 4)
            {
                int count = Math.Min(4, pieces.Count - i);
                List<(int, int)> shuffled = [.. pieces.GetRange(i, count).OrderBy(_ => random.Next())];
                pieces.RemoveRange(i, count);
                pieces.InsertRange(i, shuffled);
            }

            for (int repeats = 0; repeats < 5; repeats++)
            {
                pieces.Insert(random.Next(pieces.Count), pieces[random.Next(pieces.Count / 2)]);
            }

            CaptureBytes capture = new CaptureBytes().Section().Interface(101).Packet(TcpFrame.Ipv4(40_000, 7777, first - 1, 0x02, []));
            foreach ((int start, int length) in pieces)
            {
                capture.Packet(TcpFrame.Ipv4(40_000, 7777, unchecked(first + (uint)start), 0x10, bytes.AsSpan(start, length)));
            }

            using CapturedPacketReader reader = new(Open(capture.ToArray()));
            Assert.That(Ids(reader), Is.EqualTo(numbers));
            Assert.That(reader.InvalidStreams, Is.Zero);
        }
    }

    [TestCase(101)]
    [TestCase(1)]
    [TestCase(0)]
    [TestCase(113)]
    [TestCase(276)]
    public void Streams_are_found_under_each_link_type_over_both_versions_of_ip(int linkType)
    {
        byte[] link = linkType switch
        {
            1 => [.. new byte[12], 0x81, 0, 0, 5, 8, 0],
            0 => [2, 0, 0, 0],
            113 => new byte[16],
            276 => new byte[20],
            _ => [],
        };
        byte[] link6 = linkType == 1 ? [.. new byte[12], 0x86, 0xDD] : link;
        CaptureBytes capture = new CaptureBytes().Section().Interface((ushort)linkType)
            .Packet([.. link, .. TcpFrame.Ipv4(40_000, 7777, 1, 0x10, GamePacket(1, 10)), 0, 0])
            .Packet([.. link6, .. TcpFrame.Ipv6(40_000, 7777, 1, GamePacket(2, 10))])
            .Packet([.. link, .. TcpFrame.Ipv4(40_000, 80, 1, 0x10, GamePacket(3, 10))])
            .Packet([.. link, .. TcpFrame.Ipv4(7777, 40_000, 9, 0x10, GamePacket(4, 10))]);
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        List<(uint, CaptureDirection, uint)> found = [];
        while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
        {
            found.Add((packet.Packet.Id, packet.Direction, packet.Connection));
        }

        Assert.That(found, Is.EqualTo(((uint, CaptureDirection, uint)[])
            [(1, CaptureDirection.Outbound, 0), (2, CaptureDirection.Outbound, 1), (4, CaptureDirection.Inbound, 0)]));
    }

    [Test]
    public void A_stream_that_lacks_bytes_is_given_up_and_the_others_go_on()
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(TcpFrame.Ipv4(1, 7777, 100, 0x10, GamePacket(1, 10)))
            .Packet(TcpFrame.Ipv4(2, 7777, 100, 0x10, GamePacket(2, 10)))
            .Packet(TcpFrame.Ipv4(1, 7777, 50_000, 0x10, GamePacket(3, 10)))
            .Packet(TcpFrame.Ipv4(1, 7777, 114, 0x10, GamePacket(4, 10)))
            .Packet(TcpFrame.Ipv4(2, 7777, 114, 0x10, GamePacket(5, 10)))
            .Packet(TcpFrame.Ipv4(1, 7777, 7, 0x02, []))
            .Packet(TcpFrame.Ipv4(1, 7777, 8, 0x10, GamePacket(6, 10)));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxGap = 1000 });
        Assert.That(Ids(reader), Is.EqualTo((int[])[1, 2, 5, 6]), "A new opening begins the stream anew.");
        Assert.That(reader.InvalidStreams, Is.EqualTo(1));
    }

    [Test]
    public void Bytes_that_are_no_packets_end_their_stream_or_record_alone()
    {
        PacketFormat small = new(maxPayloadSize: 100);
        CaptureBytes capture = new CaptureBytes().Section().Interface().Interface(101)
            .Packet([.. GamePacket(1, 10), .. GamePacket(2, 0), 9, 9])
            .Packet(GamePacket(3, 10)[..8])
            .Packet(TcpFrame.Ipv4(1, 7777, 1, 0x10, GamePacket(4, 200)), 0, 1)
            .Packet(TcpFrame.Ipv4(1, 7777, 205, 0x10, GamePacket(5, 10)), 0, 1)
            .Packet(GamePacket(6, 10));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { Format = small });
        Assert.That(Ids(reader), Is.EqualTo((int[])[1, 2, 6]));
        Assert.That((reader.InvalidStreams, reader.LastError), Is.EqualTo((3L, PacketError.PayloadTooLarge)).Or.EqualTo((3L, PacketError.PayloadTruncated)));
    }

    [Test]
    public void The_number_of_streams_is_bounded()
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        for (ushort port = 1; port <= 50; port++)
        {
            capture.Packet(TcpFrame.Ipv4(port, 7777, 1, 0x10, GamePacket(port, 10)));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 10 });
        Assert.That(Ids(reader), Is.EqualTo(Enumerable.Range(1, 50)));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 40L)));
    }

    private static List<int> Ids(CapturedPacketReader reader)
    {
        List<int> ids = [];
        while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
        {
            Assert.That(packet.Packet.Raw.SequenceEqual(GamePacket((int)packet.Packet.Id, packet.Packet.PayloadSize)), Is.True);
            ids.Add((int)packet.Packet.Id);
        }

        return ids;
    }
}
