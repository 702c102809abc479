namespace Codec.Tests.Schema;

/// <summary>Compares the schema compiler with flatc 25.12.19 on every schema of the corpus.</summary>
public sealed class SchemaCorpusTests
{
    [Test]
    public void Accepts_what_flatc_accepts() => Assert.Multiple(() =>
    {
        Assert.That(SchemaCorpus.Names.Select(SchemaCorpus.TextOf), Has.None.Contains("//===="), "a file with sections starts with one");
        foreach (string name in SchemaCorpus.Accepted)
        {
            SchemaResult result = SchemaCorpus.Compile(name);
            Assert.That(result.Model, Is.Not.Null, () => $"{name}\n{SchemaText.Messages(result)}");
            Assert.That(SchemaCorpus.Compile(name), Is.EqualTo(result), "two compilations of one text are equal by value");
        }
    });

    [Test]
    public void Rejects_what_flatc_rejects() => Assert.Multiple(() =>
    {
        foreach (string name in SchemaCorpus.Rejected)
        {
            SchemaResult result = SchemaCorpus.Compile(name);
            Assert.That(result.Model, Is.Null, name);
            Assert.That(result.Diagnostics.Select(diagnostic => diagnostic.Rule.Severity), Has.Some.EqualTo(SchemaSeverity.Error), name);
        }
    });

    [Test]
    public void Models_equal_the_binary_schemas_of_flatc()
    {
        using JsonDocument document = JsonDocument.Parse(FlatcTool.Run("schema-corpus.mjs"));
        Dictionary<string, string[]?> flatc = document.RootElement.EnumerateObject().ToDictionary(
            schema => schema.Name,
            schema => schema.Value.ValueKind == JsonValueKind.Null ? null : schema.Value.EnumerateArray().Select(fact => fact.GetString()!).ToArray());
        Assert.That(flatc.Where(schema => schema.Value is null).Select(schema => schema.Key), Is.EquivalentTo(SchemaCorpus.Rejected), "what flatc rejects is marked");
        Assert.That(flatc.Keys, Is.EquivalentTo(SchemaCorpus.Names));
        foreach (string name in SchemaCorpus.Accepted)
        {
            Assert.That(SchemaFacts.Of(SchemaCorpus.Compile(name).Model!), Is.EqualTo(flatc[name]), () => $"{name}\n{SchemaCorpus.TextOf(name)}");
        }
    }
}
