namespace Codec.Bench.Arenas;

internal static class ArenaList
{
    internal static IReadOnlyList<Arena> All { get; } =
    [
        With<Naval.Batch, Mk48Objects.Batch>("mk48", "1,000 updates of a naval game", () => Mk48Codec.Side(Mk48Data.Make())),
        Alone("mk48_optional", "the same, and a hidden contact has no type and no player",
            () => new CodecSide<NavalOptional.Batch>(Mk48Data.MakeOptional())),
        With<Bestiary.Monsters, MonstersObjects.Monsters>("monsters", "50 monsters", () => MonstersCodec.Side(
            new SeededObjects(50, ("Data", 50, 50), ("Name", 1, 9), ("Inventory", 1, 9), ("Weapons", 1, 9), ("Path", 1, 9), ("Hp", 1, 999),
                ("Mana", 1, 499), ("Damage", 1, 999)).Make<Bestiary.Monsters>())),
        With<Trading.Account, AccountObjects.Account>("account", "an account with two balances and three orders", () => AccountCodec.Side(
            new SeededObjects(3, ("Name", 4, 4), ("Symbol", 6, 6), ("Currency", 3, 3), ("Orders", 3, 3)).Make<Trading.Account>()),
            account => [new ProtobufAccountSide(account)]),
        Fory<Fory.NumericStruct, ForyObjects.NumericStruct>("fory_struct", "NumericStruct"),
        Fory<Fory.Sample, ForyObjects.Sample>("fory_sample", "Sample"),
        Fory<Fory.MediaContent, ForyObjects.MediaContent>("fory_media", "MediaContent"),
        Fory<Fory.StructList, ForyObjects.StructList>("fory_structs", "five NumericStruct"),
        Fory<Fory.SampleList, ForyObjects.SampleList>("fory_samples", "five Sample"),
        Fory<Fory.MediaContentList, ForyObjects.MediaContentList>("fory_media_list", "five MediaContent"),
        Alone("log", "10,000 lines of a web server", () => LogCodec.Side(
            new SeededObjects(80, ("All", 10_000, 10_000), ("Identity", 1, 1), ("Userid", 1, 6), ("Date", 22, 27),
                ("Request", 15, 46)).Make<WebLog.Lines>())),
        Alone("mesh", "125,000 triangles", () => MeshCodec.Side(new SeededObjects(12, ("Triangles", 125_000, 125_000)).Make<Meshes.Mesh>())),
        Alone("savedata", "500 saved players", () => SavedataCodec.Side(
            new SeededObjects(500, ("All", 500, 500), ("Id", 3, 10), ("Dimension", 3, 9), ("Inventory", 0, 40), ("EnderItems", 0, 27),
                ("Recipes", 0, 30), ("ToBeDisplayed", 0, 10), ("SpawnDimension", 0, 9), ("SpawnForced", 0, 1), ("CustomName", 0, 8),
                ("EnteredNetherPosition", 0, 1), ("RootVehicle", 0, 1), ("ShoulderEntityLeft", 0, 1), ("ShoulderEntityRight", 0, 1)).Make<Savedata.Players>())),
    ];

    internal static Arena Find(string name) => All.FirstOrDefault(arena => arena.Name == name)
        ?? throw new ArgumentException($"There is no arena '{name}'; there are {string.Join(", ", All.Select(arena => arena.Name))}.", nameof(name));

    private static Arena Fory<T, TObject>(string name, string title)
        where T : class, new()
        where TObject : class, IMemoryPackFormatterRegister =>
        With<T, TObject>(name, title, () => new(new SeededObjects(8, ("Values", 5, 5), ("IntArray", 9, 9), ("LongArray", 9, 9),
            ("FloatArray", 9, 9), ("DoubleArray", 9, 9), ("ShortArray", 9, 9), ("CharArray", 8, 8), ("BooleanArray", 4, 4), ("Text", 36, 36), ("Uri", 30, 38),
            ("Title", 4, 52), ("Format", 9, 9), ("Persons", 4, 4), ("Copyright", 26, 26), ("Images", 2, 2)).Make<T>()));

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
