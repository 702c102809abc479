using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Codec.Schema.Diagnostics;
using Codec.Schema.Compare;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Schema.Evolution;

/// <summary>Compares the result for every pair of the corpus with that of <c>flatc --conform</c> 25.12.19.</summary>
[TestFixture]
internal sealed class EvolutionCorpusTests
{
    /// <summary>The rules that flatc also checks. flatc has no rules for packets, and accepts changes that affect only code or JSON.</summary>
    public static readonly IReadOnlyList<EvolutionRule> CoveredByFlatc =
    [
        EvolutionRule.FieldRemoved, EvolutionRule.FieldIdChanged, EvolutionRule.FieldIdReused, EvolutionRule.FieldInserted,
        EvolutionRule.FieldTypeChanged, EvolutionRule.FieldDefaultChanged, EvolutionRule.FieldOptionalChanged, EvolutionRule.TypeKindChanged,
        EvolutionRule.StructChanged, EvolutionRule.EnumValueChanged, EvolutionRule.EnumTypeChanged, EvolutionRule.EnumBitFlagsChanged,
        EvolutionRule.UnionMemberIdChanged, EvolutionRule.UnionTypeChanged,
    ];

    private static IReadOnlyList<EvolutionPair> Pairs => EvolutionCorpus.Pairs;

    [Test]
    public void The_corpus_is_complete()
    {
        Assert.That(Pairs, Has.Count.GreaterThanOrEqualTo(60));
        Assert.That(Pairs.Select(pair => pair.Name), Is.EquivalentTo(EvolutionCorpus.Recorded));
        Assert.That(
            Pairs.SelectMany(pair => pair.Breaks).Select(line => line.Split(' ')[0]).Distinct(),
            Is.EquivalentTo(EvolutionRule.All.Select(rule => rule.Name)),
            "every rule has a pair");
    }

    [TestCaseSource(nameof(Pairs))]
    public void Finds_the_expected_breaking_changes(EvolutionPair pair)
    {
        IReadOnlyList<BreakingChange> found = SchemaComparer.Compare(pair.Old, pair.New);
        Assert.That(found.Select(Line).Order(), Is.EqualTo(pair.Breaks), () => string.Join('\n', found));
        foreach (BreakingChange change in found)
        {
            Assert.That(change.Span.Path, Is.EqualTo(change.IsInOld ? EvolutionCorpus.OldPath : EvolutionCorpus.NewPath));
            Assert.That(change.Reason, Does.Match(@"(was|were|had|held|has|new|could).*\.$"));
        }
    }

    [TestCaseSource(nameof(Pairs))]
    public void A_schema_has_no_breaking_changes_compared_with_itself(EvolutionPair pair)
    {
        Assert.That(SchemaComparer.Compare(pair.Old, pair.Old), Is.Empty);
        Assert.That(SchemaComparer.Compare(pair.New, pair.New), Is.Empty);
    }

    [TestCaseSource(nameof(Pairs))]
    public void Agrees_with_flatc_on_the_rules_that_flatc_also_checks(EvolutionPair pair)
    {
        bool isCovered = SchemaComparer.Compare(pair.Old, pair.New)
            .Any(change => (change.Rule.Classes & BreakClasses.Wire) != 0 && CoveredByFlatc.Contains(change.Rule));
        bool isRefused = pair.FlatcReason is not null;
        if (isCovered == isRefused)
        {
            Assert.That(pair.FlatcNote, Is.Null, "flatc says the same");
            return;
        }

        Assert.That(pair.FlatcNote, Does.StartWith(isRefused ? "flatc refuses it: " : "flatc accepts it: "), pair.FlatcReason);
    }

    [Test]
    public void The_recorded_verdicts_are_those_of_flatc() =>
        Assert.That(FlatcTool.Run("evolution-corpus.mjs", "--check"), Does.Contain("rejected"));

    private static string Line(BreakingChange change)
    {
        SourceSpan span = change.Span;
        return FormattableString.Invariant($"{change.Rule.Name} {Path.GetFileNameWithoutExtension(span.Path)}({span.Line},{span.Column})");
    }
}
