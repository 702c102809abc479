using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using Codec.Capture;
using Codec.Packets;
using Codec.Schema;
using Codec.Schema.Model;
using Codec.Schema.Wireshark;
using Codec.Tests.Golden;
using Codec.Tests.Schema;
using NUnit.Framework;

namespace Codec.Tests.Wireshark;

/// <summary>Tests packets in TCP streams, in datagrams and in this library's captures, in every packet format.</summary>
internal sealed class DissectorStreamTests
{
    private static readonly string[] Names = ["chat", "spawn", "test_packet", "move", "login"];

    // Fields that are each set by one kind of packet only, in addition to the packet's name.
    private static readonly string[] Columns = ["game.packet.name", "game.chat.text", "game.spawn.name", "game.testpacket.msg", "game.move.entity", "game.login.user"];

    // Valid plain packets have none of these. The fields of packed packets exist, although no packet of the schema is packed.
    private static readonly string[] Findings =
        ["game.packet.malformed", "game.packet.truncated", "game.packet.unknown", "game.packet.limit", "game.packet.packed", "game.packet.ratio"];

    // The columns of packets that are each in one record, which every format has.
    private static readonly Lazy<string> Whole = new(() =>
    {
        using Tshark tshark = new(Model());
        string columns = Joined(tshark.Fields(PcapFile.OfPackets(Packets(PacketFormat.Default)), [], [.. Findings, .. Columns]).Select(line => string.Join('\t', line)));
        Assert.That(columns.Split('|').Select(column => column.Length), Has.None.Zero.And.Length.EqualTo(Columns.Length));
        return columns;
    });

    private static IEnumerable<PacketFormat> Formats =>
    [
        PacketFormat.Default,
        new(PacketSizeCounts.WholePacket, 4, 2, PacketFieldOrder.IdFirst, PacketByteOrder.BigEndian),
        new(PacketSizeCounts.Payload, 2, 4, PacketFieldOrder.SizeFirst, PacketByteOrder.BigEndian),
        new(PacketSizeCounts.WholePacket, 2, 2, PacketFieldOrder.IdFirst),
    ];

    [TestCaseSource(nameof(Formats))]
    public void Streams_that_are_split_at_any_byte_are_reassembled(PacketFormat format)
    {
        byte[] stream = [.. Packets(format).SelectMany(packet => packet)];
        PcapFile capture = new(PcapFile.RawIp);
        ushort client = 20_000;
        for (int cut = 1; cut < stream.Length; cut++, client++)
        {
            capture.AddTcp(client, 0, stream.AsSpan(0, cut));
            capture.AddTcp(client, cut, stream.AsSpan(cut));
        }

        int wholes = client - 20_000;
        for (int i = 0; i < stream.Length; i++)
        {
            capture.AddTcp(client, i, stream.AsSpan(i, 1));
        }

        using Tshark tshark = new(Model(), DissectorOptions.Of(format));
        Dictionary<int, string> streams = tshark.Fields(capture.ToArray(), [], ["tcp.stream", .. Findings, .. Columns])
            .GroupBy(line => int.Parse(line[0], CultureInfo.InvariantCulture), line => string.Join('\t', line.Skip(1)))
            .ToDictionary(group => group.Key, group => Joined(group));
        Assert.That(streams, Has.Count.EqualTo(wholes + 1));
        Assert.That(streams.Values.Distinct(), Is.EqualTo((string[])[Whole.Value]));
    }

    [Test]
    public void Packed_payloads_are_unpacked_and_show_their_ratio()
    {
        byte[][] packets =
        [
            .. ((string[])["move", "spawn", "test_packet", "inventory", "snapshot", "grid"]).Select(name => GoldenFiles.ReadBytes($"packed/{name}.bin")),
            [3, 0, 102, 0, 8, 3, 1],
            [0, 0, 102, 0],
            [3, 0, 100, 0, 0x80, 0x08, 0],
            [2, 0, 102, 0, 0, 1],
        ];
        SchemaModel model = SchemaCompiler.Compile([SchemaText.Read(Repository.PathOf("schemas", "packed.fbs"))!], SchemaText.Read).Model!;
        using Tshark tshark = new(model);
        string[][] lines =
        [
            .. tshark.Fields(
                PcapFile.OfPackets(packets), [], ["packed.packet.name", "packed.packet.packed", "packed.packet.ratio", "game.packed.move.entity", "game.packed.testpacket.msg", "_ws.expert.message"]),
        ];
        Assert.That(lines.Select(line => line[0]), Is.EqualTo((string[])[.. ((string[])["Move", "Spawn", "TestPacket", "Inventory", "Snapshot", "Grid", "Move", "Move", "TestPacket", "Move"]).Select(name => "Game.Packed." + name)]));
        Assert.That(lines.Take(6).Select(line => line[1]), Is.EqualTo((string[])["39", "47", "35", "2877", "9940", "9"]));
        Assert.That(lines[0][2], Does.StartWith("51.3"));
        Assert.That((lines[0][3], lines[2][4]), Is.EqualTo(("1001", "This is a message!")));
        Assert.That(lines.Take(6).Select(line => line[5]), Is.All.Empty);
        string[] problems = ["ends inside", "does not start with a size", "at most 1000", "too short for a table"];
        Assert.That(lines.Skip(6).Zip(problems, (line, problem) => line[5].Contains(problem, StringComparison.Ordinal)), Is.All.True, string.Join('|', lines.Skip(6).Select(line => line[5])));
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
        using Tshark tshark = new(Model());
        string[][] lines = [.. tshark.Fields(capture.ToArray(), [], "game.packet.name", "_ws.col.Info")];
        Assert.That(lines.Select(line => line[0]), Is.EqualTo(expected));
        Assert.That(lines.Select(line => line[1].Contains("Truncated packet", StringComparison.Ordinal)), Is.EqualTo(expected.Select(name => name.Length == 0)));
        using Tshark other = new(Model(), new WiresharkOptions { Ports = new EquatableArray<int>([8000, 8001]) });
        Assert.That(other.Run(capture.ToArray(), "-Y", "game"), Does.Not.Contain("Game."));
        Assert.That(other.Run(capture.ToArray(), "-Y", "game", "-o", "game.ports:7000-7777"), Does.Contain("Game.Chat"));
        Assert.That(other.Run(capture.ToArray(), "-Y", "game", "-d", "tcp.port==7777,game"), Does.Contain("Game.Chat"));
    }

