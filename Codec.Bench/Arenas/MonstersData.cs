using Bestiary;

namespace Codec.Bench.Arenas;

/// <summary>The seeded data of <c>monsters.fbs</c>.</summary>
internal static class MonstersData
{
    private const int Seed = 50;
    private const int Count = 50;

    // The longest name and vector.
    private const int Most = 9;

    internal static Monsters Make()
    {
        Random random = new(Seed);
        Monsters monsters = new() { Data = new() };
        for (int i = 0; i < Count; i++)
        {
            Monster monster = new()
            {
                Pos = MakeVector(random),
                Mana = (short)random.Next(500),
                Hp = (short)random.Next(1000),
                Name = Name(random),
                Inventory = new(),
                Color = (Color)random.Next(3),
                Weapons = new(),
                Equipped = MakeWeapon(random),
                Path = new(),
            };
            Repeat(() => monster.Inventory.Add((byte)random.Next(10)));
            Repeat(() => monster.Weapons.Add(MakeWeapon(random)));
            Repeat(() => monster.Path.Add(MakeVector(random)));
            monsters.Data.Add(monster);
        }

        return monsters;

        void Repeat(Action add)
        {
            for (int count = random.Next(1, Most + 1); count > 0; count--)
            {
                add();
            }
        }
    }

    private static Weapon MakeWeapon(Random random) => new() { Name = Name(random), Damage = (short)random.Next(1000) };

    private static Vec3 MakeVector(Random random) => new() { X = Coordinate(random), Y = Coordinate(random), Z = Coordinate(random) };

    private static float Coordinate(Random random) => (random.NextSingle() * 2) - 1;

    private static string Name(Random random) => new(random.GetItems("ABCDEFGHIJKLMNOPQRSTUVWXYZ".AsSpan(), random.Next(1, Most + 1)));
}
