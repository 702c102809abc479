namespace Codec.Tests.Wireshark;

/// <summary>Tests packets in TCP streams, in datagrams and in this library's captures, in every packet format.</summary>
internal sealed class DissectorStreamTests
{
    private static readonly string[] Names = ["chat", "spawn", "test_packet", "move", "login"];

    // No other dissector has these ports. They are smaller than the clients' ports, so that Wireshark tries them first.
    private const int FirstPort = 15_101;

    // Valid plain packets have none of these. The fields of packed packets exist, although no packet of the schema is packed.
    private static readonly string[] Findings = ["malformed", "truncated", "unknown", "limit", "packed"];

    // Fields that are each set by one kind of packet only.
    private static readonly string[] Columns = ["game.chat.text", "game.spawn.name", "game.testpacket.msg", "game.move.entity", "game.login.user"];

    private static readonly PacketFormat[] Formats =
    [
        PacketFormat.Default,
        new(sizeCountsHeader: true, 4, 2, idFirst: true, bigEndian: true),
    ];

    // The values of each TCP stream by the server's port, and those of all datagrams by "". One run dissects the streams of all formats.
    private static readonly Dictionary<WiresharkHost, Lazy<ILookup<string, string>>> Streams =
        Enum.GetValues<WiresharkHost>().ToDictionary(host => host, host => new Lazy<ILookup<string, string>>(() => DissectStreams(host)));

    [Test]
    public void Streams_that_are_split_at_any_byte_are_reassembled([ValueSource(nameof(Formats))] PacketFormat format, [Values] WiresharkHost host)
    {
        string whole = Streams[host].Value[""].Single();
        string[] streams = [.. Streams[host].Value[$"{FirstPort + Array.IndexOf(Formats, format)}"]];
        Assert.That(whole.Split('|').Select(column => column.Length > 0), Is.EqualTo([.. Findings.Select(_ => false), true, .. Columns.Select(_ => true)]), whole);
        Assert.That(streams, Has.Length.EqualTo(Packets(format).Sum(packet => packet.Length)));
        Assert.That(streams.Distinct(), Is.EqualTo((string[])[whole]));
    }

    [Test]
    public void Datagrams_are_dissected_and_the_ports_can_be_changed()
    {
        PcapFile capture = new(PcapFile.RawIp);
        byte[][] packets = Packets(PacketFormat.Default);
        capture.AddUdp(20_000, packets[0]);
        capture.AddUdp(20_000, [.. packets[1], .. packets[2]]);
        capture.AddUdp(20_000, packets[3].AsSpan(0, packets[3].Length - 1));
        capture.AddTcp(20_000, 0, packets[0]);
        string[] expected = ["Game.Chat", "Game.Spawn,Game.TestPacket", "", "Game.Chat"];
        using DissectorRunner wireshark = DissectorRunner.Create(WiresharkHost.Tshark, Model());
        string[][] lines = [.. wireshark.Fields(capture.ToArray(), "", "game.packet.name", "_ws.col.Info")];
        Assert.That(lines.Select(line => line[0]), Is.EqualTo(expected));
        Assert.That(lines.Select(line => line[1].Contains("Truncated packet", StringComparison.Ordinal)), Is.EqualTo(expected.Select(name => name.Length == 0)));
        capture.AddTcp(20_000, 0, packets[0], server: 9999);
        GeneratedFile otherPorts = WiresharkEmitter.Emit(Model(), new WiresharkOptions { Ports = new EquatableArray<int>([8000, 8001]) });
        using DissectorRunner other = DissectorRunner.Create(WiresharkHost.Tshark, otherPorts);
        Assert.That(other.Fields(capture.ToArray(), "game", "game.packet.name"), Is.Empty);
        using DissectorRunner changed = DissectorRunner.Create(WiresharkHost.Tshark, otherPorts);
        changed.Preferences["game.ports"] = "7000-7777";
        changed.DecodeAs = (9999, "game");
        lines = [.. changed.Fields(capture.ToArray(), "game && tcp", "tcp.dstport", "game.packet.name")];
        Assert.That(lines.Select(line => string.Join(' ', line)), Is.EqualTo((string[])["7777 Game.Chat", "9999 Game.Chat"]), "the ports of the preference, and one that is decoded as packets");
    }

    [Test]
    public void Captures_written_by_CaptureWriter_are_dissected()
    {
        // A capture can consist of sections, which are complete captures.
        byte[] capture = [.. Written(CaptureEncapsulation.User0), .. Written(CaptureEncapsulation.Tcp)];
        using DissectorRunner wireshark = DissectorRunner.Create(WiresharkHost.Tshark, Model());
        string[] filters =
        [
            "(game.chat.sender == \"Ada\" && game.chat.channel == \"Guild\")", "(game.entityflags.hostile == 1 && game.spawn.owner == 9007199254740993)",
            "game.snapshot.entities.count == 1700",
        ];
        string[] protocols = ["game", "eth:ethertype:ip:tcp:game"];
        Assert.That(NamesOf("game"), Is.EqualTo(protocols.Select(all => $"{all} Game.Chat Game.Spawn Game.TestPacket Game.Move Game.Login Game.Snapshot")));
        Assert.That(NamesOf(string.Join(" || ", filters)), Is.EqualTo(protocols.Select(all => $"{all} Game.Chat Game.Spawn Game.Snapshot")), "each filter selects one");

        string[] NamesOf(string filter) =>
        [
            .. wireshark.Fields(capture, filter, "frame.protocols", "game.packet.name").GroupBy(line => line[0], line => line[1]).Select(group => $"{group.Key} {string.Join(' ', group)}"),
        ];

        static byte[] Written(CaptureEncapsulation encapsulation)
        {
            using MemoryStream file = new();
            using (CaptureWriter writer = new(file, new CaptureWriterOptions { Encapsulation = encapsulation }))
            {
                foreach (byte[] packet in (byte[][])[.. Packets(PacketFormat.Default), GoldenFiles.ReadBytes("snapshot_large.bin")])
                {
                    writer.Append(packet, CaptureDirection.Outbound, 0, DateTimeOffset.UnixEpoch);
                }
            }

            return file.ToArray();
        }
    }

