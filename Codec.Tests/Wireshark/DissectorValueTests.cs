using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.Json;
using System.Xml.Linq;
using Codec.Json;
using Codec.Packets;
using Codec.Schema;
using Codec.Schema.Model;
using Codec.Tests.Golden;
using Codec.Tests.Json;
using NUnit.Framework;

namespace Codec.Tests.Wireshark;

/// <summary>Tests that tshark shows the same values of payloads as the JSON of the generated C#.</summary>
internal sealed class DissectorValueTests
{
    private const int ValuesPerTable = 12;
    private static readonly PacketFormat Format = new(sizeWidth: 4);

    private static readonly string[][] Schemas =
    [
        ["schemas", "coverage", "coverage.fbs"], ["schemas", "game.fbs"], ["schemas", "test_packet.fbs"], ["schemas", "bench", "monster.fbs"],
        ["Codec.Tests", "Json", "dialect.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "everything.fbs"], ["Codec.Tests", "GeneratedCode", "Schemas", "modern.fbs"],
    ];

    private static IEnumerable<TestCaseData> Files => Schemas.Select(path => new TestCaseData(path, null).SetArgDisplayNames(path[^1]));

    [TestCaseSource(nameof(Files))]
    public void Random_values_of_every_table_are_shown_correctly(string[] path, string? _)
    {
        JsonSchema schema = JsonSchema.OfFile(path);
        Random random = new(RandomCases.Seed());
        Check(schema, [.. schema.Model.Tables.SelectMany(table => Enumerable.Range(0, ValuesPerTable)
            .Select(_ => (table.FullName, JsonSchema.Payload(schema.Fill(table.FullName, random)))))]);
    }

    [Test]
    public void Golden_messages_are_shown_correctly()
    {
        JsonSchema game = JsonSchema.OfFile("schemas", "game.fbs");
        string[] names = ["login", "move", "spawn", "chat", "inventory", "snapshot", "snapshot_large"];
        Check(game, [.. names.Select(name => GoldenFiles.ReadBytes(name + ".bin")).Select(packet => (TypeOf(game, packet), packet[PacketHeader.ByteCount..]))]);
        Check(JsonSchema.OfFile("schemas", "test_packet.fbs"), [("Game.TestPacket", GoldenFiles.ReadBytes("test_packet.bin")[PacketHeader.ByteCount..])]);
    }

    [Test]
    public void Golden_buffers_of_the_coverage_schema_are_shown_correctly()
    {
        string[] names = ["defaults", "everything", "explicit_defaults", "forced_defaults", "nested", "smallest", "union_vector"];
        Check(
            JsonSchema.OfFile("schemas", "coverage", "coverage.fbs"),
            [.. names.Select(name => ("Coverage." + (name == "union_vector" ? "UnionVector" : "Everything"), GoldenFiles.ReadBytes(Path.Combine("coverage", name + ".bin"))))]);
    }

    private static string TypeOf(JsonSchema schema, byte[] packet)
    {
        Assert.That(PacketHeader.TryRead(packet, out PacketHeader header), Is.True);
        return schema.Model.Packets.Single(candidate => candidate.Id == header.Id).Type;
    }

    private static void Check(JsonSchema schema, (string Table, byte[] Payload)[] cases)
    {
        // Every table is declared as a packet, and the capture contains one packet for each payload.
        SchemaModel model = schema.Model with
        {
            Packets = new EquatableArray<PacketDefinition>(schema.Model.Tables.Select(
                (table, i) => new PacketDefinition { Id = (uint)i, Type = table.FullName, IsStruct = false, Span = table.Span })),
        };
        using Tshark tshark = new(model, DissectorOptions.Of(Format));
        IReadOnlyList<XElement> frames = tshark.Dissect(PcapFile.OfPackets(cases.Select(item => Packet(model, item.Table, item.Payload))));
        Assert.That(frames, Has.Count.EqualTo(cases.Length));
        DissectedValue values = new(model, ProtocolOf(model));
        for (int i = 0; i < cases.Length; i++)
        {
            string json = ((IJsonObject)schema.FromPayload(cases[i].Table, cases[i].Payload)).ToJson();
            XElement root = frames[i].Descendants("field").First(field => (string?)field.Attribute("name") == values.FilterOf(cases[i].Table));
            using JsonDocument document = JsonDocument.Parse(json);
            try
            {
                values.CheckTable(cases[i].Table, root, document.RootElement);
            }
            catch (AssertionException exception)
            {
                Assert.Fail($"{exception.Message}\n{cases[i].Table}, packet {i}:\n{json}\n{root}");
            }

            Assert.That(frames[i].Descendants().Where(field => (string?)field.Attribute("name") == "_ws.expert"), Is.Empty, json);
        }
    }

    private static string ProtocolOf(SchemaModel model) => Path.GetFileNameWithoutExtension(model.Files.First(file => file.IsRoot).Path);

    private static byte[] Packet(SchemaModel model, string table, byte[] payload)
    {
        byte[] packet = new byte[Format.HeaderSize + payload.Length];
        Format.WriteHeader(packet, model.Packets.Single(candidate => candidate.Type == table).Id, payload.Length);
        payload.CopyTo(packet, Format.HeaderSize);
        return packet;
    }
}
