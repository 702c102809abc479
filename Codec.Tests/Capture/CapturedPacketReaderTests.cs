using static Codec.Tests.Capture.CaptureBytes;

namespace Codec.Tests.Capture;

internal sealed class CapturedPacketReaderTests
{
    private static readonly Regex Segment = new(
        @"^((?<toServer>>)|<)(?<port>\d)(?<flags>[SFRAP]+)(?<sequence>\d+)(=(?<id>\d+)(\[(?<from>\d+)\.\.(?<to>\d+)\])?)?$", RegexOptions.ExplicitCapture);

    [Test]
    public void Connections_whose_addresses_differ_in_one_half_have_different_hashes(
        [Values("SourceHigh", "SourceLow", "DestinationHigh", "DestinationLow")] string half)
    {
        const int Addresses = 100;
        Type type = typeof(CapturedPacketReader).Assembly.GetType("Codec.Capture.TcpEndpoints", throwOnError: true)!;
        PropertyInfo property = type.GetProperty(half)!;
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
        Random random = new(RandomCases.Seed());
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

    // A segment is its direction (to the server or to the client), the last digit of the client's port, the flags (Syn, Fin, Reset, Ack, Push), the sequence
    // number of its first byte, and the number of its packet, which has 14 bytes, or a part of it. The ids are in the order in which they are read.
    [TestCase("1 2 3", ">0S99 >0A100=1 >0S99 >0A114=2 >0FA114 >0S99 >0A100=1 >1A100=3", TestName = "A late duplicate SYN is ignored")]
    [TestCase("1 2 3 4", ">0A100=1 >0S99 >0A114=2 >1A114=3 >1S99 >1A128=4", TestName = "A SYN captured after the data is ignored")]
    [TestCase("1 2", ">0S99 >0A100=1 >0FA114=2 <0FA500 >0FA114=2 >0FA128 >0A100=1 >0A128=7 >0A129=8", TestName = "Bytes sent again after the FIN, and those beyond it, are ignored")]
    [TestCase("1 2 3", ">0S99 >0FA142 >0A114=2 >0A100=1 >0A128=3", TestName = "A FIN captured before the data takes effect after the data")]
    [TestCase("1 2 3 4", ">0S99 <0SA499 >0FA100=1 <0A500=2 <0A514=3 >0A115 <0FA528=4", TestName = "A half-closed connection continues in the other direction")]
    [TestCase("1 2 3", ">0S99 <0SA499 >0A100=1 <0FA514 >0FA128 <0A500=2 >0A114=3 <0A515 >0A129", TestName = "Data in flight is read if both sides close at once")]
    [TestCase("1 2 3", ">0S99 >0A100=1 >0F114 >0A2147483648=2 >0A2147483662=3", TestName = "Reused endpoints without a captured SYN are a new connection after a FIN")]
    [TestCase("1 2 3", ">0S99 >0A100=1 >0R114 >0A2147483648=2 >0A2147483662=3", TestName = "Reused endpoints without a captured SYN are a new connection after a reset")]
    [TestCase("1", ">0A3000000000=1 >0A1000000000=2 >0A1000000014=3", 1, TestName = "Reused endpoints with a much lower sequence number are counted")]
    [TestCase("1 2", ">0S99 >0A100=1 >0A114=2[0..5] <0R77 >0A119=2[5..14]", TestName = "A reset that the peers ignore loses nothing")]
    [TestCase("1", ">0A100=1 >0FA114=2[0..9] >0FA123", 1, TestName = "A stream that ends inside a packet is counted once")]
    [TestCase("2", ">0A100=1[0..5] >0R105 >1A100=2", 1, 0, 1, TestName = "A stream that is reset inside a packet is counted when its place is needed")]
    [TestCase("", ">0A100=1[0..5] >0R105 >0S5000", 1, 0, 1, TestName = "A stream that is reset inside a packet is counted when it begins again")]
    [TestCase("1 4", ">0A100=1 >0A128=3 >1A100=2[0..9] >2A100=4", 2, TestName = "Streams that lack bytes at the end of the capture are counted")]
    [TestCase("1", ">0S99 >0A100=1 >0FA128", 1, 0, 1, TestName = "A stream that lacks bytes before its FIN is counted at the end")]
    [TestCase("1", ">0S99 >0A100=1 >0FA128 >0R0 >0S9000000", 1, 0, 1, TestName = "A stream that lacks bytes before its FIN is counted by a new connection")]
    [TestCase("1", ">0S99 >0A100=1 >0FA128 >0R0 >1S9000000", 1, 0, 1, TestName = "A stream that lacks bytes before its FIN is counted when it is removed")]
    [TestCase("1 2 3", ">0A99=0[4..5] >0A99=0[4..5] >0A100=1 >0A113=0[4..5] >0A114=2 >1AP100=3[0..1] >1AP101=3[1..14] >2A99=0[4..5]", TestName = "A keep-alive with a byte does not begin a stream")]
    [TestCase("1 2", ">0S99 >1S99 >1FA100=1 >2S99 >0A101=2[1..14] >0A100=2[0..1]", 0, 0, 2, TestName = "A stream without payload yet is removed after those that ended")]
    [TestCase("1 3 4", ">0A100=1 >1A100=9[0..5] >0A114=4[0..5] >2A100=3 >0A119=4[5..14]", 1, 1, 2, TestName = "Beyond the limit the longest idle stream is evicted and counted")]
    [TestCase("1 2 3 4", ">0S99 <0SA499 >0A100=1 <0A500=2 >0RA114=9 >1S99 <1SA499 >1A100=3 <1A500=4", 0, 0, 2, TestName = "A reset frees both directions, and its payload is not stream data")]
    [TestCase("1 2 3", "<0A500=1 <0FA514 <1A500=2 <1FA514 <2A500=3", 0, 0, 1, TestName = "A finished stream is freed even if only one direction is captured")]
    [TestCase("1", ">0A100=1[0..5] >1S99 >2S99 >3S99 >4S99 >5S99 >0A105=1[5..14]", 0, 0, 3, TestName = "Unanswered SYNs do not count towards the stream limit")]
    [TestCase("1 2 3 4 5", ">0A1=1 >1A1=2 >2A1=3 >3A1=4 >4A1=5", 0, 3, 2, TestName = "The number of streams is bounded")]
    [TestCase("1 2 5 6", ">0A100=1 >1A100=2 >0A50000=3 >0A114=4 >1A114=5 >0S7 >0A8=6", 1, 0, 4096, 1000, TestName = "A stream with missing bytes is abandoned until a SYN begins it anew")]
    public void Packets_are_read_from_segments(string ids, string segments, int invalid = 0, int evicted = 0, int maxStreams = 4096, int maxGap = 1 << 20)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        foreach (string segment in segments.Split(' '))
        {
            capture.Packet(Parse(segment));
        }

        using CapturedPacketReader reader = new(Open(capture.ToArray()), new CapturedPacketReaderOptions { MaxStreams = maxStreams, MaxGap = maxGap });
        Assert.That(string.Join(" ", Ids(reader)), Is.EqualTo(ids));
        Assert.That((reader.InvalidStreams, reader.EvictedStreams), Is.EqualTo(((long)invalid, (long)evicted)));
        Assert.That(reader.LastError, Is.EqualTo(invalid == 0 ? PacketError.None : PacketError.PayloadTruncated));
        Assert.That((reader.Read(out _), reader.InvalidStreams), Is.EqualTo((CaptureStatus.End, (long)invalid)), "The streams are counted once.");
    }

