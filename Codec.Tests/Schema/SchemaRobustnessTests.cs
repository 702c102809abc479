namespace Codec.Tests.Schema;

/// <summary>Tests text that is not a schema: the compiler returns a result in limited time and never throws.</summary>
public sealed class SchemaRobustnessTests
{
    [TestCase("[", 100_000)]
    [TestCase("table T { x:float = sin(", 50_000)]
    [TestCase("table A { x:", 50_000)]
    [TestCase("(", 100_000)]
    [TestCase("{", 100_000)]
    [TestCase("a.", 100_000)]
    [TestCase("namespace a.", 50_000)]
    [TestCase("/* ", 50_000)]
    [TestCase("\"", 100_001)]
    [TestCase("/// x\n", 50_000)]
    [TestCase("table T { x:float = 0x", 10_000)]
    [TestCase("\0", 100_000)]
    [TestCase("sin(", 100_000)]
    public void Repetitive_schemas_cause_no_endless_loop_and_no_stack_overflow(string part, int count)
    {
        Stopwatch clock = Stopwatch.StartNew();
        SchemaResult result = SchemaText.Compile(string.Concat(Enumerable.Repeat(part, count)));
        Assert.That(result.Model, Is.Null);
        Assert.That(clock.Elapsed, Is.LessThan(TimeSpan.FromSeconds(20)), "a hang, not a slow machine");
    }

    [Test]
    public void Calls_nest_up_to_a_limit()
    {
        string deep = $"table T {{ x:float = {string.Concat(Enumerable.Repeat("sin(", 5000))}1{new string(')', 5000)}; }}";
        Assert.That(SchemaText.Places(SchemaText.Compile(deep)), Is.EqualTo("CODEC001@1:88"));
    }

    [Test]
    public void Names_and_namespaces_beyond_their_length_limits_are_rejected()
    {
        string deep = string.Concat(Enumerable.Repeat("a.", 63)) + "a";
        string fields = string.Concat(Enumerable.Range(0, 5_000).Select(i => $"f{i}:Unknown{i};"));
        Assert.That(SchemaText.Compile($"namespace {deep}; table T {{}}").Model!.Tables[0].Namespace, Is.EqualTo(deep));
        Assert.That(SchemaText.Places(SchemaText.Compile($"namespace {deep}.a; table T {{}}")), Is.EqualTo("CODEC001@1:138"));
        Assert.That(SchemaText.Places(SchemaText.Compile($"table {new string('a', 1025)} {{}}")), Is.EqualTo("CODEC001@1:7"));
        Assert.That(SchemaText.Compile($"namespace {deep}; table T {{ {fields} }}").Diagnostics, Has.Count.EqualTo(SchemaCompiler.MaxDiagnostics));
    }

    [Test]
    public void Large_enums_and_tables_compile()
    {
        string values = string.Join(", ", Enumerable.Range(0, 50_000).Select(i => $"v{i}"));
        string fields = string.Concat(Enumerable.Range(0, 32_765).Select(i => $"f{i}:int;"));
        SchemaResult result = SchemaText.Compile($"enum E:uint {{ {values} }} table T {{ {fields} }}");
        Assert.That(result.Model!.Tables[0].VTableSize, Is.EqualTo(65_534));
        Assert.That(result.Model.Enums[0].Values[49_999].Value.Whole, Is.EqualTo(49_999));
    }

    [Test]
    public void A_table_with_more_fields_than_a_vtable_can_hold_is_rejected()
    {
        string fields = string.Concat(Enumerable.Range(0, 32_766).Select(i => $"f{i}:int;"));
        Assert.That(SchemaText.Places(SchemaText.Compile($"table T {{ {fields} }}")), Is.EqualTo("CODEC035@1:7"));
    }

    [Test]
    public void A_struct_larger_than_a_buffer_is_rejected()
    {
        const string Text = "struct A { a:[ulong:65535]; } struct B { b:[A:65535]; } struct C { c:[B:65535]; }";
        Assert.That(SchemaText.Places(SchemaText.Compile(Text)), Is.EqualTo("CODEC014@1:38 CODEC013@1:71"));
    }

    [Test]
    public void Includes_can_be_nested_10_000_levels_deep()
    {
        const int Depth = 10_000;
        (string, string)[] files =
            [.. Enumerable.Range(0, Depth).Select(i => ($"{i}", $"include \"{i + 1}\"; table T{i} {{}}")), ($"{Depth}", $"table T{Depth} {{}}")];
        Assert.That(SchemaText.Compile(files, ["0"]).Model!.Tables, Has.Count.EqualTo(Depth + 1));
    }
}
