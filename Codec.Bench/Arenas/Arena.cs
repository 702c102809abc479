namespace Codec.Bench.Arenas;

/// <summary>A public shape: its name, what it is, whether MemoryPack takes part, and the sides in C#. The first is generated code.</summary>
internal sealed record Arena(string Name, string Title, bool HasMemoryPack, Func<IReadOnlyList<ArenaSide>> MakeSides)
{
    private IReadOnlyList<ArenaSide>? _sides;

    internal IReadOnlyList<ArenaSide> Sides => _sides ??= MakeSides();
}
