namespace Codec.Tests.Schema;

/// <summary>Tests the locations and messages of errors, and that the compiler continues after them.</summary>
public sealed partial class SchemaDiagnosticTests
{
    [TestCase(0xFFFF, "A byte that is not UTF-8 is not allowed in a schema.")]
    [TestCase(0xE9, "U+00E9 is not allowed in a schema.")]
    [TestCase(0x1F600, "U+1F600 is not allowed in a schema.")]
    [TestCase((int)'$', "'$' is not allowed in a schema.")]
    public void An_illegal_character_is_named(int character, string message) =>
        Assert.That(
            SchemaText.Messages(SchemaText.Compile($"table T {{ {char.ConvertFromUtf32(character)} x:int; }}")),
            Is.EqualTo("a.fbs(1,11): error CODEC002: " + message));

    [Test]
    public void One_run_reports_every_semantic_error()
    {
        const string Text = """
            enum E:ubyte { a = 300, b, b = 2 }
            struct S { s:string; i:int = 5; }
            table T (unknown) {
              x:Nope;
              x:ubyte = 256;
              e:E = c;
              r:int (required);
              k:[int] (key);
            }
            file_identifier "ABC";
            root_type Nope;
            """;
        Assert.That(
            SchemaText.Places(SchemaText.Compile(Text)),
            Is.EqualTo("CODEC020@1:16 CODEC010@1:28 CODEC012@2:14 CODEC021@2:30 CODEC032@3:10 CODEC011@4:5 CODEC010@5:3 CODEC020@5:13 CODEC022@6:9 CODEC033@7:10 CODEC031@8:12 CODEC036@10:17 CODEC011@11:11"));
    }

    [TestCase("table T { x:int = 1; y:Colour; } enum Colour:int { Red }", "'Colour' is declared later or is not in scope")]
    [TestCase("namespace A; table X {} namespace B; table T { x:X; }", "Is it 'A.X'?")]
    [TestCase("table T { x:String; }", "in scope. Is it 'string'?")]
    [TestCase("struct S { x:Boolean; }", "Is it 'bool'?")]
    [TestCase("table T { x:strnig; }", "in scope. Is it 'string'?")]
    [TestCase("table T { x:[unit16]; }", "in scope. Is it 'uint16'?")]
    [TestCase("union U { string }", "in scope. For a text in a union, write a name before it, as in 'Text:string'.")]
    [TestCase("table T { x:int[]; }", "Expected '[int]' for a vector, or '[int:3]' for an array in a struct, found '['.")]
    [TestCase("enum E:int { Red, Green } table T { x:E = Blue; }", "expected one of Red, Green.")]
    [TestCase("table T { x:short = 40000; }", "expected -32768 to 32767")]
    [TestCase("table T { x:long = 9223372036854775808; }", "expected -9223372036854775808 to 9223372036854775807")]
    [TestCase("table T { x:ulong = -1; }", "expected 0 to 18446744073709551615")]
    [TestCase("table T { a:int (id: 0); b:int (id: 2); }", "No field has the id 1")]
    [TestCase("table T { a:int (id: 0); b:int (id: 0); }", "already belongs to 'a'")]
    [TestCase("table T {}\ntable T {}", "already declared at line 1")]
    [TestCase("table T { x:[int]; x_length:int; }", "a.fbs(1,20): error CODEC010: In flatc, 'x_length' is also an accessor of the field 'x'; expected another name.")]
    [TestCase("enum E:byte { null } table T { e:E = null; }", "a.fbs(1,38): error CODEC021: 'null' cannot be the default of 'e', because it is also a value of 'E'")]
    [TestCase("table T { x:int = \"\\u0031\"; }", "a.fbs(1,19): error CODEC021: '1' is written with escapes")]
    [TestCase("enum E:byte { A } rpc_service V { f(E):E; }", "a.fbs(1,37): error CODEC012: 'E' is an enum; expected a table.")]
    [TestCase("table T { x:[ulong] (force_align: 4); }", "warning CODEC082: The alignment 4 is ignored; expected a power of two from the vector's own 8 to 32.")]
    public void An_error_message_describes_what_was_expected(string text, string expected) =>
        Assert.That(SchemaText.Messages(SchemaText.Compile(text)), Does.Contain(expected));

