namespace Codec.Tests.Schema.Evolution;

/// <summary>Tests which changes affect the protocol hash, and that both languages have the same hash.</summary>
internal sealed partial class ProtocolHashTests
{
    private const int RandomSchemas = 200;

    private const string Game = """
        include "packets.fbs";
        namespace Game;
        struct Vec3 { x:float; y:float; z:float; }
        enum Kind:ubyte { Player, Npc }
        table Item { id:uint; next:Item; }
        table Chat { text:string; }
        union Any { Item, Chat }
        table Move (packet_id: 2, packet_direction: "client", packet_max_size: 100) { entity:uint = 7; at:Vec3; kind:Kind; any:Any; }
        table Login (packet_id: 1) { user:string (required); items:[Item]; }
        table Unused { x:int; }
        """;

    /// <summary>The pairs of the corpus whose versions have the same layout. Only the meaning of values differs.</summary>
    private static readonly string[] SameLayout =
    [
        "enum/another enum of the same width", "field/two fields changed places without ids", "struct/fields of a struct changed places",
        "file/another root type", "file/calls of a service",
    ];

    /// <summary>The pairs whose only breaks are renames, and whose new version also has more fields.</summary>
    private static readonly string[] RenamedAndExtended = ["type/a table renamed", "type/two tables changed names below a table that grew"];

    private static readonly EvolutionRule[] Renames =
        [EvolutionRule.TypeRenamed, EvolutionRule.FieldRenamed, EvolutionRule.EnumValueRenamed, EvolutionRule.UnionMemberRenamed, EvolutionRule.FieldHashChanged];

    private static IReadOnlyList<EvolutionPair> Pairs => EvolutionCorpus.Pairs;

    [Test]
    public void The_hash_is_stable() =>
        Assert.That(Hash(Game), Is.EqualTo(8423071566939496733), "a change of the hash of an unchanged schema keeps deployed peers apart");

    [TestCase("Npc", "Npc, Bot = 1")]
    [TestCase("namespace Game;", "namespace Other;")]
    [TestCase("Move", "Step")]
    [TestCase("table Item", "/// An item.\n// Of a player.\ntable Item")]
    [TestCase("table Unused { x:int; }", "")]
    [TestCase("table Unused { x:int; }", "table Unused { x:string; y:Vec3; } struct New { a:int; }")]
    [TestCase("text:string;", "text:string (shared);")]
    [TestCase("entity:uint = 7; at:Vec3;", "entity:uint = 0x7; at:Vec3;")]
    [TestCase("table Login (packet_id: 1)", "table Login (packet_id: 1, packet_direction: \"both\")")]
    [TestCase("user:string (required); items:[Item];", "items:[Item] (id: 1); user:string (required, id: 0);")]
    [TestCase("items:[Item];", "items:[Item] (force_align: 4);")]
    [TestCase("packet_max_size: 100", "packet_max_size: 100, packet_max_depth: 64")]
    [TestCase("packet_max_size: 100", "packet_max_size: 100, packet_max_tables: 16384")]
    public void Changes_without_effect_on_the_wire_do_not_change_the_hash(string old, string @new) =>
        Assert.That(Hash(Changed(old, @new)), Is.EqualTo(Hash(Game)));

    [TestCase("table Login {", "packet_max_size: 65535")]
    [TestCase("struct Login {", "packet_max_size: 4")]
    public void The_default_size_of_a_packed_packet_can_be_written_out(string declaration, string limit)
    {
        string text = $"attribute \"packet_id\"; attribute \"packet_packed\"; attribute \"packet_max_size\";\n{declaration} x:int; }}";
        string packed = text.Replace(" {", " (packet_id: 1, packet_packed) {", StringComparison.Ordinal);
        Assert.That(Hash(packed.Replace("packed)", $"packed, {limit})", StringComparison.Ordinal)), Is.EqualTo(Hash(packed)));
        Assert.That(Hash(packed.Replace("packed)", $"packed, {limit}0)", StringComparison.Ordinal)), Is.Not.EqualTo(Hash(packed)));
    }

    [TestCase("packet_id: 2, packet_direction: \"client\"", "packet_id: 2")]
    [TestCase("\"client\"", "\"server\"")]
    [TestCase("packet_max_size: 100", "packet_max_size: 101")]
    [TestCase(", packet_max_size: 100", "")]
    [TestCase("packet_max_size: 100", "packet_max_size: 100, packet_delta")]
    [TestCase("packet_max_size: 100", "packet_max_size: 100, packet_max_depth: 3")]
    [TestCase("packet_max_size: 100", "packet_max_size: 100, packet_max_tables: 3")]
    [TestCase("packet_max_size: 100", "packet_max_size: 100, packet_max_tables: 16385")]
    [TestCase(", packet_max_size: 100", ", packet_max_size: 65535")]
    [TestCase(", packet_max_size: 100", ", packet_max_tables: 16384")]
    [TestCase("table Unused", "table Unused (packet_id: 9)")]
    [TestCase("entity:uint = 7; at:Vec3;", "at:Vec3; entity:uint = 7;")]
    [TestCase("entity:uint = 7", "entity:uint = 7 (deprecated)")]
    [TestCase("items:[Item];", "items:[Item]; more:int;")]
    [TestCase("items:[Item];", "items:[Item] (force_align: 8);")]
    [TestCase("table Unused { x:int; }", "root_type Move; file_identifier \"MOVE\";")]
    public void Changes_with_an_effect_on_the_wire_change_the_hash(string old, string @new) =>
        Assert.That(Hash(Changed(old, @new)), Is.Not.EqualTo(Hash(Game)));

