extern alias packets;

namespace Codec.Tests.Schema;

/// <summary>Tests packets in schemas: ids, limits and directions.</summary>
public sealed class PacketSchemaTests
{
    [Test]
    public void A_table_and_a_struct_with_an_id_are_packets()
    {
        SchemaModel model = Model("""
            include "packets.fbs";
            namespace G;
            struct Ping (packet_id: 9, packet_direction: "client", packet_max_size: 8) { time:ulong; }
            table Pong (packet_id: 0x2, packet_direction: "server", packet_max_size: 100, packet_max_depth: 3, packet_max_tables: 10) { x:int; }
            table Say (packet_id: 65535, packet_direction: "both", packet_packed) { x:int; }
            table Far (packet_id: 70000) { x:int; }
            table Farthest (packet_id: "0xFFFFFFFF") { x:int; }
            table NoPacket { x:int; }
            """);
        Assert.That(
            model.Packets.Select(packet => (packet.Id, packet.Type, packet.IsStruct, packet.Direction, packet.MaxSize, packet.MaxDepth, packet.MaxTables)),
            Is.EqualTo(new (uint, string, bool, PacketDirection, int?, int?, int?)[]
            {
                (2, "G.Pong", false, PacketDirection.Server, 100, 3, 10),
                (9, "G.Ping", true, PacketDirection.Client, 8, null, null),
                (65535, "G.Say", false, PacketDirection.Both, null, null, null),
                (70000, "G.Far", false, PacketDirection.Both, null, null, null),
                (4294967295, "G.Farthest", false, PacketDirection.Both, null, null, null),
            }));
        Assert.That(model.Packets.Single(packet => packet.IsPacked).Type, Is.EqualTo("G.Say"));
        Assert.That(model.Structs[0].Packet, Is.EqualTo(model.Packets[1]));
        Assert.That(model.Tables.Select(table => table.Packet), Is.EqualTo(new[] { model.Packets[0], model.Packets[2], model.Packets[3], model.Packets[4], null }));
    }

    [TestCase("packet_delta", 1)]
    [TestCase("packet_delta: 1, packet_packed", 1)]
    [TestCase("packet_delta: 64", 64)]
    [TestCase("packet_packed", 0)]
    public void A_packet_that_is_sent_as_a_difference_is_packed(string attributes, int baselines)
    {
        PacketDefinition packet = Model($"include \"packets.fbs\"; table T (packet_id: 1, {attributes}) {{ x:int; }}").Packets[0];
        Assert.That((packet.IsPacked, packet.Baselines), Is.EqualTo((true, baselines)));
    }

    [TestCase("table T (packet_id: \"4294967296\") { x:int; }", "CODEC051@2:21")]
    [TestCase("table T (packet_id: 2147483648) { x:int; }", "CODEC020@2:21")]
    [TestCase("table T (packet_id: \"-1\") { x:int; }", "CODEC051@2:21")]
    [TestCase("table T (packet_id: \"99999999999999999999999\") { x:int; }", "CODEC051@2:21")]
    [TestCase("table T (packet_id: -1) { x:int; }", "CODEC051@2:21")]
    [TestCase("table T (packet_id) { x:int; }", "CODEC053@2:10")]
    [TestCase("table T (packet_id: \"five\") { x:int; }", "CODEC053@2:10")]
    [TestCase("table T (packet_id: 5, packet_iid: 6) { x:int; }", "CODEC052@2:24")]
    [TestCase("attribute \"packet_color\"; table T (packet_color: 6) { x:int; }", "CODEC052@2:36")]
    [TestCase("table T { x:int (packet_size: 6); }", "CODEC052@2:18")]
    [TestCase("table T (packet_max_size: 6) { x:int; }", "CODEC053@2:10")]
    [TestCase("table T (packet_id: 1, packet_max_size: 0) { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_max_tables) { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_direction: \"up\") { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_direction) { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_packed: 1) { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_delta: 65) { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_delta: 0) { x:int; }", "CODEC053@2:24")]
    [TestCase("table Q (packet_id: 1, packet_answer: \"T\") { x:int; } table T (packet_id: 2, packet_delta) { x:int; }", "CODEC053@2:78")]
    [TestCase("table T (packet_packed) { x:int; }", "CODEC053@2:10")]
    [TestCase("table T { x:int (packet_packed); }", "CODEC053@2:18")]
    [TestCase("table T (packet_id: 1, packet_max_depth: 128) { x:int; }", "")]
    [TestCase("table T (packet_id: 1, packet_max_depth: 129) { x:int; }", "CODEC053@2:24")]
    [TestCase("table T (packet_id: 1, packet_max_depth: 2147483647) { x:int; }", "CODEC053@2:24")]
    [TestCase("struct T (packet_id: 1, packet_max_depth: 5) { x:int; }", "CODEC053@2:25")]
    [TestCase("table T { x:int (packet_id: 1); }", "CODEC053@2:18")]
    [TestCase("enum T:int (packet_id: 1) { x }", "CODEC053@2:13")]
    [TestCase("table A (packet_id: 1) {} table B (packet_id: 1) {}", "CODEC050@2:36")]
    [TestCase("struct T (packet_id: 1, packet_max_size: 11) { x:int; y:double; }", "CODEC085@2:25")]
    [TestCase("struct T (packet_id: 1, packet_max_size: 16) { x:int; y:double; }", "")]
    [TestCase("table T (packet_id: 1, packet_max_size: 23, packet_packed) { x:int; } root_type T; file_identifier \"ABCD\";", "CODEC085@2:24")]
    [TestCase("table T (packet_id: 1, packet_max_size: 24, packet_packed) { x:int; } root_type T; file_identifier \"ABCD\";", "")]
    public void An_invalid_packet_attribute_is_reported_at_its_position(string text, string expected)
    {
        SchemaResult result = SchemaText.Compile("include \"packets.fbs\";\n" + text);
        Assert.That(SchemaText.Places(result), Is.EqualTo(expected));
    }