    // The sequence numbers of the third connection are lower than those of the second one.
    [Test]
    public void Reused_endpoints_with_a_SYN_are_a_new_connection([Values("F", "R", "")] string end)
    {
        CaptureBytes capture = new CaptureBytes().Section().Interface(101);
        foreach ((uint first, int id) in (ReadOnlySpan<(uint, int)>)[(100, 0), (1_000_100, 4), (105, 8)])
        {
            string ends = end.Length > 0 ? $">0{end}{first + 14} <0{end}{first + 64} " : "";
            foreach (string segment in $">0S{first - 1} <0SA{first + 49} >0A{first}={id} <0A{first + 50}={id + 1} {ends}>{(id / 4) + 1}A1={id + 2}".Split(' '))
            {
                capture.Packet(Parse(segment));
            }
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

    private static byte[] Parse(string segment)
    {
        Match match = Segment.Match(segment);
        ushort client = (ushort)(9000 + int.Parse(match.Groups["port"].Value, CultureInfo.InvariantCulture));
        byte flags = 0;
        foreach (char flag in match.Groups["flags"].Value)
        {
            flags |= flag switch { 'F' => Fin, 'S' => Syn, 'R' => Reset, 'P' => 0x08, _ => Ack };
        }

        byte[] payload = match.Groups["id"].Success ? GamePacket(int.Parse(match.Groups["id"].Value, CultureInfo.InvariantCulture), 10) : [];
        payload = match.Groups["from"].Success
            ? payload[int.Parse(match.Groups["from"].Value, CultureInfo.InvariantCulture)..int.Parse(match.Groups["to"].Value, CultureInfo.InvariantCulture)]
            : payload;
        uint sequence = uint.Parse(match.Groups["sequence"].Value, CultureInfo.InvariantCulture);
        return match.Groups["toServer"].Success ? TcpFrame.Ipv4(client, 7777, sequence, flags, payload) : TcpFrame.Ipv4(7777, client, sequence, flags, payload);
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
    public void Many_small_segments_after_missing_bytes_are_read_in_linear_time([Values] bool descending)
    {
        // A list that moves its entries would take the time of a quadratic number of moves.
        const int Packets = 20_000;
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
    public void Random_connections_yield_every_packet_exactly_once()
    {
        Random random = new(RandomCases.Seed());
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
}
