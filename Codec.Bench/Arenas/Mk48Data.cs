using Naval;

namespace Codec.Bench.Arenas;

/// <summary>The seeded data of <c>mk48.fbs</c>: updates with contacts, of which some are hidden, and pieces of terrain.</summary>
internal static class Mk48Data
{
    private const int Seed = 48;
    private const int Updates = 1000;

    // By type of ship: the share of the contacts up to this one in percent, the reloads and the turrets.
    private static readonly int[] Shares = [20, 32, 38, 54, 68, 71, 82, 90, 96, 100];
    private static readonly int[] Reloads = [9, 18, 14, 7, 4, 28, 11, 3, 10, 2];
    private static readonly int[] Turrets = [2, 4, 1, 2, 0, 4, 3, 1, 0, 1];

    internal static Batch Make()
    {
        Random random = new(Seed);
        Batch batch = new() { Updates = new() };
        for (int i = 0; i < Updates; i++)
        {
            Update update = new()
            {
                Contacts = new(),
                Score = (uint)random.Next(100_000),
                WorldRadius = 500 + (random.NextSingle() * 1000),
                Terrain = new(),
            };
            for (int count = random.Next(20, 41); count > 0; count--)
            {
                update.Contacts.Add(MakeContact(random));
            }

            for (int count = random.Next(3, 11); count > 0; count--)
            {
                byte[] data = new byte[random.Next(50) == 0 ? random.Next(900, 1100) : random.Next(3, 10)];
                random.NextBytes(data);
                Chunk chunk = new() { X = (sbyte)random.Next(-128, 128), Y = (sbyte)random.Next(-128, 128) };
                update.Terrain.Add(new Terrain { Chunk = chunk, Data = new(data) });
            }

            batch.Updates.Add(update);
        }

        return batch;
    }

    /// <summary>Returns the same data. A hidden contact has no type and no player.</summary>
    internal static NavalOptional.Batch MakeOptional()
    {
        NavalOptional.Batch batch = BenchmarkObjects.Copy<NavalOptional.Batch>(Make());
        foreach (NavalOptional.Contact contact in batch.Updates!.SelectMany(update => update.Contacts!).Where(contact => contact.Reloads!.Count == 0))
        {
            (contact.EntityType, contact.PlayerId) = (null, null);
        }

        return batch;
    }

    private static Contact MakeContact(Random random)
    {
        int percent = random.Next(100);
        int type = Array.FindIndex(Shares, share => percent < share);
        Contact contact = new()
        {
            EntityId = (uint)random.Next(),
            Orders = new Orders { Angle = Angle(random), Submerge = random.Next(8) == 0, Velocity = (short)random.Next(-500, 2000) },
            Motion = new Motion
            {
                Altitude = (sbyte)(type == (int)ShipType.Submarine ? random.Next(-100, 0) : 0),
                Angle = Angle(random),
                Position = new Position { X = Coordinate(random), Y = Coordinate(random) },
                Velocity = (short)random.Next(-500, 2000),
            },
            Reloads = new(),
            TurretAngles = new(),
        };
        if (random.Next(10) < 3)
        {
            return contact;
        }

        contact.Damage = (byte)(random.Next(10) < 6 ? 0 : random.Next(1, 256));
        contact.EntityType = (ShipType)type;
        contact.PlayerId = (ushort)random.Next(1, 1 << 16);
        int loaded = random.Next(101);
        for (int i = 0; i < Reloads[type]; i++)
        {
            contact.Reloads.Add(random.Next(100) < loaded);
        }

        ushort common = Angle(random);
        for (int i = 0; i < Turrets[type]; i++)
        {
            contact.TurretAngles.Add(random.Next(5) == 0 ? Angle(random) : unchecked((ushort)(common + random.Next(-300, 300))));
        }

        return contact;
    }

    private static ushort Angle(Random random) => (ushort)random.Next(1 << 16);

    private static float Coordinate(Random random) => (random.NextSingle() * 1500) - 750;
}
