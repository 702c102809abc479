namespace Codec.Tests.Schema.Evolution;

/// <summary>Tests the constants in C#: there is one for each root file, and its name is a valid identifier.</summary>
internal sealed class ProtocolHashEmitterTests
{
    [Test]
    public void The_file_has_one_documented_constant()
    {
        SchemaModel model = SchemaText.Model(("dir/my-game.fbs", "table T { x:int; }"));
        GeneratedFile file = Files(model).Single();
        Assert.That(file.Name, Is.EqualTo("Codec.Schemas.ProtocolHash.MyGame.g.cs"));
        Assert.That(CSharpEmitter.SchemaOf(file.Text), Is.EqualTo("my-game.fbs"));
        Assert.That(file.Text, Does.Contain($$"""
            namespace Codec.Schemas
            {
                /// <summary>Hashes of the protocols of schemas. Peers with equal hashes are compatible.</summary>
                internal static partial class ProtocolHash
                {
                    /// <summary>The protocol of my-game.fbs: ids, layouts, limits and directions, without names.</summary>
                    public const ulong MyGame = 0x{{ProtocolHash.Of(model, "dir/my-game.fbs"):X16}}UL;
                }
            }
            """));
    }

    [Test]
    public void Included_files_external_files_and_files_without_types_have_no_constant()
    {
        (string, string)[] files = [("a.fbs", "include \"b.fbs\"; table A { b:B; }"), ("b.fbs", "table B { x:int; }"), ("c.fbs", "attribute \"c\";"), ("d.fbs", "table D { x:int; }")];
        SchemaModel model = SchemaText.Compile(files, ["a.fbs", "c.fbs", "d.fbs"]).Model!;
        Assert.That(Names(model), Is.EqualTo("A D"));
        CSharpOptions options = CSharpOptions.Default with { ExternalFiles = new EquatableArray<string>(["d.fbs"]) };
        Assert.That(CSharpEmitter.Emit(model, options).Count(file => file.Name.StartsWith("Codec.Schemas.", System.StringComparison.Ordinal)), Is.EqualTo(1));
    }

    [Test]
    public void Every_file_name_becomes_a_constant_that_compiles()
    {
        string[] names = ["equals", "get_hash_code", "getType", "protocol_hash", "class", "3d", "größe", "日本", "a b", "x<y>&z", "event", "ToString"];
        SchemaModel model = SchemaText.Model([.. names.Select((name, i) => ($"{name}.fbs", $"table T{i} {{ x:int; }}"))]);
        Assembly assembly = InMemoryCompilation.Load("Hashes", CSharpEmitter.Emit(model).Select(file => file.Text));
        FieldInfo[] fields = assembly.GetType("Codec.Schemas.ProtocolHash")!.GetFields(BindingFlags.Static | BindingFlags.Public);
        Assert.That(fields, Has.Length.EqualTo(names.Length));
        Assert.That(fields.Select(field => field.GetRawConstantValue()), Is.All.EqualTo(ProtocolHash.Of(model, "3d.fbs")), "the layouts are equal");
    }

    [Test]
    public void Two_files_with_the_same_constant_name_have_no_constant_and_cause_a_warning()
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(("1/a-b.fbs", "table A { x:int; }"), ("2/aB.fbs", "table B { x:int; }"), ("c.fbs", "table C { x:int; }")));
        Assert.That(
            SchemaText.Messages(result),
            Is.EqualTo("2/aB.fbs(1,1): warning CODEC084: The protocol hashes of '2/aB.fbs' and '1/a-b.fbs' are both 'ProtocolHash.AB', so neither is written; expected another file name."));
        Assert.That(Names(result.Model!), Is.EqualTo("C"));
    }

    [TestCase("namespace Codec;\ntable Schemas { x:int; }", "CODEC060@2:7")]
    [TestCase("namespace Codec.Schemas;\nstruct ProtocolHash { x:int; }", "CODEC060@2:8")]
    [TestCase("namespace Codec.Schemas;\ntable Hash { x:int; }", "CODEC060@2:7")]
    [TestCase("namespace ProtocolHash;\ntable A { x:int; }", "")]
    public void A_type_that_conflicts_with_the_ProtocolHash_class_or_its_namespace_is_rejected(string text, string places)
    {
        SchemaResult result = CSharpEmitter.Check(SchemaText.Compile(text));
        Assert.That(SchemaText.Places(result), Is.EqualTo(places));
        if (result.Model is not null)
        {
            InMemoryCompilation.Load("Hashes", CSharpEmitter.Emit(result.Model).Select(file => file.Text));
        }
    }

    private static IEnumerable<GeneratedFile> Files(SchemaModel model) =>
        CSharpEmitter.Emit(model).Where(file => file.Name.StartsWith("Codec.Schemas.", System.StringComparison.Ordinal));

    private static string Names(SchemaModel model) => string.Join(' ', Files(model).Select(file => file.Name.Split('.')[3]));
}