    [TestCase("table A { x:int; }\ntable T {\n A:int; }", "CODEC010@3:2")]
    [TestCase("struct T {\n T:int; }", "CODEC010@2:2")]
    [TestCase("enum E:int (bit_flags) {\n a = 31 }", "CODEC080@1:6 CODEC020@2:2")]
    [TestCase("enum E:int (\nforce_align: 4) { a }", "CODEC033@2:1")]
    [TestCase("table A { x:int; }\nunion U (bit_flags) { A }", "CODEC033@2:10")]
    [TestCase("enum E:uint { A }\ntable T { e:E (hash: \"fnv1_32\"); }", "CODEC033@2:16")]
    [TestCase("enum E:byte { A = -1 }\ntable T { x:ulong = \"E.A\"; }", "CODEC020@2:21")]
    [TestCase("table T { a:int (id: 0,\nid: 1);\nb:int (id: 0); }", "CODEC081@2:1 CODEC030@3:8")]
    [TestCase("table T { a:string =\n\"x\\uD83Dy\"; }", "CODEC003@2:3")]
    [TestCase("table T { a:string =\n\"\\xE4\"; }", "CODEC003@2:2")]
    [TestCase("struct S { a:int = 0;\nb:float = 0.0; }", "CODEC021@2:11")]
    [TestCase("table A { x:int; }\ntable B { x:int; }\nunion U { A = 2,\nB = 2 }", "CODEC024@4:1")]
    [TestCase("table A { x:int; }\ntable B { x:int; }\nunion U { A = 2, x:A = 3,\nB = 3 }", "CODEC024@4:1")]
    [TestCase("enum E:byte { B = 2, A = 1,\nC = 1, D = 2 }", "CODEC024@2:1")]
    [TestCase("enum E:byte { A = 1,\nB = 300, C = 5 }", "CODEC020@2:1")]
    [TestCase("enum E:E { A }", "CODEC012@1:8")]
    [TestCase("struct S { x:int;\ns:S; }", "CODEC013@2:3")]
    [TestCase("enum E:ubyte { A }\ntable T { x:[E] (flexbuffer); }", "CODEC033@2:18")]
    [TestCase("enum E:ubyte { A }\ntable T { x:[E] (nested_flatbuffer: \"T\"); }", "CODEC033@2:18")]
    [TestCase("namespace A;\ntable T { x:U;\ny:A.U; }\ntable U { x:int; }", "CODEC011@3:3")]
    [TestCase("table T { x:U; }\nroot_type U;\ntable U { x:int; }", "CODEC011@2:11")]
    [TestCase("namespace N;\ntable U {}\nnamespace M;\ntable T { x:U; }\nnamespace N;\nroot_type U;\nnamespace M;\ntable U {}", "CODEC011@6:11")]
    public void An_error_names_its_line_and_column(string text, string places) =>
        Assert.That(SchemaText.Places(SchemaText.Compile(text)), Is.EqualTo(places));

    // flatc's binary schema does not have the sign of a zero, so the corpus cannot.
    [TestCase("sin(rad(180))")]
    [TestCase("cos(rad(90))")]
    [TestCase("rad(-1e-13)")]
    public void The_result_of_a_function_can_be_rounded_to_minus_zero(string call) =>
        Assert.That(SchemaText.Compile($"table T {{ x:double = {call}; }}").Model!.Tables[0].Fields[0].Default!.Value.Bits, Is.EqualTo(1UL << 63));

    [Test]
    public void Structs_nest_at_most_64_deep()
    {
        static string Structs(int depth, string use) =>
            "struct S1 { x:int; }\n" + string.Concat(Enumerable.Range(2, depth - 1).Select(i => $"struct S{i} {{ y:byte; x:{string.Format(CultureInfo.InvariantCulture, use, $"S{i - 1}")}; }}\n"));

        Assert.That(SchemaText.Messages(SchemaText.Compile(Structs(64, "{0}"))), Is.Empty);
        Assert.That(SchemaText.Places(SchemaText.Compile(Structs(2000, "{0}"))), Is.EqualTo("CODEC012@65:24"));
        Assert.That(
            SchemaText.Messages(SchemaText.Compile(Structs(65, "[{0}:1]"))),
            Is.EqualTo("a.fbs(65,25): error CODEC012: 'S64' has structs to a depth of 64; expected a struct that is less deep."));
    }

