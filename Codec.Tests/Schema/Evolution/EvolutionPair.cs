using System.Collections.Generic;
using Codec.Schema.Model;

namespace Codec.Tests.Schema.Evolution;

/// <summary>Two versions of a schema, and what is expected of the change.</summary>
/// <param name="Name">The file and the section.</param>
/// <param name="Old">The old version.</param>
/// <param name="New">The new version.</param>
/// <param name="Breaks">The expected changes: rule and place, sorted.</param>
/// <param name="FlatcNote">Why flatc's verdict is another one; null if it is the same.</param>
/// <param name="FlatcReason">Why flatc refuses the change; null if it accepts it.</param>
internal sealed record EvolutionPair(
    string Name, SchemaModel Old, SchemaModel New, IReadOnlyList<string> Breaks, string? FlatcNote, string? FlatcReason)
{
    public override string ToString() => Name;
}
