using Savedata;

namespace Codec.Bench.Arenas;

/// <summary>The seeded data of <c>savedata.fbs</c>: players with up to 40 items, entities that half of them have, and recipes.</summary>
internal static class SavedataData
{
    private const int Seed = 500;
    private const int Count = 500;

    private static readonly string[] Items = ["brick", "torch", "ladder", "oak_planks", "bow", "iron_leggings", "bread", "map"];
    private static readonly string[] Entities = ["horse", "wolf", "cat", "pig", "slime", "villager", "turtle", "fox"];
    private static readonly string[] Names = ["biscuit", "shadow", "ginger", "otto", "pepper", "duchess", "rex", "moss"];
    private static readonly string[] Recipes = ["chest", "bucket", "glass_pane", "white_bed", "compass", "anvil", "stone_stairs", "fishing_rod"];
    private static readonly string[] Dimensions = ["overworld", "nether", "end"];

    internal static Players Make()
    {
        Random random = new(Seed);
        return new Players { All = new([.. Enumerable.Range(0, Count).Select(_ => MakePlayer(random))]) };
    }

    private static Player MakePlayer(Random random) => new()
    {
        GameType = (GameType)random.Next(4),
        PreviousGameType = (GameType)random.Next(4),
        Score = random.NextInt64(),
        Dimension = One(random, Dimensions),
        SelectedItemSlot = (uint)random.Next(),
        SelectedItem = MakeItem(random),
        SpawnDimension = Flag(random) ? One(random, Dimensions) : null,
        SpawnX = random.NextInt64(),
        SpawnY = random.NextInt64(),
        SpawnZ = random.NextInt64(),
        SpawnForced = Flag(random) ? Flag(random) : null,
        SleepTimer = (ushort)random.Next(1 << 16),
        FoodExhaustionLevel = random.NextSingle(),
        FoodSaturationLevel = random.NextSingle(),
        FoodTickTimer = (uint)random.Next(),
        XpLevel = (uint)random.Next(),
        XpP = random.NextSingle(),
        XpTotal = random.Next(),
        XpSeed = random.Next(int.MinValue, int.MaxValue),
        Inventory = new([.. Enumerable.Range(0, random.Next(41)).Select(_ => MakeItem(random))]),
        EnderItems = new([.. Enumerable.Range(0, random.Next(28)).Select(_ => MakeItem(random))]),
        Abilities = new Abilities
        {
            WalkSpeed = random.NextSingle(),
            FlySpeed = random.NextSingle(),
            MayFly = Flag(random),
            Flying = Flag(random),
            Invulnerable = Flag(random),
            MayBuild = Flag(random),
            Instabuild = Flag(random),
        },
        EnteredNetherPosition = Flag(random) ? Vector(random) : null,
        RootVehicle = Flag(random) ? new Vehicle { Uuid = MakeUuid(random), Entity = MakeEntity(random) } : null,
        ShoulderEntityLeft = Flag(random) ? MakeEntity(random) : null,
        ShoulderEntityRight = Flag(random) ? MakeEntity(random) : null,
        SeenCredits = Flag(random),
        RecipeBook = new RecipeBook
        {
            Recipes = new([.. Enumerable.Range(0, random.Next(31)).Select(_ => One(random, Recipes))]),
            ToBeDisplayed = new([.. Enumerable.Range(0, random.Next(11)).Select(_ => One(random, Recipes))]),
            IsFilteringCraftable = Flag(random),
            IsGuiOpen = Flag(random),
            IsFurnaceFilteringCraftable = Flag(random),
            IsFurnaceGuiOpen = Flag(random),
            IsBlastingFurnaceFilteringCraftable = Flag(random),
            IsBlastingFurnaceGuiOpen = Flag(random),
            IsSmokerFilteringCraftable = Flag(random),
            IsSmokerGuiOpen = Flag(random),
        },
    };

    private static Item MakeItem(Random random) =>
        new() { Count = (sbyte)random.Next(-128, 128), Slot = (byte)random.Next(256), Id = One(random, Items) };

    private static Entity MakeEntity(Random random) => new()
    {
        Id = One(random, Entities),
        Pos = Vector(random),
        Motion = Vector(random),
        Rotation = new Vector2f { X = random.NextSingle(), Y = random.NextSingle() },
        FallDistance = random.NextSingle(),
        Fire = (ushort)random.Next(1 << 16),
        Air = (ushort)random.Next(1 << 16),
        OnGround = Flag(random),
        NoGravity = Flag(random),
        Invulnerable = Flag(random),
        PortalCooldown = random.Next(),
        Uuid = MakeUuid(random),
        CustomName = Flag(random) ? One(random, Names) : null,
        CustomNameVisible = Flag(random),
        Silent = Flag(random),
        Glowing = Flag(random),
    };

    private static Uuid MakeUuid(Random random) =>
        new() { X0 = (uint)random.Next(), X1 = (uint)random.Next(), X2 = (uint)random.Next(), X3 = (uint)random.Next() };

    private static Vector3d Vector(Random random) => new() { X = random.NextDouble(), Y = random.NextDouble(), Z = random.NextDouble() };

    private static bool Flag(Random random) => random.Next(2) == 0;

    private static string One(Random random, string[] values) => values[random.Next(values.Length)];
}