    [TestCase(CaptureEncapsulation.User0)]
    [TestCase(CaptureEncapsulation.Tcp)]
    public void Captures_written_by_CaptureWriter_are_dissected(CaptureEncapsulation encapsulation)
    {
        string path = Path.GetTempFileName();
        try
        {
            using (CaptureWriter writer = CaptureWriter.Create(path, new CaptureWriterOptions { Encapsulation = encapsulation }))
            {
                foreach (byte[] packet in (byte[][])[.. Packets(PacketFormat.Default), GoldenFiles.ReadBytes("snapshot_large.bin")])
                {
                    writer.Append(packet, CaptureDirection.Outbound, 0, DateTimeOffset.UnixEpoch);
                }
            }

            using Tshark tshark = new(Model());
            byte[] capture = File.ReadAllBytes(path);
            string[] filters =
            [
                "(game.chat.sender == \"Ada\" && game.chat.channel == \"Guild\")", "(game.entityflags.hostile == 1 && game.spawn.owner == 9007199254740993)",
                "game.snapshot.entities.count == 1700",
            ];
            Assert.That(NamesOf("game"), Is.EqualTo("Game.Chat Game.Spawn Game.TestPacket Game.Move Game.Login Game.Snapshot"));
            Assert.That(NamesOf(string.Join(" || ", filters)), Is.EqualTo("Game.Chat Game.Spawn Game.Snapshot"), "each filter selects one");

            string NamesOf(string filter) => string.Join(' ', tshark.Fields(capture, ["-Y", filter], "game.packet.name").Select(line => line[0]));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Test]
    public void Invalid_headers_and_unknown_ids_are_reported()
    {
        PacketFormat format = new(PacketSizeCounts.WholePacket, 4, 4, maxPayloadSize: 100);
        using Tshark tshark = new(Model(), DissectorOptions.Of(format));
        byte[][] packets = [[7, 0, 0, 0, 1, 0, 0, 0], [109, 0, 0, 0, 1, 0, 0, 0], [255, 255, 255, 255, 1, 0, 0, 0], [9, 0, 0, 0, 255, 255, 255, 255, 1], [8, 0, 0, 0, 4, 0, 0, 0], [1, 2]];
        IReadOnlyList<string[]> lines = tshark.Fields(PcapFile.OfPackets(packets), [], "_ws.expert.message");
        Assert.That(lines.Select(line => line[0]), Is.EqualTo((string[])
        [
            "The packet's size is smaller than its header.",
            "The payload has 101 bytes; at most 100 are accepted.",
            "The payload has 4294967287 bytes; at most 100 are accepted.",
            "No packet of the schema has the id 4294967295.",
            "The payload is too short for a table.",
            "The capture has 2 bytes of the packet; 6 or more are missing.",
        ]));
    }

    private static string Joined(IEnumerable<string> lines)
    {
        string[][] cells = [.. lines.Select(line => line.Split('\t'))];
        Assert.That(cells.SelectMany(line => line.Take(Findings.Length)), Is.All.Empty, "no diagnostics");
        return string.Join('|', Enumerable.Range(Findings.Length, Columns.Length).Select(column => string.Join(',', cells.Select(line => line[column]).Where(cell => cell.Length > 0))));
    }

    private static byte[][] Packets(PacketFormat format) =>
    [
        .. Names.Select(name => GoldenFiles.ReadBytes(name + ".bin")).Select(golden =>
        {
            Assert.That(PacketHeader.TryRead(golden, out PacketHeader header), Is.True);
            byte[] packet = new byte[format.HeaderSize + header.Size];
            format.WriteHeader(packet, header.Id, header.Size);
            golden.AsSpan(PacketHeader.ByteCount).CopyTo(packet.AsSpan(format.HeaderSize));
            return packet;
        }),
    ];

    private static SchemaModel Model()
    {
        string[] files = ["game.fbs", "test_packet.fbs"];
        return SchemaCompiler.Compile(files.Select(file => SchemaText.Read(Repository.PathOf("schemas", file))!), SchemaText.Read).Model!;
    }
}
