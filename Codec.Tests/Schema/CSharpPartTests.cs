using System.Linq;
using Codec.Schema;
using Codec.Schema.CSharp;
using Codec.Schema.Model;
using NUnit.Framework;

namespace Codec.Tests.Schema;

/// <summary>Tests the parts of generated C#: their names, files with different parts, and the generated code.</summary>
public sealed class CSharpPartTests
{
    [TestCase("types", CSharpParts.Types)]
    [TestCase(" VIEWS ; types,", CSharpParts.Types | CSharpParts.Views)]
    [TestCase("verify,views,writers,types", CSharpParts.Default)]
    [TestCase("views,views", CSharpParts.Views)]
    public void A_list_of_parts_is_read(string text, CSharpParts expected)
    {
        Assert.That(CSharpPartNames.Parse(text, out CSharpParts parts), Is.Null);
        Assert.That(parts, Is.EqualTo(expected));
        Assert.That(CSharpPartNames.Parse(CSharpPartNames.ToText(parts), out parts), Is.Null);
        Assert.That(parts, Is.EqualTo(expected));
    }

    [Test]
    public void A_file_has_its_own_parts_or_the_default_parts()
    {
        CSharpOptions options = new() { Parts = CSharpParts.Views, FileParts = new EquatableArray<CSharpFileParts>([new("a.fbs", CSharpParts.Types)]) };
        Assert.That(options.PartsOf("a.fbs"), Is.EqualTo(CSharpParts.Types));
        Assert.That(options.PartsOf("b.fbs"), Is.EqualTo(CSharpParts.Views));
        Assert.That(CSharpOptions.Default.PartsOf("a.fbs"), Is.EqualTo(CSharpParts.Default));
        Assert.That(options, Is.EqualTo(options with { FileParts = new EquatableArray<CSharpFileParts>([new("a.fbs", CSharpParts.Types)]) }));
    }

    [TestCase("table A { b:B; }", true)]
    [TestCase("table A { b:[B]; }", true)]
    [TestCase("table A { u:U; }", true)]
    [TestCase("union V { B }", true)]
    [TestCase("table A { b:[ubyte] (nested_flatbuffer: \"B\"); }", true)]
    [TestCase("table A { b:B (deprecated); e:E; s:S; f:[E]; }", false)]
    public void A_reference_to_a_type_with_fewer_parts_is_rejected(string text, bool isRefused)
    {
        SchemaResult result = SchemaText.Compile(
            ("a.fbs", "include \"b.fbs\"; " + text), ("b.fbs", "enum E:int { X } struct S { x:int; } table B { x:int; } union U { B }"));
        CSharpFileParts own = new("b.fbs", CSharpParts.Types | CSharpParts.Views);
        CSharpOptions options = new() { FileParts = new EquatableArray<CSharpFileParts>([own]) };
        Assert.That(CSharpPartCheck.Check(result, options).Diagnostics.Select(diagnostic => diagnostic.Rule.Id), Is.EqualTo(isRefused ? (string[])["CODEC067"] : []));
        Assert.That(CSharpPartCheck.Check(result, options with { ExternalFiles = new EquatableArray<string>(["b.fbs"]) }).Diagnostics, Is.Empty, "what another assembly has is not known");
        Assert.That(CSharpPartCheck.Check(result, new CSharpOptions { FileParts = new EquatableArray<CSharpFileParts>([own with { Path = "a.fbs" }]) }).Diagnostics, Is.Empty, "more parts are no harm");
    }

    [Test]
    public void Each_file_is_generated_with_the_parts_from_the_options()
    {
        SchemaModel model = SchemaText.Model(("a.fbs", "table A { x:int; }"), ("b.fbs", "table B { x:int; }"));
        CSharpOptions options = new() { Parts = CSharpParts.Types | CSharpParts.Writers, FileParts = new EquatableArray<CSharpFileParts>([new("b.fbs", CSharpParts.Views)]) };
        string[] texts = [.. CSharpEmitter.Emit(model, options).Select(file => file.Text)];
        Assert.That(texts[0], Does.Contain("class A").And.Match(@"struct \w*Writer\b").And.Not.Match(@"struct \w*View\b"));
        Assert.That(texts[1], Does.Match(@"struct \w*View\b").And.Not.Match(@"struct \w*Writer\b"));
    }
}