    [Test]
    public void A_table_used_by_full_and_short_name_before_its_declaration_is_one_type()
    {
        SchemaResult result = SchemaText.Compile("namespace A; table T { x:A.U; y:U; } rpc_service R { F(A.U):U; G(U):A.V; } table U { x:int; } table V { x:int; }");
        Assert.That(SchemaText.Messages(result), Is.Empty);
        Assert.That(result.Model!.Tables.Single(table => table.Name == "T").Fields.Select(field => field.Type.Definition), Is.All.EqualTo("A.U"));
        Assert.That(result.Model.Services[0].Methods.Select(method => $"{method.Request} {method.Response}"), Is.EqualTo((string[])["A.U A.U", "A.U A.V"]));
    }

    [Test]
    public void Columns_count_UTF16_units_and_a_span_stays_on_its_line()
    {
        SchemaDiagnostic diagnostic = SchemaText.Compile("/* \U0001F600 */ table T { x:string = \"abc\n; }").Diagnostics[0];
        Assert.That(diagnostic.Span, Is.EqualTo(new SourceSpan("a.fbs", 30, 4, 1, 31)));
    }

    [Test]
    public void Columns_do_not_count_a_byte_order_mark() =>
        Assert.That(SchemaText.Places(SchemaText.Compile("\uFEFFtable T { x int; }\n/// d\ntable U { y int; }")), Is.EqualTo("CODEC001@1:13 CODEC001@3:13"));

    [Test]
    public void An_unclosed_body_ends_at_the_next_declaration_with_every_line_ending([Values("\n", "\r\n", "\r")] string end)
    {
        SchemaResult result = SchemaText.Compile($"table A {{{end}  x:int{end}table B {{ y int; }}{end}");
        Assert.That(SchemaText.Places(result), Is.EqualTo("CODEC001@3:1 CODEC001@3:13"));
    }

    [TestCase("table T { x:string = \"abc\r\n; }")]
    [TestCase("table T { x:string = \"abc\r; }")]
    [TestCase("table T { x:string = \"abc\n; }")]
    public void A_span_ends_before_the_end_of_its_line(string text) =>
        Assert.That(SchemaText.Compile(text).Diagnostics[0].Span, Is.EqualTo(new SourceSpan("a.fbs", 21, 4, 1, 22)));

    [Test]
    public void Diagnostics_of_every_kind_are_sorted_by_file_line_and_column()
    {
        SchemaResult result = SchemaText.Compile(
            [
                ("z.fbs", "include \"m.fbs\"; include \"none.fbs\";\ntable Z (packet_id: 1) { x:ubyte = 256; y int; }\nenum F:byte (bit_flags) { A }"),
                ("m.fbs", "attribute \"packet_id\";\nenum E:ubyte { a = 300 }\ntable M (packet_id: 1) { x:[int:0]; x:int; }\ntable N (packet_id: -1, packet_x: 1) { y:int = 1.5; }\nfile_identifier \"ABC\";"),
                ("a.fbs", "include \"z.fbs\"; table A { z:Z; }\ntable M { x:int (packet_id: 3); }"),
            ],
            ["a.fbs", "m.fbs"]);
        Assert.That(result.Diagnostics.Select(item => $"{item.Span.Path} {item.Rule.Id}@{item.Span.Line}:{item.Span.Column}"), Is.EqualTo(
            (string[])[
                "m.fbs CODEC020@2:16", "m.fbs CODEC015@3:33", "m.fbs CODEC010@3:37", "m.fbs CODEC051@4:21", "m.fbs CODEC052@4:25", "m.fbs CODEC021@4:48",
                "m.fbs CODEC036@5:17", "z.fbs CODEC006@1:26", "z.fbs CODEC050@2:10", "z.fbs CODEC020@2:36", "z.fbs CODEC001@2:43", "z.fbs CODEC080@3:6",
                "a.fbs CODEC010@2:7", "a.fbs CODEC053@2:18",
            ]));
        Assert.That(result.DiagnosticCount, Is.EqualTo(result.Diagnostics.Count));
    }

    [TestCase("enum Broken { a }\ntable T { x:Broken; y:Broken = a; z:[Broken]; }\nroot_type T;", "CODEC001@1:13")]
    [TestCase("struct S { x; }\nstruct R { s:S; }\ntable T { s:S; }", "CODEC001@1:13")]
    [TestCase("tabel Broken { x:int; }\ntable T { x:Broken; }\nunion U { Broken }\nroot_type Broken;", "CODEC001@1:1")]
    [TestCase("attribute 5;\ntable T (mine) { x:int (id: 0); y (id: 1); z:int (id: 2); }", "CODEC001@1:11 CODEC001@2:35")]
    [TestCase("include \"none.fbs\";\ntable T (theirs) { x:Theirs = Red; y:ubyte = 256; }", "CODEC006@1:9 CODEC020@2:46")]
    public void Errors_that_a_broken_declaration_may_cause_are_not_reported(string text, string places) =>
        Assert.That(SchemaText.Places(SchemaText.Compile(text)), Is.EqualTo(places));

