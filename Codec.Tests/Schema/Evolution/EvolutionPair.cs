namespace Codec.Tests.Schema.Evolution;

/// <summary>Two versions of a schema, and the expected result of the comparison.</summary>
/// <param name="Name">The name of the file and of the section.</param>
/// <param name="Old">The old version.</param>
/// <param name="New">The new version.</param>
/// <param name="Breaks">The expected changes: rule and location, sorted.</param>
/// <param name="FlatcNote">The reason why the result of flatc differs, or <see langword="null"/> if it is the same.</param>
internal sealed record EvolutionPair(string Name, SchemaModel Old, SchemaModel New, IReadOnlyList<string> Breaks, string? FlatcNote)
{
    public override string ToString() => Name;
}