    [TestCaseSource(nameof(Pairs))]
    public void Breaking_wire_changes_change_the_hash_and_renames_do_not(EvolutionPair pair)
    {
        IReadOnlyList<BreakingChange> changes = SchemaComparer.Compare(pair.Old, pair.New);
        bool isEqual = ProtocolHash.Of(pair.Old, EvolutionCorpus.OldPath) == ProtocolHash.Of(pair.New, EvolutionCorpus.NewPath);
        if (changes.Any(change => (change.Rule.Classes & BreakClasses.Wire) != 0))
        {
            Assert.That(isEqual, Is.EqualTo(SameLayout.Contains(pair.Name)));
        }
        else if (changes.Count > 0 && changes.All(change => Renames.Contains(change.Rule)) && !RenamedAndExtended.Contains(pair.Name))
        {
            Assert.That(isEqual, Is.True);
        }
    }

    [Test]
    public void Renaming_and_reordering_keep_the_hash_of_random_schemas_and_a_new_field_changes_it([Range(0, RandomSchemas - 1, 20)] int first)
    {
        for (int seed = first; seed < first + 20; seed++)
        {
            RandomSchema schema = new(seed);
            ulong hash = Hash(schema.Text);
            Assert.That(Hash(SchemaChanges.Rename(schema.Text)), Is.EqualTo(hash), schema.ToString());
            Assert.That(Hash(SchemaChanges.Reorder(schema.Text)), Is.EqualTo(hash), schema.ToString());
            for (int table = 0; table < schema.Model.Tables.Count; table++)
            {
                Assert.That(Hash(SchemaChanges.AddField(schema.Text, table)), Is.Not.EqualTo(hash), $"T{table} of {schema}");
            }
        }
    }

    [Test]
    public void The_division_into_files_does_not_change_the_hash()
    {
        int cut = Game.IndexOf("table Move", StringComparison.Ordinal);
        string included = Game[..cut];
        SchemaModel split = Model(
            ("common.fbs", included),
            ("game.fbs", "include \"common.fbs\"; namespace Game;\n" + Game[cut..]),
            ("all.fbs", "include \"game.fbs\"; attribute \"nothing\";"),
            ("other.fbs", "include \"packets.fbs\"; table Other (packet_id: 77) { x:int; }"));
        Assert.That(ProtocolHash.Of(split, "game.fbs"), Is.EqualTo(Hash(Game)), "with another root, which it does not include");
        Assert.That(ProtocolHash.Of(split, "all.fbs"), Is.EqualTo(Hash(Game)), "packets of included files count");
        Assert.That(ProtocolHash.Of(split, "packets.fbs"), Is.Null, "nothing is declared");
    }

    [Test]
    public void The_file_identifier_that_an_including_file_declares_changes_the_hash_in_both_languages()
    {
        (string[] one, string[] two) = (Hashes("ONE1"), Hashes("TWO2"));
        Assert.That(one, Has.Length.EqualTo(4).And.All.EqualTo(one[0]), "two files with the same packets, in two languages");
        Assert.That(two, Has.Length.EqualTo(4).And.All.EqualTo(two[0]));
        Assert.That(two[0], Is.Not.EqualTo(one[0]));

        static string[] Hashes(string identifier)
        {
            SchemaModel model = Model(("game.fbs", Game), ("all.fbs", $"include \"game.fbs\"; root_type Game.Move; file_identifier \"{identifier}\";"));
            return Literals([.. CSharpEmitter.Emit(model), .. CppMessageEmitter.Emit(model, CppOptions.Default)]);
        }
    }

    [Test]
    public void Types_that_differ_only_at_the_end_of_a_long_chain_have_different_hashes()
    {
        static string Chain(int length, string last) => string.Concat(
            Enumerable.Range(0, length).Select(i => FormattableString.Invariant($"table T{i} {{ x:{(i + 1 < length ? FormattableString.Invariant($"T{i + 1}") : last)}; }}\n")));

        Assert.That(Hash(Chain(60, "int")), Is.Not.EqualTo(Hash(Chain(59, "int"))));
        Assert.That(Hash(Chain(300, "int")), Is.Not.EqualTo(Hash(Chain(300, "uint"))));
        Assert.That(Hash("table A { b:B; } table B { a:A; }"), Is.EqualTo(Hash("table A { a:A; }")), "equal on the wire");
    }

    private static string Changed(string old, string @new)
    {
        Assert.That(Game.Contains(old, StringComparison.Ordinal), Is.True, old);
        return Game.Replace(old, @new, StringComparison.Ordinal);
    }

    private static string[] Literals(IEnumerable<GeneratedFile> files) =>
        [.. files.SelectMany(file => Literal().Matches(file.Text)).Select(match => match.Value)];

    private static ulong Hash(string text) => ProtocolHash.Of(Model(("game.fbs", text)), "game.fbs")!.Value;

    private static SchemaModel Model(params (string Path, string Text)[] files)
    {
        (string, string) packets = ("packets.fbs", Repository.Read("schemas/packets.fbs"));
        return SchemaText.Compile([packets, .. files]).Model ?? throw new AssertionException(SchemaText.Messages(SchemaText.Compile([packets, .. files])));
    }

    [GeneratedRegex("(?<= = )0x[0-9A-F]{16}")]
    private static partial Regex Literal();
}