    [Test]
    public void The_first_diagnostics_of_a_file_are_kept_and_the_others_are_counted()
    {
        SchemaResult result = SchemaText.Compile(string.Concat(Enumerable.Range(0, 150).Select(i => $"table T{i} {{ x:Nope; y:ubyte = 256; }}\n")));
        Assert.That(result.Diagnostics.Select(item => item.Span.Line), Is.EqualTo(Enumerable.Range(0, SchemaCompiler.MaxDiagnostics).Select(i => (i / 2) + 1)));
        Assert.That(result.DiagnosticCount, Is.EqualTo(300));
    }

    [Test]
    public void An_error_is_reported_even_after_more_warnings_than_the_limit()
    {
        string warnings = string.Concat(Enumerable.Range(0, 2000).Select(i => $"enum E{i}:byte (bit_flags) {{ a }}\n"));
        SchemaResult result = SchemaText.Compile(warnings + "table T { x:ubyte = 256; }");
        Assert.That(result.Model, Is.Null);
        Assert.That(result.Diagnostics, Has.Count.EqualTo(SchemaCompiler.MaxDiagnostics));
        Assert.That(result.Diagnostics[^1].Rule, Is.EqualTo(SchemaRule.ValueOutOfRange));
        Assert.That(result.DiagnosticCount, Is.EqualTo(SchemaCompiler.MaxFound + 1));
    }

    [Test]
    public void An_included_file_with_a_different_meaning_in_two_schemas_is_rejected()
    {
        SchemaResult result = SchemaText.Compile(
            [
                ("p.fbs", "namespace P; struct C { x:int; }"),
                ("q.fbs", "namespace Q; struct C { x:int; }"),
                ("x.fbs", "table X { c:C; }"),
                ("one.fbs", "include \"x.fbs\"; include \"p.fbs\"; table One { x:X; }"),
                ("two.fbs", "include \"x.fbs\"; include \"q.fbs\"; table Two { x:X; }"),
            ],
            ["one.fbs", "two.fbs"]);
        Assert.That(SchemaText.Messages(result), Does.StartWith("x.fbs(1,7): error CODEC010: 'X' refers to different types"));
    }

    [Test]
    public void An_included_file_whose_root_type_differs_between_two_schemas_is_rejected()
    {
        SchemaResult result = SchemaText.Compile(
            [
                ("t.fbs", "table T { x:int; }"),
                ("x.fbs", "namespace N; table T { x:int; } root_type T;"),
                ("one.fbs", "include \"t.fbs\"; include \"x.fbs\"; table One { x:int; }"),
                ("two.fbs", "include \"x.fbs\"; table Two { x:int; }"),
            ],
            ["one.fbs", "two.fbs"]);
        Assert.That(
            SchemaText.Messages(result),
            Is.EqualTo("x.fbs(1,43): error CODEC010: The root type refers to different tables in the schemas that include this file: 'T' and 'N.T'."));
    }

    [Test]
    public void An_included_file_that_includes_different_files_in_two_schemas_is_rejected()
    {
        SchemaResult result = CompileInFolders(
            ["one/game.fbs", "two/world.fbs"],
            ["shared"],
            ("shared/x.fbs", "include \"common.fbs\"; table X { x:int; }"),
            ("one/common.fbs", "table A { x:int; }"),
            ("one/game.fbs", "include \"x.fbs\"; table Game { a:A; }"),
            ("two/common.fbs", "table B { x:int; }"),
            ("two/world.fbs", "include \"x.fbs\"; table World { b:B; }"));
        Assert.That(
            SchemaText.Messages(result),
            Is.EqualTo("shared/x.fbs(1,9): error CODEC010: 'common.fbs' refers to different files in the schemas that include this file: 'one/common.fbs' and 'two/common.fbs'."));
    }

    [Test]
    public void A_copy_whose_includes_differ_in_its_folder_is_rejected()
    {
        SchemaResult result = CompileCopies("struct P { x:long; }");
        Assert.That(
            SchemaText.Messages(result),
            Does.StartWith("one/common.fbs(1,9): error CODEC010: 'types.fbs' refers to different files in the schemas that include this file: 'one/types.fbs' and 'two/types.fbs'."));
    }

