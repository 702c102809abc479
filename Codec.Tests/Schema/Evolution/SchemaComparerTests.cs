namespace Codec.Tests.Schema.Evolution;

/// <summary>Tests cases that the corpus does not contain: several files, order, and random schemas.</summary>
internal sealed partial class SchemaComparerTests
{
    private const int RandomSchemas = 200;

    [Test]
    public void A_finding_has_the_format_of_a_compiler_message() =>
        Assert.That(
            SchemaComparer.Compare(Model("table T {\n  a:int;\n}"), Model("table T {\n  a:long;\n}")).Single().ToString(),
            Is.EqualTo("a.fbs(2,3): FIELD_TYPE_CHANGED: 'a' of 'T' was 'a:int', and is 'a:long'. [wire, source, json]"));

    [Test]
    public void Findings_are_sorted_by_file_and_position_and_those_in_the_old_version_are_last()
    {
        SchemaModel old = SchemaText.Model(("b.fbs", "table B { x:int; gone:int; }"), ("a.fbs", "include \"b.fbs\"; table A { x:int; y:int; gone:int; }"));
        SchemaModel @new = SchemaText.Model(("b.fbs", "table B { x:long; }"), ("a.fbs", "include \"b.fbs\"; table A { x:int = 1; y:string; }"));
        Assert.That(
            SchemaComparer.Compare(old, @new).Select(change => $"{change.Rule.Name} {change.Span.Path}{(change.IsInOld ? " old" : "")}"),
            Is.EqualTo((string[])
            [
                "FIELD_TYPE_CHANGED b.fbs", "FIELD_DEFAULT_CHANGED a.fbs", "FIELD_TYPE_CHANGED a.fbs", "FIELD_REMOVED b.fbs old", "FIELD_REMOVED a.fbs old",
            ]));
    }

    [Test]
    public void Files_of_another_folder_are_paired_by_name()
    {
        SchemaModel old = SchemaText.Model(("1/b.fbs", "table B { x:int; } root_type B; file_identifier \"OLD1\";"), ("1/a.fbs", "include \"b.fbs\"; table A { b:B; }"));
        SchemaModel @new = SchemaText.Model(("2/b.fbs", "table B { x:int; } root_type B; file_identifier \"NEW1\";"), ("2/c.fbs", "include \"b.fbs\"; table A { b:B; }"));
        Assert.That(
            SchemaComparer.Compare(old, @new).Select(change => $"{change.Rule.Name} {change.Span.Path}"), Is.EqualTo((string[])["FILE_IDENTIFIER_CHANGED 2/b.fbs"]));
    }

    [TestCase("", "root_type A; file_identifier \"SAME\";", "")]
    [TestCase("file_identifier \"SAME\";", "root_type A;", "FILE_IDENTIFIER_CHANGED a.fbs(1,28)")]
    public void A_file_identifier_applies_to_the_root_type_of_its_file(string included, string including, string found)
    {
        SchemaModel old = SchemaText.Model(("b.fbs", "table A { x:int; } root_type A; file_identifier \"SAME\";"), ("a.fbs", "include \"b.fbs\";"));
        SchemaModel @new = SchemaText.Model(("b.fbs", "table A { x:int; } " + included), ("a.fbs", "include \"b.fbs\"; " + including));
        Assert.That(
            string.Join(' ', SchemaComparer.Compare(old, @new).Where(change => change.Rule != EvolutionRule.RootTypeChanged)
                .Select(change => FormattableString.Invariant($"{change.Rule.Name} {change.Span.Path}({change.Span.Line},{change.Span.Column})"))),
            Is.EqualTo(found));
    }

    [Test]
    public void A_type_that_moves_to_another_file_breaks_nothing() =>
        Assert.That(
            SchemaComparer.Compare(
                SchemaText.Model(("a.fbs", "table A { x:int; } table B { a:A; }")),
                SchemaText.Model(("c.fbs", "table A { x:int; }"), ("a.fbs", "include \"c.fbs\"; table B { a:A; }"))),
            Is.Empty);

