namespace Codec.Bench.Arenas;

/// <summary>A public shape: its name, what it is, and the sides that write and read its data. The first is generated code.</summary>
internal sealed record Arena(string Name, string Title, Func<IReadOnlyList<ArenaSide>> MakeSides)
{
    private IReadOnlyList<ArenaSide>? _sides;

    internal IReadOnlyList<ArenaSide> Sides => _sides ??= MakeSides();
}
