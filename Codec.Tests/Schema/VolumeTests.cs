using System.Reflection.Metadata;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Codec.Tests.Schema;

/// <summary>
/// Tests that generated code is small: its lines and its bytes of IL, without ToString, equality and JSON, whose size FeatureTests checks.
/// </summary>
internal sealed class VolumeTests
{
    [Test]
    public void Many_fields_with_the_same_name_in_csharp_get_short_names()
    {
        // 10 letters, each in upper case or after an underscore.
        string[] equal = [.. Enumerable.Range(0, 1024).Select(i => "a" + string.Concat(Enumerable.Range(0, 10).Select(bit => (i >> bit & 1) == 0 ? "_b" : "B")))];
        string[] names = [.. PropertyNames(Emit(equal))];
        Assert.That(names[..5], Is.EqualTo((string[])["ABBBBBBBBBB", "ABBBBBBBBBB_", "ABBBBBBBBBB__", "ABBBBBBBBBB_3", "ABBBBBBBBBB_4"]));
        Assert.That(names, Has.Length.EqualTo(equal.Length).And.Unique);
        Assert.That(names[^1], Is.EqualTo("ABBBBBBBBBB_1023"));
        Assert.That(Emit(equal).Length, Is.LessThan(1.1 * Emit([.. Enumerable.Range(0, 1024).Select(i => FormattableString.Invariant($"abbbbbbbbb{i:0000}"))]).Length));

        static string Emit(string[] fields) =>
            CSharpEmitter.Emit(SchemaText.Model(("a.fbs", $"table T {{ {string.Concat(fields.Select(field => field + ":int; "))} }}"))).Single(file => file.Name == "T.g.cs").Text;

        static IEnumerable<string> PropertyNames(string code) => CSharpSyntaxTree.ParseText(code).GetRoot().DescendantNodes()
            .OfType<ClassDeclarationSyntax>().First(type => type.Identifier.Text == "T").Members.OfType<PropertyDeclarationSyntax>().Select(property => property.Identifier.Text);
    }

    [Test]
    public void Generated_code_for_the_game_schema_is_small()
    {
        SchemaFiles files = new();
        SchemaModel model = SchemaCompiler.Compile([files.Read(Repository.PathOf("schemas", "game.fbs"))], files.Find).Model!;
        GeneratedFile[] generated = [.. CSharpEmitter.Emit(model).Where(file => file.Name.StartsWith("Game.", StringComparison.Ordinal))];
        int lines = generated.Sum(file => Lines(Without(file.Text)));
        int bytes = BytesOfIL(generated).Values.Sum();
        TestContext.Out.WriteLine(FormattableString.Invariant($"{lines} lines, {bytes} bytes of IL"));
        Assert.That(lines, Is.AtMost(2050));
        Assert.That(bytes, Is.AtMost(30_000));
    }

    // Removes the partial declarations with ToString and other optional members.
    private static string Without(string text)
    {
        string[] lines = text.Split('\n');
        int start = Array.FindIndex(lines, line => line.Contains("Wire_::IGeneratedDescribed", StringComparison.Ordinal));
        if (start < 0)
        {
            return text;
        }

        int end = Array.IndexOf(lines, lines[start + 1].Replace('{', '}'), start);
        return string.Join('\n', [.. lines[..(start - 1)], .. lines[(end + 1)..]]);
    }

    private static int Lines(string text) => text.TrimEnd('\n').Count(c => c == '\n') + 1;

    private static Dictionary<string, int> BytesOfIL(IEnumerable<GeneratedFile> files)
    {
        CSharpCompilation compilation = InMemoryCompilation.Create("Volume", files.Select(file => Without(file.Text)), LanguageVersion.CSharp9);
        using MemoryStream image = new();
        Assert.That(compilation.WithOptions(compilation.Options.WithOptimizationLevel(OptimizationLevel.Release)).Emit(image).Success, Is.True);
        image.Position = 0;
        using PEReader reader = new(image);
        MetadataReader metadata = reader.GetMetadataReader();
        Dictionary<string, int> bytes = [];
        foreach (MethodDefinition method in metadata.MethodDefinitions.Select(metadata.GetMethodDefinition).Where(method => method.RelativeVirtualAddress != 0))
        {
            TypeDefinition type = metadata.GetTypeDefinition(method.GetDeclaringType());
            while (!type.GetDeclaringType().IsNil)
            {
                type = metadata.GetTypeDefinition(type.GetDeclaringType());
            }

            string name = metadata.GetString(type.Namespace) + "." + metadata.GetString(type.Name);
            bytes[name] = bytes.GetValueOrDefault(name) + reader.GetMethodBody(method.RelativeVirtualAddress).GetILReader().Length;
        }

        return bytes;
    }
}
