using System.Collections.Generic;

namespace Codec.Schema.Diagnostics;

/// <summary>A kind of diagnostic: its id never changes meaning. docs/schema.md explains each.</summary>
/// <param name="Id">Such as <c>CODEC001</c>.</param>
/// <param name="Title">What it is about, in a few words.</param>
/// <param name="Severity">Error or warning.</param>
public sealed partial record SchemaRule(string Id, string Title, SchemaSeverity Severity)
{
    private static readonly List<SchemaRule> Rules = [];

    /// <summary>Every rule, by id.</summary>
    public static IReadOnlyList<SchemaRule> All => Rules;

    private static SchemaRule Error(int number, string title)
    {
        SchemaRule rule = new(System.FormattableString.Invariant($"CODEC{number:D3}"), title, SchemaSeverity.Error);
        Rules.Add(rule);
        return rule;
    }
}
