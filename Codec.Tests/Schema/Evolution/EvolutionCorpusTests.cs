namespace Codec.Tests.Schema.Evolution;

/// <summary>Compares the result for every pair of the corpus with that of <c>flatc --conform</c> 25.12.19.</summary>
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
    public void Every_rule_has_a_pair() =>
        Assert.That(Pairs.SelectMany(pair => pair.Breaks).Select(line => line.Split(' ')[0]).Distinct(), Is.EquivalentTo(EvolutionRule.All.Select(rule => rule.Name)));

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

        Assert.That(SchemaComparer.Compare(pair.Old, pair.Old), Is.Empty);
        Assert.That(SchemaComparer.Compare(pair.New, pair.New), Is.Empty);
    }

    [Test]
    public void Agrees_with_flatc_on_the_rules_that_flatc_also_checks()
    {
        using JsonDocument document = JsonDocument.Parse(FlatcTool.Run("evolution-corpus.mjs"));
        Assert.That(document.RootElement.EnumerateObject().Select(pair => pair.Name), Is.EquivalentTo(Pairs.Select(pair => pair.Name)));
        foreach (EvolutionPair pair in Pairs)
        {
            string? reason = document.RootElement.GetProperty(pair.Name).GetString();
            bool isCovered = SchemaComparer.Compare(pair.Old, pair.New)
                .Any(change => (change.Rule.Classes & BreakClasses.Wire) != 0 && CoveredByFlatc.Contains(change.Rule));
            bool isRefused = reason is not null;
            Assert.That(
                pair.FlatcNote,
                isCovered == isRefused ? (Constraint)Is.Null : Does.StartWith(isRefused ? "flatc refuses it: " : "flatc accepts it: "),
                $"{pair.Name}: {reason}");
        }
    }

    private static string Line(BreakingChange change)
    {
        SourceSpan span = change.Span;
        return FormattableString.Invariant($"{change.Rule.Name} {Path.GetFileNameWithoutExtension(span.Path)}({span.Line},{span.Column})");
    }
}
