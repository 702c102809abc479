using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Packets;
using Codec.Schema;
using Codec.Schema.Model;
using Codec.Tests.GeneratedCode;
using Codec.Tests.Golden;
using Codec.Tests.Json;
using Codec.Tests.Schema;
using Google.FlatBuffers;
using NUnit.Framework;

namespace Codec.Tests.Wireshark;

/// <summary>Tests that invalid payloads cause diagnostics, never a Lua error, and a limited number of items.</summary>
internal sealed class DissectorMutantTests
{
    private const int Mutants = 10_000;

    [Test]
    public void Lua_errors_are_found()
    {
        GeneratedFile file = Codec.Schema.Wireshark.WiresharkEmitter.Emit(JsonSchema.OfFile("schemas", "game.fbs").Model, new());
        using Tshark broken = new(file with { Text = file.Text.Replace("local count = u32(r, target)", "local count = u32(r, target) + missing_name", StringComparison.Ordinal) });
        (_, string output) = broken.Try(PcapFile.OfPackets([GoldenFiles.ReadBytes("chat.bin")]), "-T", "fields", "-e", "_ws.expert.message");
        Assert.That(Tshark.HasLuaError(output), Is.True, output);
    }

    [Test]
    public void Mutants_cause_no_Lua_error_and_the_dissector_agrees_with_the_verifier()
    {
        JsonSchema schema = JsonSchema.OfFile("schemas", "coverage", "coverage.fbs");
        SchemaModel model = schema.Model with
        {
            Packets = new EquatableArray<PacketDefinition>(schema.Model.Tables.Select(
                (table, i) => new PacketDefinition { Id = (uint)i, Type = table.FullName, IsStruct = false, Span = table.Span })),
        };
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"Seed {seed}.");
        Random random = new(seed);
        List<(string Table, byte[] Payload)> seeds = [];
        foreach (TableDefinition table in model.Tables)
        {
            seeds.AddRange(Enumerable.Range(0, 6).Select(_ => (table.FullName, JsonSchema.Payload(schema.Fill(table.FullName, random)))));
        }

        foreach (string name in (string[])["everything", "nested", "forced_defaults"])
        {
            seeds.AddRange(Enumerable.Repeat(("Coverage.Everything", GoldenFiles.ReadBytes(Path.Combine("coverage", name + ".bin"))), 20));
        }

        Dictionary<string, PlainType> types = model.Tables.ToDictionary(table => table.FullName, table => new PlainType(schema.Type(table.FullName)));
        (string Table, byte[] Payload)[] mutants = [.. Enumerable.Range(0, Mutants).Select(i =>
        {
            (string table, byte[] payload) = seeds[random.Next(seeds.Count)];
            return (table, PayloadMutator.Mutate(payload, random));
        })];
        using Tshark tshark = new(model);
        IReadOnlyList<string[]> lines = tshark.Fields(
            PcapFile.OfPackets(mutants.Select(mutant => Packet(model, mutant.Table, mutant.Payload))), [], "coverage.packet.malformed", "_ws.expert.message");
        Assert.That(lines, Has.Count.EqualTo(Mutants));
        int refused = 0;
        int missed = 0;
        for (int i = 0; i < Mutants; i++)
        {
            bool isAccepted = types[mutants[i].Table].Verify(mutants[i].Payload);
            bool isMalformed = lines[i][0].Length > 0;
            Assert.That(isAccepted && isMalformed, Is.False, () => $"{mutants[i].Table} is valid, not {lines[i][1]}: {Convert.ToHexString(mutants[i].Payload)}");
            refused += isAccepted ? 0 : 1;
            missed += isAccepted || isMalformed ? 0 : 1;
        }

