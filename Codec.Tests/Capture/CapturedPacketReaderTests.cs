using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using Codec.Capture;
using Codec.Framing;
using Codec.Packets;
using NUnit.Framework;
using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed class CapturedPacketReaderTests
{
    [TestCase("SourceHigh")]
    [TestCase("SourceLow")]
    [TestCase("DestinationHigh")]
    [TestCase("DestinationLow")]
    public void Connections_whose_addresses_differ_in_one_half_have_different_hashes(string half)
    {
        const int Addresses = 100;
        Type type = typeof(CapturedPacketReader).Assembly.GetType("Codec.Capture.TcpEndpoints", throwOnError: true)!;
        PropertyInfo property = type.GetProperty(half, BindingFlags.Instance | BindingFlags.NonPublic)!;
        HashSet<int> hashes = [];
        for (ulong i = 0; i < Addresses; i++)
        {
            object endpoints = Activator.CreateInstance(type)!;
            property.SetValue(endpoints, i << 48);
            hashes.Add(endpoints.GetHashCode());
        }

        Assert.That(hashes, Has.Count.GreaterThan(Addresses - 10));
    }

    [TestCase(58, 1, 1, "one of two packets")]
    [TestCase(63, 1, 1, "a part of the second packet")]
    [TestCase(44, 0, 1, "no payload")]
    [TestCase(42, 0, 1, "a part of the options of TCP")]
    [TestCase(72, 2, 0, "everything")]
    public void A_segment_that_a_snap_length_has_cut_ends_its_stream(int captured, int packets, int invalid, string what)
    {
        byte[] frame = TcpFrame.Ipv4(9000, 7777, 100, Ack, [.. new byte[4], .. GamePacket(1, 10), .. GamePacket(2, 10)]);
        frame[32] = 0x60; // The header of TCP has 24 bytes.
        CaptureBytes capture = new CaptureBytes().Section().Interface(101).Packet(ToServer(9000, 99, Syn)).CutPacket(frame, captured);
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Has.Count.EqualTo(packets), what);
        Assert.That((reader.InvalidStreams, reader.LastError), Is.EqualTo(((long)invalid, invalid == 0 ? PacketError.None : PacketError.PayloadTruncated)), what);
    }

    [Test]
    public void A_cut_segment_that_was_received_before_is_no_error()
    {
        byte[] segment = ToServer(9000, 100, Ack, 1);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101).Packet(segment).CutPacket(segment, 45).Packet(ToServer(9000, 100 + Small, Ack, 2));
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo((int[])[1, 2]));
        Assert.That(reader.InvalidStreams, Is.Zero);
    }

    [Test]
    public void A_cut_record_of_packets_is_an_error()
    {
        byte[] packet = GamePacket(1, 10);
        CaptureBytes capture = new CaptureBytes().Section().Interface().CutPacket(packet, 8).Packet(packet);
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo((int[])[1]));
        Assert.That((reader.InvalidStreams, reader.LastError, reader.LastHint), Is.EqualTo((1L, PacketError.PayloadTruncated, PacketHint.None)));
    }

    [Test]
    public void Streams_are_reassembled_from_reordered_repeated_and_overlapping_segments()
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

            // The sequence number wraps in the middle of the stream.
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

    [Test]
    public void Streams_of_the_format_with_the_longest_packets_are_read()
    {
        const int LongestPacket = 0x7FFFFFC7;
        PacketFormat format = new(sizeWidth: 4, maxPayloadSize: LongestPacket - 6);
        byte[] packet = [3, 0, 0, 0, 7, 0, 1, 2, 3];
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(TcpFrame.Ipv4(40_000, 7777, 99, 0x02, []))
            .Packet(TcpFrame.Ipv4(40_000, 7777, 100, 0x10, packet.AsSpan(0, 4)))
            .Packet(TcpFrame.Ipv4(40_000, 7777, 104, 0x10, packet.AsSpan(4)));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { Format = format });
        Assert.That(format.MaxPacketSize, Is.EqualTo(LongestPacket));
        Assert.That(reader.Read(out CapturedPacket captured), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(captured.Packet.Raw.ToArray(), Is.EqualTo(packet));
    }

    [TestCase(101, "", "")]
    [TestCase(0, "02000000", "1E000000")]
    [TestCase(1, "0000000000000000000000000800", "00000000000000000000000086DD")]
    [TestCase(1, "000000000000000000000000810000050800", "0000000000000000000000009100000581000006" + "86DD")]
    [TestCase(1, "00000000000000000000000088A8000581000006" + "0800", "00000000000000000000000086DD")]
    [TestCase(113, "00000000000000000000000000000800", "000000000000000000000000000086DD")]
    [TestCase(113, "00000000000000000000000000008100" + "00050800", "00000000000000000000000000008100" + "000586DD")]
    [TestCase(276, "0800000000000000000000000000000000000000", "86DD000000000000000000000000000000000000")]
    [TestCase(276, "8100000000000000000000000000000000000000" + "00050800", "8100000000000000000000000000000000000000" + "000586DD")]
    public void Streams_are_found_for_each_link_type_over_IPv4_and_IPv6(int linkType, string header, string header6)
    {
        byte[] link = Bytes(header);
        byte[] link6 = Bytes(header6);
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

    [TestCase(0x00, 0x00, true)]
    [TestCase(0x00, 0x06, true)]
    [TestCase(0x00, 0x01, false)]
    [TestCase(0x00, 0x08, false)]
    [TestCase(0x80, 0x00, false)]
    public void A_packet_with_a_fragment_header_is_read_if_it_is_whole(int offset, int bits, bool isWhole)
    {
        byte[] frame = TcpFrame.Ipv6(40_000, 7777, 1, GamePacket(1, 10));
        frame[6] = 44;
        frame[42] = (byte)offset;
        frame[43] = (byte)bits;
        using CapturedPacketReader reader = new(Open(new CaptureBytes().Section().Interface(101).Packet(frame).ToArray()));
        Assert.That(Ids(reader), Is.EqualTo(isWhole ? (int[])[1] : []));
    }

    [Test]
    public void A_stream_with_missing_bytes_is_abandoned_and_other_streams_continue()
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
    public void Invalid_bytes_end_only_their_own_stream_or_record()
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
        Assert.That((reader.InvalidStreams, reader.LastError), Is.EqualTo((3L, PacketError.PayloadTooLarge)));
        Assert.That(reader.LastErrorOffset, Is.Positive);
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

    private static byte[] Bytes(string hex) => [.. Enumerable.Range(0, hex.Length / 2).Select(i => Convert.ToByte(hex.Substring(2 * i, 2), 16))];

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

    private const byte Fin = 0x01;
    private const byte Syn = 0x02;
    private const byte Reset = 0x04;
    private const byte Ack = 0x10;

    // The size of a packet with a payload of 10 bytes.
    private const uint Small = 14;

    [Test]
    public void Finished_connections_do_not_count_towards_the_stream_limit()
    {
        const int Connections = 3000;
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        for (int i = 0; i < Connections; i++)
        {
            ushort port = (ushort)(10_000 + i);
            capture.Packet(ToServer(port, 99, Syn)).Packet(ToClient(port, 499, Syn | Ack))
                .Packet(ToServer(port, 100, Ack, 2 * i)).Packet(ToClient(port, 500, Ack, (2 * i) + 1))
                .Packet(ToServer(port, 100 + Small, Fin | Ack)).Packet(ToClient(port, 500 + Small, Fin | Ack)).Packet(ToServer(port, 101 + Small, Ack));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo(Enumerable.Range(0, 2 * Connections)));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void A_late_duplicate_SYN_is_ignored()
    {
        CheckStreams(
            [1, 2, 3],
            ToServer(9000, 99, Syn),
            ToServer(9000, 100, Ack, 1),
            ToServer(9000, 99, Syn),
            ToServer(9000, 100 + Small, Ack, 2),
            ToServer(9000, 100 + Small, Fin | Ack),
            ToServer(9000, 99, Syn),
            ToServer(9000, 100, Ack, 1),
            ToServer(9001, 100, Ack, 3));
    }

    [Test]
    public void A_SYN_captured_after_the_data_is_ignored()
    {
        CheckStreams(
            [1, 2, 3, 4],
            ToServer(9000, 100, Ack, 1),
            ToServer(9000, 99, Syn),
            ToServer(9000, 100 + Small, Ack, 2),
            ToServer(9001, 100 + Small, Ack, 3),
            ToServer(9001, 99, Syn),
            ToServer(9001, 100 + (2 * Small), Ack, 4));
    }

    [Test]
    public void Retransmissions_after_the_FIN_and_data_beyond_the_FIN_are_ignored()
    {
        CheckStreams(
            [1, 2],
            ToServer(9000, 99, Syn),
            ToServer(9000, 100, Ack, 1),
            ToServer(9000, 100 + Small, Fin | Ack, 2),
            ToClient(9000, 500, Fin | Ack),
            ToServer(9000, 100 + Small, Fin | Ack, 2),
            ToServer(9000, 100 + (2 * Small), Fin | Ack),
            ToServer(9000, 100, Ack, 1),
            ToServer(9000, 100 + (2 * Small), Ack, 7),
            ToServer(9000, 101 + (2 * Small), Ack, 8));
    }

    [Test]
    public void A_FIN_captured_before_the_data_takes_effect_after_the_data()
    {
        CheckStreams(
            [1, 2, 3],
            ToServer(9000, 99, Syn),
            ToServer(9000, 100 + (3 * Small), Fin | Ack),
            ToServer(9000, 100 + Small, Ack, 2),
            ToServer(9000, 100, Ack, 1),
            ToServer(9000, 100 + (2 * Small), Ack, 3));
    }

    [Test]
    public void A_half_closed_connection_continues_in_the_other_direction()
    {
        CheckStreams(
            [1, 2, 3, 4],
            ToServer(9000, 99, Syn),
            ToClient(9000, 499, Syn | Ack),
            ToServer(9000, 100, Fin | Ack, 1),
            ToClient(9000, 500, Ack, 2),
            ToClient(9000, 500 + Small, Ack, 3),
            ToServer(9000, 101 + Small, Ack),
            ToClient(9000, 500 + (2 * Small), Fin | Ack, 4));
    }

    [Test]
    public void Data_in_flight_is_read_if_both_sides_close_at_once()
    {
        CheckStreams(
            [1, 2, 3],
            ToServer(9000, 99, Syn),
            ToClient(9000, 499, Syn | Ack),
            ToServer(9000, 100, Ack, 1),
            ToClient(9000, 500 + Small, Fin | Ack),
            ToServer(9000, 100 + (2 * Small), Fin | Ack),
            ToClient(9000, 500, Ack, 2),
            ToServer(9000, 100 + Small, Ack, 3),
            ToClient(9000, 501 + Small, Ack),
            ToServer(9000, 101 + (2 * Small), Ack));
    }

    [TestCase(Fin)]
    [TestCase(Reset)]
    [TestCase((byte)0)]
    public void Reused_endpoints_with_a_SYN_are_a_new_connection(byte end)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        for (uint i = 0; i < 3; i++)
        {
            // The sequence numbers of the third connection are lower than those of the second one.
            uint first = i == 2 ? 105 : 100 + (i * 1_000_000);
            int id = (int)i * 4;
            capture.Packet(ToServer(9000, first - 1, Syn)).Packet(ToClient(9000, first + 49, Syn | Ack))
                .Packet(ToServer(9000, first, Ack, id)).Packet(ToClient(9000, first + 50, Ack, id + 1));
            if (end != 0)
            {
                capture.Packet(ToServer(9000, first + Small, end)).Packet(ToClient(9000, first + 50 + Small, end));
            }

            capture.Packet(ToServer((ushort)(9001 + i), 1, Ack, id + 2));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        List<(uint, uint)> found = [];
        while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
        {
            found.Add((packet.Packet.Id, packet.Connection));
        }

        Assert.That(found, Is.EqualTo(((uint, uint)[])[(0, 0), (1, 0), (2, 1), (4, 2), (5, 2), (6, 3), (8, 4), (9, 4), (10, 5)]));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void Reused_endpoints_without_a_captured_SYN_are_a_new_connection([Values(Fin, Reset)] byte end)
    {
        CheckStreams(
            [1, 2, 3],
            ToServer(9000, 99, Syn),
            ToServer(9000, 100, Ack, 1),
            ToServer(9000, 100 + Small, end),
            ToServer(9000, 0x80000000, Ack, 2),
            ToServer(9000, 0x80000000 + Small, Ack, 3));
    }

    [Test]
    public void Reused_endpoints_with_a_much_lower_sequence_number_are_counted()
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(ToServer(9000, 3_000_000_000, Ack, 1)).Packet(ToServer(9000, 1_000_000_000, Ack, 2)).Packet(ToServer(9000, 1_000_000_000 + Small, Ack, 3));
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo((int[])[1]));
        Assert.That((reader.InvalidStreams, reader.LastError), Is.EqualTo((1L, PacketError.PayloadTruncated)));
    }

    [Test]
    public void Bytes_that_are_sent_again_long_after_are_ignored()
    {
        const uint Later = 8_000_000;
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        PacketFormat format = new(sizeWidth: 4, maxPayloadSize: 1 << 24);
        byte[] large = [.. BitConverter.GetBytes(Later - 6), 1, 0, .. new byte[Later - 6]];
        for (int at = 0; at < Later; at += 50_000)
        {
            capture.Packet(TcpFrame.Ipv4(9000, 7777, 1 + (uint)at, Ack, large.AsSpan(at, 50_000)));
        }

        capture.Packet(TcpFrame.Ipv4(9000, 7777, 1, Ack, large.AsSpan(0, 50_000))).Packet(TcpFrame.Ipv4(9000, 7777, 1 + Later, Ack, [0, 0, 0, 0, 2, 0]));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { Format = format, MaxGap = 0 });
        Assert.That(reader.Read(out CapturedPacket packet), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(packet.Packet.Id, Is.EqualTo(1));
        Assert.That(reader.Read(out packet), Is.EqualTo(CaptureStatus.Packet));
        Assert.That(packet.Packet.Id, Is.EqualTo(2));
        Assert.That(reader.InvalidStreams, Is.Zero);
    }

    [Test]
    public void A_queue_that_another_program_wrote_is_not_a_connection_of_TCP()
    {
        // dpdk-dumpcap writes the receive queue of the network card.
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        byte[] queue = capture.Option(6, capture.U32(5));
        capture.Packet(ToServer(9000, 100, Ack, 1), 0, 0, queue).Packet(ToServer(9001, 100, Ack, 2), 0, 0, queue).Packet(ToClient(9001, 100, Ack, 3), 0, 0, queue);
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        List<uint> connections = [];
        while (reader.Read(out CapturedPacket packet) == CaptureStatus.Packet)
        {
            connections.Add(packet.Connection);
        }

        Assert.That(connections, Is.EqualTo((uint[])[0, 1, 1]));
    }

    [Test]
    public void A_reset_frees_both_directions_and_its_payload_is_not_stream_data()
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        for (int i = 0; i < 50; i++)
        {
            ushort port = (ushort)(9000 + i);
            capture.Packet(ToServer(port, 99, Syn)).Packet(ToClient(port, 499, Syn | Ack))
                .Packet(ToServer(port, 100, Ack, 2 * i)).Packet(ToClient(port, 500, Ack, (2 * i) + 1))
                .Packet(TcpFrame.Ipv4(port, 7777, 100 + Small, Reset | Ack, [5, 0, 1, 0, 1, 2, 3, 4, 5]));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 2 });
        Assert.That(Ids(reader), Is.EqualTo(Enumerable.Range(0, 100)));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void A_reset_that_the_peers_ignore_loses_nothing()
    {
        byte[] packet = GamePacket(2, 10);
        CheckStreams(
            [1, 2],
            ToServer(9000, 99, Syn),
            ToServer(9000, 100, Ack, 1),
            TcpFrame.Ipv4(9000, 7777, 100 + Small, Ack, packet.AsSpan(0, 5)),
            TcpFrame.Ipv4(7777, 9000, 77, Reset, []),
            TcpFrame.Ipv4(9000, 7777, 105 + Small, Ack, packet.AsSpan(5)));
    }

    [Test]
    public void A_finished_stream_is_freed_even_if_only_one_direction_is_captured()
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        for (int i = 0; i < 50; i++)
        {
            capture.Packet(ToClient((ushort)(9000 + i), 500, Ack, i)).Packet(ToClient((ushort)(9000 + i), 500 + Small, Fin | Ack));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 1 });
        Assert.That(Ids(reader), Is.EqualTo(Enumerable.Range(0, 50)));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void Unanswered_SYNs_do_not_count_towards_the_stream_limit()
    {
        byte[] packet = GamePacket(1, 10);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101).Packet(TcpFrame.Ipv4(9000, 7777, 100, Ack, packet.AsSpan(0, 5)));
        for (ushort port = 9001; port < 9100; port++)
        {
            capture.Packet(ToServer(port, 99, Syn));
        }

        capture.Packet(TcpFrame.Ipv4(9000, 7777, 105, Ack, packet.AsSpan(5)));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 3 });
        Assert.That(Ids(reader), Is.EqualTo((int[])[1]));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void Beyond_the_limit_the_longest_idle_stream_is_evicted_and_counted()
    {
        byte[] first = GamePacket(4, 10);
        byte[] second = GamePacket(9, 10);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(ToServer(9000, 100, Ack, 1))
            .Packet(TcpFrame.Ipv4(9001, 7777, 100, Ack, second.AsSpan(0, 5)))
            .Packet(TcpFrame.Ipv4(9000, 7777, 100 + Small, Ack, first.AsSpan(0, 5)))
            .Packet(ToServer(9002, 100, Ack, 3))
            .Packet(TcpFrame.Ipv4(9000, 7777, 105 + Small, Ack, first.AsSpan(5)));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 2 });
        Assert.That(Ids(reader), Is.EqualTo((int[])[1, 3, 4]));
        Assert.That((reader.InvalidStreams, reader.LastError, reader.EvictedStreams), Is.EqualTo((1L, PacketError.PayloadTruncated, 1L)), "It had a part of a packet.");
    }

    [Test]
    public void A_stream_that_ends_inside_a_packet_is_counted_once()
    {
        byte[] packet = GamePacket(2, 10);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(ToServer(9000, 100, Ack, 1))
            .Packet(TcpFrame.Ipv4(9000, 7777, 100 + Small, Fin | Ack, packet.AsSpan(0, 9)))
            .Packet(TcpFrame.Ipv4(9000, 7777, 109 + Small, Fin | Ack, []));
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo((int[])[1]));
        Assert.That((reader.InvalidStreams, reader.LastError), Is.EqualTo((1L, PacketError.PayloadTruncated)));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_stream_that_is_reset_inside_a_packet_is_counted_when_its_place_is_needed(bool isReopened)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(TcpFrame.Ipv4(9000, 7777, 100, Ack, GamePacket(1, 10).AsSpan(0, 5)))
            .Packet(TcpFrame.Ipv4(9000, 7777, 105, Reset, []))
            .Packet(isReopened ? TcpFrame.Ipv4(9000, 7777, 5000, Syn, []) : ToServer(9001, 100, Ack, 2));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 1 });
        Assert.That(Ids(reader), Is.EqualTo(isReopened ? (int[])[] : [2]));
        Assert.That((reader.InvalidStreams, reader.LastError, reader.EvictedStreams), Is.EqualTo((1L, PacketError.PayloadTruncated, 0L)));
    }

    [Test]
    public void Streams_that_lack_bytes_at_the_end_of_the_capture_are_counted_once()
    {
        byte[] packet = GamePacket(2, 10);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(ToServer(9000, 100, Ack, 1))
            .Packet(ToServer(9000, 100 + (2 * Small), Ack, 3))
            .Packet(TcpFrame.Ipv4(9001, 7777, 100, Ack, packet.AsSpan(0, 9)));
        int last = capture.ToArray().Length;
        capture.Packet(ToServer(9002, 100, Ack, 4));
        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo((int[])[1, 4]));
        Assert.That((reader.InvalidStreams, reader.LastError, reader.EvictedStreams), Is.EqualTo((2L, PacketError.PayloadTruncated, 0L)));
        Assert.That(reader.LastErrorOffset, Is.Positive.And.LessThan(last), "It is a record of the stream.");
        Assert.That(reader.Read(out _), Is.EqualTo(CaptureStatus.End));
        Assert.That(reader.InvalidStreams, Is.EqualTo(2));
    }

    [TestCase("end")]
    [TestCase("new connection")]
    [TestCase("eviction")]
    public void A_stream_that_lacks_bytes_before_its_FIN_is_counted_once(string cause)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(ToServer(9000, 99, Syn))
            .Packet(ToServer(9000, 100, Ack, 1))
            .Packet(ToServer(9000, 100 + (2 * Small), Fin | Ack));
        if (cause != "end")
        {
            capture.Packet(ToServer(9000, 0, Reset)).Packet(ToServer((ushort)(cause == "eviction" ? 9001 : 9000), 9_000_000, Syn));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 1 });
        Assert.That(Ids(reader), Is.EqualTo((int[])[1]));
        Assert.That((reader.InvalidStreams, reader.LastError, reader.EvictedStreams), Is.EqualTo((1L, PacketError.PayloadTruncated, 0L)));
    }

    [Test]
    public void Many_small_segments_after_missing_bytes_are_read_in_linear_time([Values] bool descending)
    {
        // With a list that moves its entries, this takes about a minute.
        const int Packets = 50_000;
        byte[] packet = GamePacket(1, 0);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101).Packet(ToServer(9000, 99, Syn));
        for (int i = 1; i < Packets * packet.Length; i++)
        {
            int at = descending ? (Packets * packet.Length) - i : i;
            capture.Packet(TcpFrame.Ipv4(9000, 7777, 100 + (uint)at, Ack, packet.AsSpan(at % packet.Length, 1)));
        }

        capture.Packet(TcpFrame.Ipv4(9000, 7777, 100, Ack, packet.AsSpan(0, 1)));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxGap = 1 << 24 });
        Assert.That(Ids(reader), Has.Count.EqualTo(Packets));
        Assert.That(reader.InvalidStreams, Is.Zero);
    }

    [Test]
    public void Small_segments_after_missing_bytes_count_towards_the_limit_with_the_memory_that_they_take()
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101).Packet(ToServer(9000, 99, Syn));
        for (uint i = 1; i < 100; i++)
        {
            capture.Packet(TcpFrame.Ipv4(9000, 7777, 100 + i, Ack, [0]));
        }

        byte[] bytes = capture.ToArray();
        Assert.That(InvalidStreamsAfterFirstByte(1 << 14), Is.Zero);
        Assert.That(InvalidStreamsAfterFirstByte(1 << 12), Is.EqualTo(1));

        long InvalidStreamsAfterFirstByte(int maxGap)
        {
            byte[] whole = [.. bytes, .. new CaptureBytes().Section().Interface(101).Packet(TcpFrame.Ipv4(9000, 7777, 100, Ack, [0])).ToArray()];
            using CapturedPacketReader reader = new(Open(whole), new CapturedPacketReaderOptions { MaxGap = maxGap });
            while (reader.Read(out _) == CaptureStatus.Packet)
            {
            }

            return reader.InvalidStreams;
        }
    }

    [Test]
    public void A_keep_alive_with_a_byte_does_not_begin_a_stream()
    {
        const byte Push = 0x08;
        CheckStreams(
            [1, 2, 3],
            TcpFrame.Ipv4(9000, 7777, 99, Ack, [0]),
            TcpFrame.Ipv4(9000, 7777, 99, Ack, [0]),
            ToServer(9000, 100, Ack, 1),
            TcpFrame.Ipv4(9000, 7777, 99 + Small, Ack, [0]),
            ToServer(9000, 100 + Small, Ack, 2),
            TcpFrame.Ipv4(9001, 7777, 100, Ack | Push, GamePacket(3, 10).AsSpan(0, 1)),
            TcpFrame.Ipv4(9001, 7777, 101, Ack | Push, GamePacket(3, 10).AsSpan(1)),
            TcpFrame.Ipv4(9002, 7777, 99, Ack, [0]));
    }

    [Test]
    public void A_stream_without_payload_yet_is_removed_after_those_that_ended()
    {
        byte[] packet = GamePacket(2, 10);
        CaptureBytes capture = new CaptureBytes().Section().Interface(101)
            .Packet(ToServer(9000, 99, Syn))
            .Packet(ToServer(9001, 99, Syn))
            .Packet(ToServer(9001, 100, Fin | Ack, 1))
            .Packet(ToServer(9002, 99, Syn))
            .Packet(TcpFrame.Ipv4(9000, 7777, 101, Ack, packet.AsSpan(1)))
            .Packet(TcpFrame.Ipv4(9000, 7777, 100, Ack, packet.AsSpan(0, 1)));
        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 2 });
        Assert.That(Ids(reader), Is.EqualTo((int[])[1, 2]));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }

    [Test]
    public void Random_connections_yield_every_packet_exactly_once()
    {
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        for (int round = 0; round < 20; round++)
        {
            // Segments of each connection are slightly out of order, and some are repeated. There are eight concurrent connections, and ports are
            // reused.
            List<Queue<byte[]>> active = [];
            CaptureBytes capture = new CaptureBytes().Section().Interface(101);
            int packets = 0;
            for (int started = 0; started < 300 || active.Count > 0;)
            {
                if (started < 300 && active.Count < 8)
                {
                    active.Add(RandomConnection(random, (ushort)(9000 + (started++ % 40)), ref packets));
                }

                Queue<byte[]> next = active[random.Next(active.Count)];
                capture.Packet(next.Dequeue());
                if (next.Count == 0)
                {
                    active.Remove(next);
                }
            }

            using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = 64 });
            List<int> ids = Ids(reader);
            ids.Sort();
            Assert.That(ids, Is.EqualTo(Enumerable.Range(0, packets)));
            Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
        }
    }

    private static Queue<byte[]> RandomConnection(Random random, ushort port, ref int packets)
    {
        Queue<byte[]> segments = [];
        uint client = (uint)random.Next(int.MinValue, int.MaxValue);
        uint server = (uint)random.Next(int.MinValue, int.MaxValue);
        segments.Enqueue(ToServer(port, client - 1, Syn));
        segments.Enqueue(ToClient(port, server - 1, Syn | Ack));
        List<byte[]> middle = [];
        for (int i = random.Next(6); i > 0; i--)
        {
            byte[] packet = GamePacket(packets++, random.Next(50));
            bool toServer = random.Next(2) == 0;
            int cut = random.Next(packet.Length + 1);
            foreach (byte[] part in (byte[][])[packet[..cut], packet[cut..]])
            {
                middle.Add(toServer ? TcpFrame.Ipv4(port, 7777, client, Ack, part) : TcpFrame.Ipv4(7777, port, server, Ack, part));
                client += toServer ? (uint)part.Length : 0;
                server += toServer ? 0 : (uint)part.Length;
            }
        }

        middle.Add(ToServer(port, client, Fin | Ack));
        middle.Add(ToClient(port, server, Fin | Ack));
        for (int i = 0; i + 3 < middle.Count; i += 3)
        {
            middle.Reverse(i, 3);
        }

        foreach (byte[] segment in middle)
        {
            segments.Enqueue(segment);
            if (random.Next(5) == 0)
            {
                segments.Enqueue(middle[random.Next(middle.Count)]);
                segments.Enqueue(segments.Peek());
            }
        }

        return segments;
    }

    private static byte[] ToServer(ushort port, uint sequence, byte flags, int? id = null) =>
        TcpFrame.Ipv4(port, 7777, sequence, flags, id is { } number ? GamePacket(number, 10) : []);

    private static byte[] ToClient(ushort port, uint sequence, byte flags, int? id = null) =>
        TcpFrame.Ipv4(7777, port, sequence, flags, id is { } number ? GamePacket(number, 10) : []);

    private static void CheckStreams(int[] ids, params byte[][] segments)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        foreach (byte[] segment in segments)
        {
            capture.Packet(segment);
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()));
        Assert.That(Ids(reader), Is.EqualTo(ids));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo((0L, 0L)));
    }
}