    [Test]
    public void A_limit_is_too_low_if_the_generated_code_cannot_write_an_object_without_values()
    {
        AssertSmallest(new packets::Game.Move());
        AssertSmallest(new packets::Game.Spawn());
        AssertSmallest(new packets::Game.Chat());
    }

    [TestCase("packet_id", "'include \"packets.fbs\";', which declares it")]
    [TestCase("csharp_equality", "'include \"packets.fbs\";', which declares it")]
    [TestCase("direction", "packet_direction, or 'attribute \"direction\";' before its use")]
    [TestCase("priority", "a known one, or 'attribute \"priority\";' before its use")]
    public void An_attribute_that_is_not_declared_is_rejected_with_a_remedy(string attribute, string remedy) =>
        Assert.That(
            SchemaText.Messages(SchemaText.Compile($"table T ({attribute}: 5) {{}}")),
            Is.EqualTo($"a.fbs(1,10): error CODEC032: Unknown attribute '{attribute}'; expected {remedy}."));

    [Test]
    public void The_schema_that_declares_the_attributes_is_built_in()
    {
        Assert.That(BuiltInSchemas.Packets, Is.EqualTo(new SchemaSource("packets.fbs", Repository.Read("schemas/packets.fbs"))));
        SchemaModel model = Model("include \"packets.fbs\"; table T (packet_id: 5, csharp_name: \"U\", csharp_equality) { x:int (csharp_name: \"y\"); } enum E:int { A (csharp_name: \"B\") }");
        Assert.That(model.Files.Select(file => (file.Path, file.IsRoot)), Is.EqualTo(new[] { ("packets.fbs", false), ("a.fbs", true) }));
        Assert.That(model.Files[1].Includes, Is.EqualTo((string[])["packets.fbs"]));
    }

    [TestCase("dir/packets.fbs")]
    [TestCase("./packets.fbs")]
    [TestCase("Packets.fbs")]
    public void An_include_with_another_name_does_not_find_the_built_in_schema(string name) =>
        Assert.That(SchemaText.Places(SchemaText.Compile($"include \"{name}\"; table T {{ x:int; }}")), Is.EqualTo("CODEC006@1:9"));

    [Test]
    public void A_file_is_taken_instead_of_the_built_in_schema()
    {
        (string, string) root = ("p/a.fbs", "include \"packets.fbs\"; table T (packet_id: 5) { x:Mine; }");
        foreach (string path in new[] { "p/packets.fbs", "q/packets.fbs" })
        {
            SchemaModel model = SchemaCompiler.Compile(
                [new SchemaSource(root.Item1, root.Item2)],
                candidate => candidate == path ? new SchemaSource(path, "attribute \"packet_id\"; struct Mine { x:int; }") : null,
                ["q"]).Model!;
            Assert.That(model.Structs.Single().Span.Path, Is.EqualTo(path));
        }
    }

    [Test]
    public void A_built_in_schema_that_two_files_include_is_compiled_once() =>
        Assert.That(
            SchemaText.Model(("a.fbs", "include \"packets.fbs\"; include \"b.fbs\"; table A (packet_id: 1) { b:B; }"), ("b.fbs", "include \"packets.fbs\"; table B (packet_id: 2) { x:int; }"))
                .Files.Select(file => file.Path),
            Is.EqualTo((string[])["packets.fbs", "b.fbs", "a.fbs"]));

    [Test]
    public void An_id_is_unique_over_all_files()
    {
        SchemaResult result = SchemaText.Compile(
            ("a.fbs", "include \"packets.fbs\"; table A (packet_id: 7) {}"),
            ("b.fbs", "include \"packets.fbs\"; table B (packet_id: 7) {}"));
        Assert.That(
            SchemaText.Messages(result),
            Is.EqualTo("b.fbs(1,33): error CODEC050: The packet id 7 already belongs to 'A', at a.fbs(1,33)."));
    }

    private static void AssertSmallest(object message)
    {
        string table = message.GetType().Name;
        int size = new PlainType(message.GetType()).Write(message).Length;
        string Limited(int limit) => SchemaText.Messages(SchemaText.Compile(
            Regex.Replace(Repository.Read("schemas/game.fbs"), $@"(?<=table {table} \(packet_id: \d+)", $", packet_max_size: {limit}")));
        Assert.That(Limited(size), Is.Empty);
        Assert.That(
            Limited(size - 1),
            Does.EndWith($"warning CODEC085: packet_max_size is {size - 1}, but the smallest payload of 'Game.{table}' that generated code writes has {size} bytes."));
    }

    private static SchemaModel Model(string text) => SchemaText.Model(("a.fbs", text));
}