    [Test]
    public void The_column_Info_has_all_packets_that_end_in_a_segment()
    {
        byte[][] packets = Packets(PacketFormat.Default);
        byte[] stream = [.. packets.SelectMany(packet => packet)];
        int end = packets[0].Length;
        PcapFile capture = new(PcapFile.RawIp);
        capture.AddTcp(20_000, 0, stream.AsSpan(0, 6));
        capture.AddTcp(20_000, 6, stream.AsSpan(6, end));
        capture.AddTcp(20_000, end + 6, stream.AsSpan(end + 6));
        capture.AddTcp(20_001, 0, stream.AsSpan(0, end));
        using DissectorRunner wireshark = DissectorRunner.Create(WiresharkHost.Tshark, Model());
        Assert.That(wireshark.Fields(capture.ToArray(), "game", "_ws.col.Info").Select(line => line[0]), Is.EqualTo((string[])
            ["[TCP ZeroWindow] Game.Chat", "[TCP ZeroWindow] Game.Spawn, Game.TestPacket, Game.Move, Game.Login", "[TCP ZeroWindow] Game.Chat"]));
    }

    [Test]
    public void Segments_out_of_order_are_dissected_if_the_preference_of_TCP_is_set()
    {
        byte[] stream = [.. Packets(PacketFormat.Default).SelectMany(packet => packet)];
        PcapFile capture = new(PcapFile.RawIp);
        capture.AddTcp(20_000, 0, stream.AsSpan(0, 6));
        capture.AddTcp(20_000, 60, stream.AsSpan(60));
        capture.AddTcp(20_000, 6, stream.AsSpan(6, 54));
        using DissectorRunner wireshark = DissectorRunner.Create(WiresharkHost.Tshark, Model());
        wireshark.Preferences["tcp.reassemble_out_of_order"] = "TRUE";
        Assert.That(wireshark.Fields(capture.ToArray(), "game", "game.packet.name").Select(line => line[0]), Is.EqualTo((string[])["Game.Chat,Game.Spawn,Game.TestPacket,Game.Move,Game.Login"]));
    }

    // Each format has a dissector with its own protocol and port.
    private static ILookup<string, string> DissectStreams(WiresharkHost host)
    {
        PcapFile capture = new(PcapFile.RawIp);
        List<GeneratedFile> dissectors = [];
        List<string> fields = [];
        ushort client = 20_000;
        foreach ((int i, PacketFormat format) in Formats.Index())
        {
            ushort port = (ushort)(FirstPort + i);
            dissectors.Add(WiresharkEmitter.Emit(Model($"game{i}"), DissectorOptions.Of(format) with { Ports = new EquatableArray<int>([port]) }));
            fields.AddRange(Findings.Append("name").Select(field => $"game{i}.packet.{field}"));
            byte[] stream = [.. Packets(format).SelectMany(packet => packet)];
            for (int cut = 1; cut < stream.Length; cut++, client++)
            {
                capture.AddTcp(client, 0, stream.AsSpan(0, cut), port);
                capture.AddTcp(client, cut, stream.AsSpan(cut), port);
            }

            for (int at = 0; at < stream.Length; at++)
            {
                capture.AddTcp(client, at, stream.AsSpan(at, 1), port);
            }

            client++;
        }

        foreach (byte[] packet in Packets(Formats[0]))
        {
            capture.AddUdp(client, packet, FirstPort);
        }

        using DissectorRunner wireshark = DissectorRunner.Create(host, [.. dissectors]);
        return wireshark.Fields(capture.ToArray(), "", ["tcp.dstport", "tcp.stream", .. fields, .. Columns])
            .GroupBy(line => (Port: line[0], Stream: line[1]), line => line[2..])
            .ToLookup(stream => stream.Key.Port, stream => Joined(stream.Key.Port.Length == 0 ? 0 : int.Parse(stream.Key.Port, CultureInfo.InvariantCulture) - FirstPort, [.. stream]));
    }

    // Returns the values of the format's own fields and of the columns. Each is from the only packet that has it.
    private static string Joined(int format, string[][] lines)
    {
        int own = Findings.Length + 1;
        IEnumerable<int> columns = [.. Enumerable.Range(format * own, own), .. Enumerable.Range(Formats.Length * own, Columns.Length)];
        return string.Join('|', columns.Select(column => string.Join(',', lines.Select(line => line[column]).Where(cell => cell.Length > 0))));
    }

    private static byte[][] Packets(PacketFormat format) =>
    [
        .. Names.Select(name => GoldenFiles.ReadBytes(name + ".bin")).Select(golden =>
        {
            Assert.That(PacketHeader.TryRead(golden, out PacketHeader header), Is.True);
            return BytesWriter.Packet(header.Id, golden[PacketHeader.ByteCount..], format);
        }),
    ];

    /// <summary>Compiles game.fbs and test_packet.fbs.</summary>
    /// <param name="protocol">The name that game.fbs gets.</param>
    public static SchemaModel Model(string protocol = "game") => SchemaCompiler.Compile(
        [new SchemaSource(Repository.PathOf("schemas", protocol + ".fbs"), Repository.Read("schemas/game.fbs")), SchemaText.Read(Repository.PathOf("schemas", "test_packet.fbs"))!],
        SchemaText.Read).Model!;
}
