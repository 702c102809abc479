namespace Codec.Bench.Arenas;

/// <summary>The arenas, in the order of their page.</summary>
internal static class ArenaList
{
    internal static IReadOnlyList<Arena> All { get; } =
    [
        With<Naval.Batch, Mk48Objects.Batch>("mk48", "1,000 updates of a naval game", () => Mk48Codec.Side(Mk48Data.Make())),
        Alone("mk48_optional", "the same, and a hidden contact has no type and no player",
            () => new CodecSide<NavalOptional.Batch>(Mk48Data.MakeOptional())),
        With<Bestiary.Monsters, MonstersObjects.Monsters>("monsters", "50 monsters", () => MonstersCodec.Side(MonstersData.Make())),
        With<Trading.Account, AccountObjects.Account>("account", "an account with two balances and three orders", AccountCodec.Side,
            account => [new ProtobufAccountSide(account)]),
        With<Fory.NumericStruct, ForyObjects.NumericStruct>("fory_struct", "NumericStruct", () => new(ForyData.MakeStruct())),
        With<Fory.Sample, ForyObjects.Sample>("fory_sample", "Sample", () => new(ForyData.MakeSample())),
        With<Fory.MediaContent, ForyObjects.MediaContent>("fory_media", "MediaContent", () => new(ForyData.MakeMedia())),
        With<Fory.StructList, ForyObjects.StructList>("fory_structs", "five NumericStruct", () => new(ForyData.MakeStructs())),
        With<Fory.SampleList, ForyObjects.SampleList>("fory_samples", "five Sample", () => new(ForyData.MakeSamples())),
        With<Fory.MediaContentList, ForyObjects.MediaContentList>("fory_media_list", "five MediaContent", () => new(ForyData.MakeMediaList())),
        Alone("log", "10,000 lines of a web server", LogCodec.Side),
        Alone("mesh", "125,000 triangles", MeshCodec.Side),
        Alone("savedata", "500 saved players", SavedataCodec.Side),
    ];

    internal static Arena Find(string name) => All.FirstOrDefault(arena => arena.Name == name)
        ?? throw new ArgumentException($"There is no arena '{name}'; there are {string.Join(", ", All.Select(arena => arena.Name))}.", nameof(name));

    private static Arena Alone(string name, string title, Func<ArenaSide> codec) => new(name, title, false, () => [codec()]);

    private static Arena With<T, TObject>(string name, string title, Func<CodecSide<T>> makeCodec, Func<T, ArenaSide[]>? makePeers = null)
        where T : class, new()
        where TObject : class, IMemoryPackFormatterRegister =>
        new(name, title, true, () =>
        {
            CodecSide<T> codec = makeCodec();
            return [codec, new MemoryPackSide<TObject>(codec.Data), .. makePeers?.Invoke((T)codec.Data) ?? []];
        });
}
