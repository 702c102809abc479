namespace Codec.Tests.Schema;

/// <summary>
/// Tests that for a schema that flatc accepts, the generated C# compiles without a warning, or a diagnostic has the location of the problem.
/// </summary>
public sealed partial class CSharpCheckTests
{
    [TestCase("table Item { x:int; }\ntable ItemView { x:int; }\ntable ItemLayout { x:int; }", "")]
    [TestCase("union Any { A }\ntable A { x:int; }\nstruct AnyValue { x:int; }\nenum AnyView:byte { x }", "")]
    [TestCase("enum AWriter:byte { x }\ntable A { x:int; }", "")]
    [TestCase("table A { x:int; }\nunion Enumerator { A }\ntable B { v:[Enumerator]; }", "")]
    [TestCase("namespace A.B;\nstruct S { x:int; }\nnamespace A;\ntable B { x:int; }", "CODEC060@4:7")]
    [TestCase("namespace A.BView;\nstruct S { x:int; }\nnamespace A;\ntable B { x:int; }", "")]
    [TestCase("table Codec { x:int; }", "CODEC060@1:7")]
    [TestCase("table Write { x:int; }", "")]
    [TestCase("struct ByteSize { x:int; }", "")]
    [TestCase("table A { x:int; }\nunion U { Text:string,\nTextUtf8:A }", "")]
    [TestCase("table A { x:int; }\nunion Write { Writer:A, r:A }", "")]
    [TestCase("union U { A }\ntable A { x:int; }\ntable Open {\n writer:U; }", "")]
    [TestCase("enum E:int { value__ = 0 }", "CODEC061@1:14")]
    [TestCase("table A {\n far:[ubyte] (vector64);\n away:string (offset64); }", "CODEC062@2:2 CODEC062@3:2")]
    [TestCase("table Move {\n move:int; }", "CODEC083@2:2")]
    [TestCase("table A {\n two_words:int;\n twoWords:int; }", "CODEC083@3:2")]
    [TestCase("table A {\n name:string;\n has_name:int; }", "")]
    [TestCase("table A {\n get_type:int; }\nstruct S {\n equals:int; }", "CODEC083@2:2 CODEC083@4:2")]
    [TestCase("struct S {\n a:[int:2];\n get_a:int; }", "")]
    [TestCase("table class { namespace:int; event:string; record:class; }\nenum record:int { int, void }\nstruct required { string:int; }\nunion scoped { class }", "")]
    [TestCase("table var { file:int; }\nstruct dynamic { nint:double; }\nenum await:int { async }\nnamespace where;\ntable when { yield:var; field:[dynamic]; writer:int; slot:int; shared:int; }", "")]
    [TestCase("namespace N;\ntable item { x:int; }\ntable Item { y:int; }", "")]
    [TestCase("table T {\n of:int; }\ntable U { t:T; }", "")]
    [TestCase("struct S { x:[int:2];\n x_elements:bool; }", "")]
    [TestCase("struct S { _:bool;\n __:bool;\n ___:bool; }", "CODEC083@2:2 CODEC083@3:2")]
    [TestCase("table T { writer:int;\n writer_:int; slot:string;\n slot_:int; shared:int;\n shared_:int; }", "CODEC083@2:2 CODEC083@3:2 CODEC083@4:2")]
    [TestCase("table nint { a:int; }\ntable U { t:nint; }", "")]
    [TestCase("table T { s:string; i:[int]; v:[T]; }\nnamespace A;\nenum nint:byte { x }", "")]
    [TestCase("table T { at:int; get:int; verify:int; packet_id:int; is_present:int; view:int; writer:int; to_object:string; layout:[T]; read:T; try_write:bool; }", "")]
    [TestCase("table View { view:View; }\ntable VectorView { v:[View]; }\nunion Kind { View }\ntable Handler { k:Kind; ks:[Kind]; }", "CODEC083@1:14")]
    [TestCase("namespace System;\ntable String { x:int; }", "CODEC060@2:7")]
    [TestCase("namespace Codec.Payloads;\ntable PayloadWriter { x:int; }", "CODEC060@2:7")]
    [TestCase("namespace Sys;\ntable Wire { x:int; }\nnamespace Wire;\ntable Sys { x:Sys.Wire; }", "")]
    [TestCase("attribute \"csharp_name\";\nunion U (csharp_name: \"Either\") { T }\ntable T (csharp_name: \"Thing\") { to_string:int (csharp_name: \"Text\"); u:U; }\nenum E:byte { a (csharp_name: \"First\"), b }\nstruct S (csharp_name: \"Pair\") { x:E = a; }", "")]
    [TestCase("attribute \"csharp_name\";\ntable T (csharp_name: \"a b\") {\n x:int (csharp_name); }", "CODEC033@2:10 CODEC033@3:9")]
    [TestCase("attribute \"csharp_name\";\ntable A { x:int; }\ntable B (csharp_name: \"A\") { x:int; }\nenum E:byte { a, b (csharp_name: \"a\") }", "CODEC060@3:7 CODEC061@4:18")]
    [TestCase("attribute \"packet_id\";\nstruct Wire (packet_id: 1) { x:int; }\nstruct Sys (packet_id: 2) { x:int; }\nstruct Framing (packet_id: 3) { x:int; }", "")]
    [TestCase("attribute \"packet_id\";\nnamespace N;\nstruct TState (packet_id: 1) { x:int; }\ntable A { s:TState; }", "")]
    [TestCase("attribute \"csharp_name\";\ntable A { x:int; }\ntable B { a:A (csharp_name: \"r\"); b:[ubyte] (csharp_name: \"root\", nested_flatbuffer: \"A\"); X:int = null; c:int = null (csharp_name: \"x\"); }", "")]
    [TestCase("attribute \"csharp_name\";\ntable A {\n a:int (csharp_name: \"_table\"); }", "CODEC061@3:2")]
    [TestCase("attribute \"csharp_name\";\ntable A {\n a:int (csharp_name: \"y\");\n b:int (csharp_name: \"y\"); }\nstruct S {\n a:int; b:int (csharp_name: \"A\"); }", "CODEC061@4:2 CODEC061@6:9")]
    [TestCase("namespace Systems;\ntable String { x:int; }\nnamespace My.System.Numerics;\nstruct Vector3 { x:float; }\nnamespace Microsoft.Game;\ntable T { x:int; }", "")]
    [TestCase("namespace Microsoft.Win32;\ntable Registry { x:int; }\nnamespace System.IO;\nenum FileMode:byte { x }", "CODEC060@2:7 CODEC060@4:6")]
    [TestCase("table Microsoft { x:int; }", "CODEC060@1:7")]
    [TestCase("enum E:byte (private) { a }\ntable T {\n e:E;\n old:E (deprecated); }\ntable U (private) { e:[E]; t:T; }", "CODEC062@3:2")]
    [TestCase("struct S (private) { x:int; }\ntable A (private) { x:int; }\nunion U {\n S, A }\nstruct T {\n s:[S:2]; }\ntable B {\n a:[ubyte] (nested_flatbuffer: \"A\"); }", "CODEC062@4:2 CODEC062@4:5 CODEC062@6:2 CODEC062@8:2")]
    [TestCase("struct A { x:[ubyte:65535]; }\nstruct B { x:A; y:ubyte; }", "")]
    [TestCase("struct A { x:[ubyte:65535]; }\nstruct B { x:A; y:[ubyte:2]; }", "CODEC062@2:8")]
    [TestCase("struct A { x:[ubyte:65535]; }\nstruct B { x:[A:32767]; }", "CODEC062@2:8")]
    [TestCase("attribute \"packet_id\";\nattribute \"csharp_name\";\ntable Default { x:int; }\ntable A (packet_id: 1, csharp_name: \"DefaultAsync\") { x:int; }", "")]
    [TestCase("attribute \"packet_id\";\ntable Default (packet_id: 1) { x:int; }", "CODEC060@2:7")]
    [TestCase("attribute \"packet_id\";\nattribute \"csharp_name\";\nstruct S (packet_id: 1, csharp_name: \"Default\") { x:int; }", "CODEC060@3:8")]
    public void Schemas_that_CSharp_cannot_represent_are_reported_and_all_others_compile(string text, string places)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(text));
        Assert.That(SchemaText.Places(result), Is.EqualTo(places));
        Assert.That(result.Model is null, Is.EqualTo(places.Contains("CODEC06", StringComparison.Ordinal) || places.Contains("CODEC03", StringComparison.Ordinal)));
        if (result.Model is not null)
        {
            Assert.That(Warnings(result), Is.Empty);
        }
    }

    [Test]
    public void The_longest_names_compile_and_longer_ones_are_reported()
    {
        const int Longest = 900;
        CSharpOptions options = new() { Equality = true };
        SchemaResult longest = CSharpEmitter.Check(SchemaText.Compile(Schema(Longest, Longest)), options);
        InMemoryCompilation.Load("Longest", CSharpEmitter.Emit(longest.Model!, options).Select(file => file.Text));
        Assert.That(
            SchemaText.Places(CSharpEmitter.Check(SchemaText.Compile(Schema(Longest + 1, Longest)), options)),
            Is.EqualTo("CODEC062@2:6 CODEC062@3:8 CODEC062@4:7 CODEC062@5:7 CODEC062@6:7"));
        Assert.That(
            SchemaText.Places(CSharpEmitter.Check(SchemaText.Compile(Schema(Longest, Longest + 1)), options)),
            Is.EqualTo("CODEC062@2:465 CODEC062@3:476 CODEC062@5:460 CODEC062@6:493"));

        // The namespace has 449 characters.
        static string Schema(int type, int member)
        {
            (string scope, string name, string field) = (new('n', 449), new('T', type - 451), new('F', member - 1));
            return $$"""
                attribute "packet_id"; attribute "csharp_name"; namespace {{scope}};
                enum {{name}}E:ubyte { {{field}}a }
                struct {{name}}S (packet_id: 2) { {{field}}a:[bool:3]; b:bool; c:int (key); }
                table {{name}}T (packet_id: 3) { key:int (key); }
                union {{name}}U { {{field}}a:{{name}}T, Text:string }
                table A (packet_id: 1, csharp_name: "{{name}}A") { {{field}}a:string; b:[{{name}}T]; c:{{name}}U; d:[{{name}}U]; e:{{name}}S; f:[{{name}}E]; g:[ubyte] (nested_flatbuffer: "A"); }
                """;
        }
    }

    [TestCase("table Login { x:int; }", "", true)]
    [TestCase("table Login { x:int; } root_type Login;", "", true)]
    [TestCase("table Login { x:int; } root_type Login; file_identifier \"OLDL\";", "", true)]
    [TestCase("table Login { x:int; } root_type Login; file_identifier \"LOGN\";", "", false)]
    [TestCase("table Login { x:int; }", "login.fbs main.fbs", false)]
    [TestCase("table Login { x:int; }", "none.fbs", false)]
    public void An_identifier_for_a_table_of_another_run_is_reported_if_that_run_does_not_see_it(string login, string external, bool isReported)
    {
        SchemaResult compiled = SchemaText.Compile(
            ("login.fbs", login), ("main.fbs", "include \"login.fbs\";\ntable Main { x:int; }\nroot_type Login; file_identifier \"LOGN\";"));
        string[] files = external.Length == 0 ? ["login.fbs"] : external.Split(' ');
        SchemaResult result = CSharpEmitter.Check(compiled, new CSharpOptions { ExternalFiles = new EquatableArray<string>(files) });
        Assert.That(SchemaText.Messages(result), Is.EqualTo(isReported
            ? "main.fbs(3,11): warning CODEC086: The C# of 'Login' is generated from 'login.fbs', without the file identifier 'LOGN'; expected this root_type and file_identifier in that file."
            : ""));
        Assert.That(result.Model, Is.Not.Null);
        Assert.That(SchemaText.Messages(CSharpEmitter.Check(compiled)), Is.Empty);
    }

    [Test]
    public void Special_characters_do_not_end_a_documentation_comment()
    {
        foreach (char c in "\u0001\u000B\u000C\u001F\u0085\u2028\u2029\uD83D\uDE00\uFFFE\uFFFF")
        {
            string comment = $"/// <a> & {c}int injected;\n";
            string text = $"{comment}table T {{\n{comment} t:int; }}\n{comment}union U {{\n{comment} T }}\n{comment}struct S {{\n{comment} s:int; }}\n{comment}enum E:byte {{\n{comment} e }}";
            SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(text));
            Assert.That(Warnings(result), Is.Empty, $"U+{(int)c:X4}");
        }
    }

    [Test]
    public void Names_that_generated_code_uses_are_valid_names_for_fields_and_types()
    {
        const string Sample = """
            union ZedU { ZedA, ZedP, ZedText:string }
            struct ZedP { zed_x:int; zed_a:[int:2]; zed_b:bool; }
            table ZedA { zed_i:int; zed_b:bool = true; zed_o:int = null; zed_s:string (key); zed_d:string = "x"; zed_p:ZedP; zed_t:ZedA; zed_u:ZedU; }
            table ZedB { zed_i:[int]; zed_b:[bool]; zed_s:[string]; zed_p:[ZedP]; zed_t:[ZedA]; zed_u:[ZedU]; }
            table ZedC { zed_i:int; zed_s:string; zed_v:[int]; }
            table ZedD { zed_c:[ZedC]; }

            """;
        string[] words =
        [
            .. CSharpEmitter.Emit(SchemaText.Model(("a.fbs", Sample)))
                .SelectMany(file => CSharpSyntaxTree.ParseText(file.Text).GetRoot().DescendantTokens())
                .Select(token => token.Text)
                .Where(word => SyntaxFacts.IsValidIdentifier(word) && !word.Contains("zed", StringComparison.OrdinalIgnoreCase))
                .Distinct().Order(StringComparer.Ordinal),
        ];
        string[] kinds = ["int = null", "string", "[ZedA]"];

        // Split into groups, because the time to compile a method grows faster than the number of its locals.
        string[] groups = [.. words.Chunk(40).SelectMany(group => kinds.Select(kind => string.Concat(group.Select(word => $" {word}:{kind};"))))];
        string tables = string.Concat(groups.Select((group, i) => $"table Zed{i} {{{group} }}\n"));
        string structs = string.Concat(((string[])["bool", "[int:2]"]).Select((kind, i) => $"struct ZedS{i} {{{string.Concat(words.Select(word => $" {word}:{kind};"))} }}\n"));
        string leading = $"table ZedEnd {{{string.Concat(groups.Select((_, i) => $" zed{i}:Zed{i};"))} }}\n";
        SchemaResult fields = CSharpEmitter.Check(SchemaText.Compile(Sample + tables + structs + leading));
        Assert.That(fields.Model, Is.Not.Null, () => SchemaText.Messages(fields));

        string[] types = [.. words.Where(word => CSharpEmitter.Check(SchemaText.Compile($"struct {word} {{ x:int; }}")).Model is not null)];
        SchemaResult together = CSharpEmitter.Check(SchemaText.Compile(Sample + string.Concat(types.Select(word => $"struct {word} {{ zed:int; }}\n"))));
        Assert.That(together.Model, Is.Not.Null, () => SchemaText.Messages(together));
        Assert.That(types, Has.Length.GreaterThan(100));
        Assert.That(Warnings(fields).Take(3), Is.Empty);
        Assert.That(Warnings(together).Take(3), Is.Empty);
    }

    [Test]
    public void A_global_alias_of_the_project_does_not_collide_with_the_aliases_of_generated_files()
    {
        SchemaModel model = SchemaText.Model(("a.fbs", "attribute \"packet_id\";\nnamespace N;\ntable A (packet_id: 1) { x:int; }"));
        string[] aliases = ["Sys", "Jit", "Interop", "Edit", "Packets", "Framing", "Payloads", "Dispatch", "Wire", "Json"];
        string own = string.Concat(aliases.Select(alias => $"global using {alias} = System.IO;\n"));
        Assert.That(InMemoryCompilation.Diagnose(CSharpEmitter.Emit(model).Select(file => file.Text).Append(own), LanguageVersion.CSharp10), Is.Empty);
    }

    [TestCase("namespace Game.Json;\ntable A { x:int; }\nnamespace Game;\ntable B { a:Game.Json.A; }")]
    [TestCase("namespace Game;\n/// See Json_::A.\ntable A {\n  /// See Json_::A.\n  x:string = \"Json_::A\"; }")]
    public void Only_the_aliases_that_the_code_uses_are_declared(string text)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(text));
        Assert.That(CSharpEmitter.Emit(result.Model!).Select(file => file.Text), Has.None.Contains("using Json_ ="));
        Assert.That(Warnings(result), Is.Empty);
    }

    [Test]
    public void A_message_is_one_line_whatever_an_attribute_contains() =>
        Assert.That(
            SchemaText.Messages(CSharpEmitter.Check(SchemaText.Compile("attribute \"csharp_name\";\ntable A (csharp_name: \"a\\u001b[31m\\n\") { x:int; }"))),
            Does.Contain("'a\uFFFD[31m\uFFFD'").And.Not.Contain("\n"));

    [TestCase("table Move { move:int; }", "'move' of 'Move' is called 'Move_' in C#, because the type itself has the name 'Move'.")]
    [TestCase("table A { two_words:int; twoWords:int; }", "'twoWords' of 'A' is called 'TwoWords_' in C#, because the field 'two_words' has the name 'TwoWords'.")]
    [TestCase("struct S { equals:int; }", "'equals' of 'S' is called 'Equals_' in C#, because a member of every C# object has the name 'Equals'.")]
    [TestCase("attribute \"csharp_name\"; table A { a:int (csharp_name: \"_table\"); }", "'a' of 'A' cannot be called '_table' in C#, because a private field of the generated code has this name; expected another csharp_name.")]
    [TestCase("enum E:byte (private) { a } table T { e:E; }", "'e' of 'T' has the private type 'E'; expected 'private' on 'T' too, or not on 'E'.")]
    public void A_message_contains_both_sides_of_a_collision(string text, string message) =>
        Assert.That(CSharpEmitter.Check(SchemaText.Compile(text)).Diagnostics.Select(diagnostic => diagnostic.Message), Is.EqualTo((string[])[message]));

    [Test]
    public void A_type_in_a_namespace_of_DotNet_is_rejected()
    {
        // Only the implementation of .NET has types in the namespace Internal; projects refer to other assemblies.
        string folder = Path.GetDirectoryName(typeof(object).Assembly.Location)!;
        CSharpCompilation framework = CSharpCompilation.Create("framework", references: AssemblyReferences.In(folder));
        string[] scopes = [.. Scopes(framework.GlobalNamespace).Where(scope => scope.Split('.')[0] != "Internal")];
        IEnumerable<string> others = scopes.Where(scope => SchemaText.Places(CSharpEmitter.Check(SchemaText.Compile($"namespace {scope};\ntable T {{ x:int; }}"))) != "CODEC060@2:7");
        Assert.That(others, Is.Empty);
        Assert.That(scopes, Has.Length.GreaterThan(100).And.Member("System.Numerics").And.Member("Microsoft.Win32"));
    }

    [Test]
    public void A_private_definition_has_no_public_CSharp_type()
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile("""
            include "packets.fbs";
            namespace N;
            enum E:byte (private) { a }
            struct Open { x:int; }
            struct S (private, packet_id: 1) { x:int (key); e:E; flag:bool; array:[E:2]; open:Open; }
            union U (private) { T, S, Text:string }
            table T (private, packet_id: 2, csharp_equality) { name:string (key); s:S; e:E; table:T; tables:[T]; structs:[S]; enums:[E]; u:U; us:[U]; bytes:[ubyte] (nested_flatbuffer: "T"); }
            """));
        IEnumerable<string> files = CSharpEmitter.Emit(result.Model!).Select(file => file.Text);
        Assert.That(InMemoryCompilation.Diagnose(files), Is.Empty);
        INamespaceSymbol scope = InMemoryCompilation.Create("private", files, LanguageVersion.CSharp9).Assembly.GlobalNamespace.GetNamespaceMembers().Single(scope => scope.Name == "N");
        Assert.That(scope.GetTypeMembers().Where(type => type.DeclaredAccessibility == Accessibility.Public).Select(type => type.Name), Is.EqualTo((string[])["Open"]));
        Assert.That(scope.GetTypeMembers(), Has.Length.EqualTo(7), "with the two classes that register handlers");
    }

    [Test]
    public void Every_schema_of_the_corpus_compiles_or_is_rejected_with_a_diagnostic()
    {
        List<string> refused = [];
        List<string> together = [];
        HashSet<string> different = new(StringComparer.Ordinal);
        int compiled = 0;
        foreach (string name in RandomCases.Some(SchemaCorpus.Accepted))
        {
            // Schemas that can be placed in separate namespaces are compiled together, in one run of the C# compiler.
            string text = SchemaCorpus.TextOf(name).TrimStart('\uFEFF');
            bool isAlone = text.Contains("namespace", StringComparison.Ordinal) || text.Contains("include", StringComparison.Ordinal);
            SchemaResult result = CSharpEmitter.Check(isAlone ? SchemaCorpus.Compile(name) : SchemaText.Compile(($"{Scope(name)}.fbs", $"namespace {Scope(name)};\n{text}")));
            if (result.Model is null)
            {
                // The library has no fields beyond 2 GB.
                Assert.That(SchemaText.Messages(result), Does.Contain("CODEC062"), name);
                refused.Add(name);
                continue;
            }

            // Many schemas have the same types, and differ only in syntax.
            compiled++;
            EquatableArray<GeneratedFile> files = CSharpEmitter.Emit(result.Model);
            IEnumerable<string> types = files.Where(file => !file.Name.Contains("ProtocolHash", StringComparison.Ordinal)).Select(file => file.Text);
            if (!different.Add(string.Concat(types).Replace(Scope(name), "", StringComparison.Ordinal)))
            {
                continue;
            }

            if (isAlone)
            {
                Assert.That(InMemoryCompilation.Diagnose(files.Select(file => file.Text)), Is.Empty, name);
            }
            else
            {
                together.AddRange(files.Select(file => file.Text));
            }
        }

        TestContext.Out.WriteLine($"{compiled} compile, to {different.Count} different texts, {refused.Count} are refused: {string.Join(' ', refused)}");
        string[] warnings = [.. InMemoryCompilation.Diagnose(together).Select(warning => $"{warning}\n{warning.Location.SourceTree}").Take(3)];
        Assert.That(warnings, Is.Empty);
        Assert.That(compiled, Is.GreaterThan(RandomCases.Count(100)));
    }

    [GeneratedRegex(@"\W")]
    private static partial Regex NotInNames();

    private static string Scope(string name) => "From_" + NotInNames().Replace(name, "_");

    private static IEnumerable<string> Scopes(INamespaceSymbol scope) =>
        scope.GetNamespaceMembers().SelectMany(Scopes)
            .Concat(scope.GetTypeMembers().Any(type => type.DeclaredAccessibility == Accessibility.Public) ? [scope.ToDisplayString()] : []);

    private static IReadOnlyList<Diagnostic> Warnings(SchemaResult result) =>
        InMemoryCompilation.Diagnose(CSharpEmitter.Emit(result.Model!).Select(file => file.Text), LanguageVersion.CSharp9);
}