        Assert.That(refused, Is.GreaterThan(Mutants / 4));
        TestContext.Out.WriteLine($"{missed} of {refused} rejected mutants are not malformed in the dissector.");
        Assert.That(missed, Is.LessThan(Mutants / 1000), "the dissector shows values that the verifier rejects");
    }

    [Test]
    public void Too_many_references_to_the_same_table_are_reported()
    {
        using Tshark tshark = new(Recursive);
        FlatBufferBuilder builder = new(1024);
        StringOffset text = builder.CreateString(new string('x', 1000));
        int table = Node(builder, 0, text.Value);
        for (int depth = 0; depth < 30; depth++)
        {
            builder.StartVector(4, 16, 4);
            for (int i = 0; i < 16; i++)
            {
                builder.AddOffset(table);
            }

            table = Node(builder, builder.EndVector().Value, text.Value);
        }

        builder.Finish(table);
        Assert.That(Finding(tshark, builder), Is.EqualTo("The packet has more items than the dissector shows."));
    }

    [Test]
    public void Tables_that_are_nested_too_deeply_are_reported()
    {
        using Tshark tshark = new(Recursive);
        FlatBufferBuilder builder = new(1024);
        int table = Node(builder, 0, 0);
        for (int depth = 0; depth < 200; depth++)
        {
            builder.StartVector(4, 1, 4);
            builder.AddOffset(table);
            table = Node(builder, builder.EndVector().Value, 0);
        }

        builder.Finish(table);
        Assert.That(Finding(tshark, builder), Is.EqualTo("Tables are nested too deeply."));
    }

    [Test]
    public void Bytes_whose_nested_root_is_a_struct_are_shown_as_bytes()
    {
        using Tshark tshark = new(SchemaText.Model(
            ("packets.fbs", "attribute \"packet_id\";"),
            ("game.fbs", "include \"packets.fbs\"; struct S { a:int; b:int; } table T (packet_id: 1) { data:[ubyte] (nested_flatbuffer: \"S\"); }")));

        // The offset of a root at 8, whose vtable is at 4.
        byte[] payload = Bytes([8, 0, 0, 0, 4, 0, 4, 0, 4, 0, 0, 0]);
        string[] line = tshark.Fields(PcapFile.OfPackets([Packet(1, payload)]), [], "game.t.data", "_ws.expert.message").Single();
        Assert.That(line, Is.EqualTo((string[])["080000000400040004000000", ""]));
    }

    [Test]
    public void A_nested_payload_without_its_file_identifier_is_malformed()
    {
        using Tshark tshark = new(SchemaText.Model(
            ("packets.fbs", "attribute \"packet_id\";"), ("inner.fbs", "table Inner { x:int; } root_type Inner; file_identifier \"INNR\";"),
            ("game.fbs", "include \"packets.fbs\"; include \"inner.fbs\"; table T (packet_id: 1) { data:[ubyte] (nested_flatbuffer: \"Inner\"); }")));
        string[] findings =
        [
            .. tshark.Fields(PcapFile.OfPackets(((string[])["INNR", "OTHR", ""]).Select(identifier => Packet(1, Bytes(Inner(identifier))))), [], "frame.number", "_ws.expert.message")
                .Select(line => line[1]),
        ];
        const string Missing = "data: the nested payload does not have the file identifier of Inner.";
        Assert.That(findings, Is.EqualTo((string[])["", Missing, Missing]));

        static byte[] Inner(string identifier)
        {
            FlatBufferBuilder builder = new(64);
            builder.StartTable(1);
            builder.AddInt(0, 7, 0);
            int table = builder.EndTable();
            if (identifier.Length == 0)
            {
                builder.Finish(table);
            }
            else
            {
                builder.Finish(table, identifier);
            }

            return builder.SizedByteArray();
        }
    }

    [Test]
    public void Invalid_elements_of_a_table_that_many_offsets_refer_to_are_limited()
    {
        const int Count = 1000;
        using Tshark tshark = new(SchemaText.Model(
            ("packets.fbs", "attribute \"packet_id\";"), ("game.fbs", "include \"packets.fbs\"; table Item { names:[string]; } table T (packet_id: 1) { items:[Item]; }")));
        FlatBufferBuilder builder = new(1024);
        builder.StartVector(4, Count, 4);
        for (int i = 0; i < Count; i++)
        {
            builder.AddInt(0);
        }

        int names = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, names, 0);
        int item = builder.EndTable();
        builder.StartVector(4, Count, 4);
        for (int i = 0; i < Count; i++)
        {
            builder.AddOffset(item);
        }

        int items = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, items, 0);
        builder.Finish(builder.EndTable());
        string[] line = tshark.Fields(PcapFile.OfPackets([Packet(1, builder.SizedByteArray())]), [], "game.packet.malformed", "game.packet.limit").Single();
        Assert.That(line, Has.None.Empty);
    }

    private static SchemaModel Recursive { get; } = SchemaText.Model(
        ("packets.fbs", "attribute \"packet_id\";"), ("tree.fbs", "include \"packets.fbs\"; table Node (packet_id: 1) { children:[Node]; text:string; }"));

    private static int Node(FlatBufferBuilder builder, int children, int text)
    {
        builder.StartTable(2);
        builder.AddOffset(0, children, 0);
        builder.AddOffset(1, text, 0);
        return builder.EndTable();
    }

    private static string Finding(Tshark tshark, FlatBufferBuilder builder) =>
        tshark.Fields(PcapFile.OfPackets([Packet(1, builder.SizedByteArray())]), [], "_ws.expert.message").Single()[0];

    // Returns a table whose only field is a vector of bytes.
    private static byte[] Bytes(byte[] bytes)
    {
        FlatBufferBuilder builder = new(64);
        builder.StartVector(1, bytes.Length, 8);
        foreach (byte value in Enumerable.Reverse(bytes))
        {
            builder.AddByte(value);
        }

        int data = builder.EndVector().Value;
        builder.StartTable(1);
        builder.AddOffset(0, data, 0);
        builder.Finish(builder.EndTable());
        return builder.SizedByteArray();
    }

    private static byte[] Packet(SchemaModel model, string table, byte[] payload) => Packet(model.Packets.Single(candidate => candidate.Type == table).Id, payload);

    private static byte[] Packet(uint id, byte[] payload)
    {
        byte[] packet = new byte[PacketHeader.ByteCount + payload.Length];
        PacketFormat.Default.WriteHeader(packet, id, payload.Length);
        payload.CopyTo(packet, PacketHeader.ByteCount);
        return packet;
    }
}
