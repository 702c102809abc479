using Codec.Cli.Lint;

namespace Codec.Tests.Cli;

/// <summary>Tests the command <c>codec lint</c>.</summary>
internal sealed class LintCommandTests : ToolFixture
{
    private const string Packets = "include \"packets.fbs\"; ";
    private const string Sent = "(packet_id: 1, packet_direction: \"both\")";

    private static readonly (string Rule, string Schema)[] Bad =
    [
        ("PACKET_WITHOUT_LIMIT", Packets + "table T " + Sent + " { u:U; } table U { s:string; }"),
        ("PACKET_WITHOUT_DIRECTION", Packets + "table T (packet_id: 1) { x:int; }"),
        ("PACKET_NEEDS_WIDE_HEADER", Packets + "struct T (packet_id: 70000, packet_direction: \"client\") { x:int; }"),
        ("PACKET_NEEDS_WIDE_HEADER", Packets + "table T (packet_id: 1, packet_direction: \"client\", packet_max_size: 100000) { x:string; }"),
        ("ENUM_WITHOUT_ZERO", "enum E:ubyte { a = 1, b }"),
        ("ENUM_TOO_WIDE", "enum E:int { a = -128, zero = 0, b = 127 }"),
        ("FLAGS_WITHOUT_BIT_FLAGS", "enum E:ubyte { none, a, b, c = 4 }"),
        ("VECTOR_OF_BOOL", "table T { x:[bool]; }"),
        ("STRUCT_PADDING", "struct S { a:ubyte; b:double; c:ubyte; }"),
        ("VECTOR_WITHOUT_KEY", "table T { x:[U]; } table U { id:uint; }"),
        ("KEY_WITHOUT_VECTOR", "table T { x:int (key); }"),
        ("REQUIRED_DEPRECATED", "table T { x:string (required, deprecated); }"),
        ("TYPE_UNUSED", Packets + "struct T " + Sent + " { x:int; } table U { t:T; }"),
        ("INCLUDE_UNUSED", "include \"other.fbs\"; table T { x:int; }"),
    ];

    private static readonly string[] Good =
    [
        Packets + "enum E:ubyte { a, b, c } table T (packet_id: 1, packet_direction: \"both\", packet_max_size: 9000) { u:[U]; e:E; } table U { id:int (key); s:string; }",
        Packets + "table T (packet_id: 1, packet_direction: \"client\", packet_packed) { s:string; }",
        "enum E:ubyte { none, a, b } enum F:ubyte (bit_flags) { a, b, c } enum G:byte { a = -128, b = 0 } enum H:short { a, b = 200 }",
        "struct S { a:double; b:ubyte; c:ubyte; } struct A { x:[ubyte:3]; y:ushort; z:[S:2]; }",
        "include \"other.fbs\"; table T { o:[Other]; x:[bool] (deprecated); }",
        "include \"other.fbs\";",
        "table T { x:T; s:[string]; } root_type T;",
    ];

    [Test]
    public void Every_rule_finds_its_case([ValueSource(nameof(Bad))] (string Rule, string Schema) bad)
    {
        (int exit, string output) = Lint(bad.Schema);
        Assert.That(exit, Is.EqualTo(1), output);
        Assert.That(output, Does.Contain($"): warning {bad.Rule}: ").And.Match("\n        instead: [A-Z].*\\.\n").And.Match("\n1 finding: [01] packets?, [0-9]+ types?\n$"));
        Assert.That(output.Split("): warning "), Has.Length.EqualTo(2), output);
        Assert.That(Lint(bad.Schema, "--exclude", bad.Rule).Exit, Is.Zero);
    }

    [Test]
    public void Schemas_without_problems_have_no_findings([ValueSource(nameof(Good))] string schema)
    {
        (int exit, string output) = Lint(schema);
        Assert.That((exit, output), Is.EqualTo((0, output)), output);
        Assert.That(output, Does.StartWith("0 findings: "));
    }

    [Test]
    public void Every_rule_has_a_case_and_is_on_the_page()
    {
        Assert.That(Bad.Select(bad => bad.Rule).Distinct(), Is.EquivalentTo(LintRule.All.Select(rule => rule.Name)));
        string page = Repository.Read("docs/schema.md");
        Assert.That(LintRule.All.Where(rule => !page.Contains($"| `{rule.Name}` |", StringComparison.Ordinal)), Is.Empty);
    }

    [Test]
    public void Warnings_of_the_compiler_are_findings_and_JSON_has_a_line_for_each()
    {
        (int exit, string output) = Lint("enum E:byte (bit_flags) { a }", "--json");
        Assert.That(exit, Is.EqualTo(1));
        Assert.That(output, Does.Match("^{\"level\":\"warning\",\"rule\":\"CODEC080\",\"file\":\"[^\"]+\",\"line\":1,\"column\":[0-9]+,\"message\":\".*}\n$"));
        Assert.That(Lint("table T { x:Nope; }").Exit, Is.EqualTo(2));
        Assert.That(Lint("table T { x:int; }", "--exclude", "NOPE").Output, Does.Contain("There is no rule 'NOPE'; expected one of PACKET_WITHOUT_LIMIT, "));
    }

    private (int Exit, string Output) Lint(string schema, params string[] options)
    {
        Files.Put("other.fbs", "table Other { id:int (key); } table Others { all:[Other]; }"u8.ToArray());
        (int exit, string output, string error) = CodecTool.RunHere(["lint", Files.Put("game.fbs", Encoding.UTF8.GetBytes(schema)), .. options]);
        return (exit, output + error);
    }
}