    [Test]
    public void A_copy_whose_includes_are_copies_counts_once()
    {
        SchemaResult result = CompileCopies("struct P { x:int; }");
        Assert.That(SchemaText.Messages(result), Is.Empty);
        Assert.That(
            result.Model!.Files.Select(file => file.Path),
            Is.EqualTo((string[])["one/types.fbs", "one/common.fbs", "one/game.fbs", "two/world.fbs"]));
    }

    [TestCase("struct S { a:byte; b:int (force_align: 16); }", "CODEC082@1:27")]
    [TestCase("table T (force_align: 8) { x:int; }", "CODEC082@1:10")]
    [TestCase("table T { x:string (force_align: 8); }", "CODEC082@1:21")]
    [TestCase("table T { x:[uint] (force_align: 2); }", "CODEC082@1:21")]
    [TestCase("table T { x:[ubyte] (force_align: 1); }", "CODEC082@1:22")]
    [TestCase("table T { x:[ubyte] (force_align: 0); }", "CODEC082@1:22")]
    [TestCase("table T { x:[ulong] (force_align: 4); }", "CODEC082@1:22")]
    [TestCase("table T { x:[ubyte] (force_align: 4); y:[ulong] (force_align: 8); }", "")]
    [TestCase("struct S (force_align: 4) { x:uint; }", "")]
    public void An_alignment_that_has_no_effect_is_a_warning(string text, string places)
    {
        SchemaResult result = SchemaText.Compile(text);
        Assert.That(SchemaText.Places(result), Is.EqualTo(places));
        Assert.That(result.Model, Is.Not.Null);
    }

    [TestCase("game.fbs", "shared.fbs")]
    [TestCase("shared.fbs", "game.fbs")]
    [TestCase("game.fbs", "other.fbs")]
    public void A_file_that_is_found_under_names_with_another_case_counts_once(params string[] roots)
    {
        // As on a file system that ignores case.
        Dictionary<string, string> files = new(StringComparer.OrdinalIgnoreCase)
        {
            ["game.fbs"] = "include \"Shared.fbs\"; table Game { s:Shared; }",
            ["other.fbs"] = "include \"SHARED.fbs\"; include \"shared.fbs\"; table Other { s:Shared; }",
            ["shared.fbs"] = "table Shared { x:int; }",
        };
        SchemaSource? Find(string path) => files.TryGetValue(path, out string? text) ? new SchemaSource(path, text) : null;
        SchemaResult result = SchemaCompiler.Compile(roots.Select(root => Find(root)!), Find);
        Assert.That(SchemaText.Messages(result), Is.Empty);
        Assert.That(result.Model!.Tables.Count(table => table.Name == "Shared"), Is.EqualTo(1));
    }

    [Test]
    public void The_documentation_explains_exactly_the_rules()
    {
        string page = Repository.Read("docs/schema.md");
        Assert.That(Heading().Matches(page).Select(heading => heading.Groups[1].Value), Is.EqualTo(SchemaRule.All.Select(rule => rule.Id)));
        foreach (SchemaRule rule in SchemaRule.All)
        {
            Assert.That(page, Does.Contain($"\n### {rule.Id}\n{rule.Title} ({(rule.Severity == SchemaSeverity.Error ? "error" : "warning")})."));
        }
    }

    private static SchemaResult CompileInFolders(string[] roots, string[] includeFolders, params (string Path, string Text)[] files)
    {
        Dictionary<string, SchemaSource> sources = files.ToDictionary(file => file.Path, file => new SchemaSource(file.Path, file.Text));
        return SchemaCompiler.Compile(roots.Select(root => sources[root]), path => sources.GetValueOrDefault(path), includeFolders);
    }

    // Two schemas, each of which includes its own copy of common.fbs. The copies include the types.fbs of their folders.
    private static SchemaResult CompileCopies(string typesOfTwo) => CompileInFolders(
        ["one/game.fbs", "two/world.fbs"],
        [],
        ("one/common.fbs", "include \"types.fbs\"; table C { p:P; }"),
        ("one/types.fbs", "struct P { x:int; }"),
        ("one/game.fbs", "include \"common.fbs\"; table Game { p:P; }"),
        ("two/common.fbs", "include \"types.fbs\"; table C { p:P; }"),
        ("two/types.fbs", typesOfTwo),
        ("two/world.fbs", "include \"common.fbs\"; table World { p:P; }"));

    [GeneratedRegex("^### (CODEC.*)$", RegexOptions.Multiline)]
    private static partial Regex Heading();
}