    [Test]
    public void Every_generated_member_whose_name_changes_is_reported()
    {
        const string Fields = "name:string; list:[int]; any:U; bytes:[ubyte] (nested_flatbuffer: \"Chat\"); number:int; key:int (key);";
        SchemaModel old = Chat(Fields);

        // Adds a field for each word of the generated code. The members of every C# object keep their names.
        string[] taken = ["Chat", "Other", "U", "Name", "List", "Any", "Bytes", "Number", "Key", "Equals", "GetHashCode", "GetType", "ToString"];
        SchemaModel @new = Chat(Fields + string.Concat(Words(old).Except(taken).Select(word => $" {word}:int;")));
        Assert.That(
            SchemaComparer.Compare(old, @new).Select(change => Name().Match(change.Reason).Groups["new"].Value).Append("Layout_"),
            Is.EquivalentTo(Words(@new).Where(word => word.EndsWith('_')).Except(Words(old))));

        static SchemaModel Chat(string fields) =>
            Model($"attribute \"packet_id\"; table Other {{ x:int; }} union U {{ Other }} table Chat (packet_id: 1) {{ {fields} }}");

        static IEnumerable<string> Words(SchemaModel model) =>
            Word().Matches(CSharpEmitter.Emit(model, new CSharpOptions { Equality = true })
                .Single(file => file.Name == "Chat.g.cs").Text).Select(match => match.Value).Distinct();
    }

    [TestCase("struct V { x:int; } table T { data:[ubyte] (nested_flatbuffer: \"V\"); ", "data_root:int; ")]
    [TestCase("struct V { x:int; } table T { v:V (key); ", "compare_by_key:int; ")]
    public void A_field_with_the_name_of_a_member_that_is_not_generated_breaks_nothing(string before, string field) =>
        Assert.That(SchemaComparer.Compare(Model(before + "}"), Model(before + field + "}")), Is.Empty);

    // In quadratic time, this test takes a minute.
    [Test]
    public void Types_with_many_members_are_compared_in_linear_time()
    {
        const int Members = 30_000;
        string[] names = [.. Enumerable.Range(0, Members).Select(i => FormattableString.Invariant($"m{i}"))];
        Assert.That(
            SchemaComparer.Compare(Many("A"), Many("B")).GroupBy(change => change.Rule).Select(group => (group.Key, group.Count())),
            Is.EquivalentTo(((EvolutionRule, int)[])[(EvolutionRule.TypeRenamed, 5), (EvolutionRule.FieldRenamed, Members)]));

        // To compile a text with so many members would take too long.
        SchemaModel Many(string scope)
        {
            SchemaModel model = Model($"namespace {scope}; table T {{}} enum E:int {{ m }} union U:uint {{ m:T }} struct S {{ m:ubyte; }} table W {{ m:string; }}");
            EnumDefinition definition = model.Enums[0];
            UnionDefinition union = model.Unions[0];
            StructDefinition record = model.Structs[0];
            TableDefinition table = model.Tables[1];
            return model with
            {
                Enums = new([definition with { Values = new(names.Select((name, i) => definition.Values[0] with { Name = name, Value = Number(i) })) }]),
                Unions = new([union with { Members = new(names.Select((name, i) => union.Members[0] with { Name = name, Id = Number(i + 1) })) }]),
                Structs = new([record with { Fields = new(names.Select((name, i) => record.Fields[0] with { Name = scope + name, Offset = i })) }]),
                Tables = new([model.Tables[0], table with { Fields = new(names.Take(16_000).Select((name, i) => table.Fields[0] with { Name = name, Id = i })) }]),
            };
        }

        static ScalarValue Number(int value) => ScalarValue.OfWhole(ScalarKind.Int, value);
    }

    [Test]
    public void Random_schemas_are_wire_compatible_with_themselves_and_with_renamed_versions([Range(0, RandomSchemas - 1, 20)] int first)
    {
        for (int seed = first; seed < first + 20; seed++)
        {
            RandomSchema schema = new(seed);
            Assert.That(SchemaComparer.Compare(schema.Model, schema.Model), Is.Empty, schema.ToString());

            SchemaModel renamed = SchemaText.Model((schema.Name + ".fbs", SchemaChanges.Rename(schema.Text)));
            Assert.That(
                SchemaComparer.Compare(schema.Model, renamed).Where(change => (change.Rule.Classes & BreakClasses.Wire) != 0),
                Is.Empty,
                schema.ToString());
        }
    }

    [GeneratedRegex(@"\b[A-Z]\w*\b", RegexOptions.ECMAScript)]
    private static partial Regex Word();

    [GeneratedRegex("and is '(?<new>.*)'")]
    private static partial Regex Name();

    private static SchemaModel Model(string text) => SchemaText.Model(("a.fbs", text));
}
