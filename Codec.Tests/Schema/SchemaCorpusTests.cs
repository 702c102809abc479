using System.Collections.Generic;
using System.Linq;
using Codec.Schema;
using Codec.Schema.Diagnostics;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Schema;

/// <summary>Compares the schema compiler with flatc 25.12.19 on every schema of the corpus.</summary>
public sealed class SchemaCorpusTests
{
    [Test]
    public void Corpus_and_expectations_are_complete()
    {
        Assert.That(SchemaCorpus.Expected.Keys, Is.EquivalentTo(SchemaCorpus.Names));
        Assert.That(SchemaCorpus.Names.Count(), Is.GreaterThanOrEqualTo(150));
        Assert.That(SchemaCorpus.Expected.Values.Count(facts => facts is null), Is.GreaterThanOrEqualTo(75));
        Assert.That(SchemaCorpus.Names.Select(SchemaCorpus.TextOf), Has.None.Contains("//===="), "a file with sections starts with one");
    }

    [TestCaseSource(typeof(SchemaCorpus), nameof(SchemaCorpus.Names))]
    public void Agrees_with_flatc(string name)
    {
        SchemaResult result = SchemaCorpus.Compile(name);
        string messages = string.Join('\n', result.Diagnostics);
        IReadOnlyList<string>? facts = SchemaCorpus.Expected[name];
        Assert.That(result.Model, facts is null ? Is.Null : Is.Not.Null, () => $"{SchemaCorpus.TextOf(name)}\n{messages}");
        if (result.Model is null)
        {
            Assert.That(result.Diagnostics.Select(diagnostic => diagnostic.Rule.Severity), Has.Some.EqualTo(SchemaSeverity.Error));
            return;
        }

        Assert.That(SchemaFacts.Of(result.Model), Is.EqualTo(facts), () => SchemaCorpus.TextOf(name));
        Assert.That(SchemaCorpus.Compile(name), Is.EqualTo(result), "two compilations of one text are equal by value");
    }

    [Test]
    public void Expectations_equal_the_results_of_flatc() =>
        Assert.That(FlatcTool.Run("schema-corpus.mjs", "--check"), Does.Contain("accepted"));
}
