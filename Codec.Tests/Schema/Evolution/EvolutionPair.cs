using System.Collections.Generic;
using Codec.Schema.Model;

namespace Codec.Tests.Schema.Evolution;

/// <summary>Two versions of a schema, and the expected result of the comparison.</summary>
/// <param name="Name">The file and the section.</param>
/// <param name="Old">The old version.</param>
/// <param name="New">The new version.</param>
/// <param name="Breaks">The expected changes: rule and location, sorted.</param>
/// <param name="FlatcNote">The reason why flatc has another result; null if it has the same.</param>
/// <param name="FlatcReason">The reason why flatc rejects the change; null if it accepts it.</param>
internal sealed record EvolutionPair(
    string Name, SchemaModel Old, SchemaModel New, IReadOnlyList<string> Breaks, string? FlatcNote, string? FlatcReason)
{
    public override string ToString() => Name;
}
