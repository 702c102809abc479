extern alias packets;

using packets::Game.Packed;

namespace Codec.Tests.Cli.Reading;

/// <summary>Tests the commands that read and write packets, with packed packets.</summary>
internal sealed class PackedCommandTests : ToolFixture
{
    private static readonly string[] Names = ["test_packet", "move", "spawn", "inventory", "snapshot", "grid"];

    private static string[] Schema => ["--schema", Repository.PathOf("schemas", "packed.fbs")];

    private static byte[] Golden => [.. Names.SelectMany(name => GoldenFiles.ReadBytes($"packed/{name}.bin"))];

    [Test]
    public void Inspect_unpacks_and_shows_the_ratio()
    {
        (int exit, string output, string error) = CodecTool.RunHere(["inspect", Files.Put("packed.bin", Golden), .. Schema]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        string[] lines = [.. output.Split('\n').Skip(1)];
        Assert.That(lines[0], Does.Contain(" TestPacket      47 packed 21 = 45%; msg=\"This is a mess"));
        Assert.That(lines[1], Does.Contain("   76 packed 24 = 32%; entity=1001 "));
        Assert.That(lines[5], Does.Contain("   64 packed 8 = 13%; origin="));

        (exit, output, error) = CodecTool.RunHere(["inspect", Files.PathOf("packed.bin"), .. Schema, "--where", "Move.entity == 1001"]);
        Assert.That((exit, error, output.Split('\n').Length), Is.EqualTo((0, "", 3)));
    }

    [Test]
    public void Inspect_explains_the_unpacked_bytes()
    {
        (int exit, string output, string error) = CodecTool.RunHere(
            ["inspect", Files.Put("move.bin", GoldenFiles.ReadBytes("packed/move.bin")), .. Schema, "--bytes"]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(output, Does.Contain("24 packed bytes; the offsets below are in the 76 bytes that they unpack to"));
        Assert.That(output, Does.Contain("| E9 03 00 00 "));
    }

    [Test]
    public void The_output_of_decode_is_encoded_to_the_same_packets()
    {
        (int exit, string output, string error) = CodecTool.RunHere(["decode", Files.Put("packed.bin", Golden), .. Schema]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(output, Does.Contain("\"type\":\"Game.Packed.Move\",\"size\":76,\"packedSize\":24,\"payload\":{\"entity\":1001,"));
        string json = Files.Put("packed.jsonl", System.Text.Encoding.UTF8.GetBytes(output));
        (exit, _, error) = CodecTool.RunHere(["encode", json, .. Schema, "-o", Files.PathOf("again.bin")]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(File.ReadAllBytes(Files.PathOf("again.bin")), Is.EqualTo(Golden));
    }

    [Test]
    public void Statistics_count_the_packed_bytes_and_show_the_ratio()
    {
        string file = Files.Put("packed.bin", Golden);
        (int exit, string output, string error) = CodecTool.RunHere(["stats", file, .. Schema]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(output, Does.Contain("  102 Move  : packed to 24 B from 76 B, 32%"));
        (exit, output, _) = CodecTool.RunHere(["stats", file, .. Schema, "--json"]);
        Assert.That(exit, Is.Zero);
        Assert.That(string.Concat(output.Where(c => !char.IsWhiteSpace(c))), Does.Contain("\"bytes\":24,\"unpackedBytes\":76,"));
    }

    [Test]
    public void Statistics_show_the_bits_of_each_field_on_the_wire()
    {
        Codec.Generated.DeltaSender<Scene> sender = new();
        List<byte> packets = [];
        foreach (uint tick in (uint[])[7, 8, 8])
        {
            sender.Advance(new Scene { Tick = tick });
            packets.AddRange(PacketEncoder.Encode(sender.SinceLast));
        }

        // A group of 5 bits, with one that says whether another follows, is after the flag of the tick, which a copy does not have.
        string file = Files.Put("costs.bin", [.. packets]);
        Assert.That(Costs(file), Is.EqualTo(new[] { ("tick", 14L), ("units[]", 2L), ("", (3 * 32L) + 1 + 2 + 13) }));
        (int exit, string output, string error) = CodecTool.RunHere(["stats", file, .. Schema, "--fields"]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(output, Does.Match(@"(?m)^Scene: bits of each field +tables +bits/packet +share$").And.Match(@"(?m)^  tick +\d+ +4.7 +10.9%$"));
        Assert.That(output.Split('\n').Where(line => line.Length > 80), Is.Empty);

        // The tick of a whole message ends in its number.
        file = Files.Put("bad-costs.bin", [.. packets, 3, 0, 108, 0, 0, 0, 0x82]);
        Assert.That(Costs(file, exits: 1), Is.EqualTo(new[] { ("tick", 14L), ("units[]", 2L), ("", (3 * 32L) + 1 + 2 + 13) }));
    }

    [Test]
    public void Statistics_show_the_bits_of_each_number_of_structs_in_a_vector() => Assert.That(
        Costs(Files.Put("snapshot.bin", GoldenFiles.ReadBytes("packed/snapshot.bin"))).Select(cost => cost.Field),
        Is.EquivalentTo((string[])["tick", "entities[]", .. ((string[])["entity", "health", "flags", "position.x", "position.y", "position.z", "rotation.x", "rotation.y", "rotation.z", "rotation.w"]).Select(name => "entities[]." + name), ""]));

    [Test]
    public void The_bits_of_fields_are_all_bits_of_a_packet_but_the_first_and_padding([ValueSource(nameof(Names))] string name)
    {
        byte[] bytes = GoldenFiles.ReadBytes($"packed/{name}.bin");
        (string Field, long Bits)[] costs = Costs(Files.Put($"{name}.bin", bytes));
        Assert.That(costs.Sum(cost => cost.Bits), Is.EqualTo(name == "grid" ? 0 : 8 * (bytes.Length - 4)));
        Assert.That(costs.Where(cost => cost.Field.Length == 0).Sum(cost => cost.Bits), Is.InRange(name == "grid" ? 0 : 1, 8));
    }

    [Test]
    public void Differences_are_shown_with_their_numbers_and_with_the_message_if_the_baseline_is_there()
    {
        Codec.Generated.DeltaSender<Scene> sender = new();
        sender.Advance(new Scene { Tick = 7 });
        byte[] whole = PacketEncoder.Encode(sender.SinceLast);
        sender.Advance(new Scene { Tick = 8 });
        byte[] difference = PacketEncoder.Encode(sender.SinceLast);
        (int exit, string output, string error) = CodecTool.RunHere(["inspect", Files.Put("deltas.bin", [.. whole, .. difference]), .. Schema]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(output, Does.Contain("number 1 baseline 0 packed ").And.Contain("number 2 baseline 1 packed "));
        Assert.That(CodecTool.RunHere(["decode", Files.PathOf("deltas.bin"), .. Schema]).Output, Does.Contain("\"tick\":8"));
        string page = Files.PathOf("deltas.html");
        Assert.That(CodecTool.RunHere(["view", Files.PathOf("deltas.bin"), .. Schema, "-o", page]).Exit, Is.Zero);
        Assert.That(File.ReadAllText(page), Does.Match("\"number 2, baseline 1, mark \\d+\"").And.Contain("tick=8"));
        (exit, output, error) = CodecTool.RunHere(["decode", Files.Put("late.bin", difference), .. Schema]);
        Assert.That((exit, error), Is.EqualTo((0, "")));
        Assert.That(output, Does.Contain("\"number\":2,\"baseline\":1,\"bytes\":"));
    }

    private static (string Field, long Bits)[] Costs(string file, int exits = 0)
    {
        (int exit, string output, string error) = CodecTool.RunHere(["stats", file, .. Schema, "--fields", "--json"]);
        Assert.That((exit, error), Is.EqualTo((exits, "")));
        using JsonDocument json = JsonDocument.Parse(output);
        return [.. json.RootElement.GetProperty("fields").EnumerateArray()
            .Select(row => (row.TryGetProperty("field", out JsonElement field) ? field.GetString()! : "", row.GetProperty("bits").GetInt64()))];
    }

    [Test]
    public void A_payload_that_cannot_be_unpacked_is_shown_with_the_error_of_the_library()
    {
        // The last one is stored, and has a byte more than its limit.
        byte[] bytes = [2, 0, 102, 0, 0xFE, 0, 1, 0, 102, 0, 3, 0xEA, 3, 100, 0, 1, .. new byte[1001]];
        (int exit, string output, string error) = CodecTool.RunHere(["inspect", Files.Put("bad.bin", bytes), .. Schema]);
        Assert.That((exit, error), Is.EqualTo((1, "")));
        string[] names = ["PackedTruncated:", "PackedInvalid:", "PayloadTooLarge:"];
        Assert.That(names.Where(name => !output.Contains(name, StringComparison.Ordinal)), Is.Empty, output);
        (exit, output, _) = CodecTool.RunHere(["decode", Files.PathOf("bad.bin"), .. Schema]);
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Contain("\"error\":\"PackedTruncated\"").And.Contain("\"bytes\":\"" + Convert.ToBase64String([0xFE, 0]) + "\""));
    }
}
