namespace Codec.Bench.Arenas;

/// <summary>The arenas, in the order of their page.</summary>
internal static class ArenaList
{
    internal static IReadOnlyList<Arena> All { get; } =
    [
        new("mk48", "1,000 updates of a naval game", () => With<Mk48Objects.Batch>(Mk48Codec.Side(Mk48Data.Make()))),
        new("mk48_optional", "The same, with two fields optional", () => [new CodecSide<NavalOptional.Batch>(Mk48Data.MakeOptional())]),
        new("monsters", "50 monsters", () => With<MonstersObjects.Monsters>(MonstersCodec.Side(MonstersData.Make()))),
    ];

    internal static Arena Find(string name) => All.FirstOrDefault(arena => arena.Name == name)
        ?? throw new ArgumentException($"There is no arena '{name}'.", nameof(name));

    private static ArenaSide[] With<TObject>(ICodecSide codec)
        where TObject : class, IMemoryPackFormatterRegister => [(ArenaSide)codec, new MemoryPackSide<TObject>(codec.Data)];
}
