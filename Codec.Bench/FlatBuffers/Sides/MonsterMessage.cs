using System;
using Google.FlatBuffers;
using Monsters;

namespace Codec.Bench.FlatBuffers.Sides;

/// <summary>A monster of about 500 bytes, built and read field by field exactly as in cpp/bench.</summary>
internal sealed class MonsterMessage
{
    private const string Name = "Grommash the Orc";

    private static readonly string[] WeaponNames =
        ["Battle axe", "Long sword", "War hammer", "Short bow", "Iron dagger", "Spiked club", "Throwing axe", "Wooden staff"];

    private readonly byte[] _inventory = new byte[64];
    private readonly Offset<Weapon>[] _weapons = new Offset<Weapon>[WeaponNames.Length];

    internal MonsterMessage()
    {
        for (int i = 0; i < _inventory.Length; i++)
        {
            _inventory[i] = (byte)(i * 3);
        }
    }

    internal void Build(FlatBufferBuilder builder)
    {
        StringOffset name = builder.CreateString(Name);
        VectorOffset inventory = Monster.CreateInventoryVectorBlock(builder, _inventory);
        for (int i = 0; i < WeaponNames.Length; i++)
        {
            _weapons[i] = Weapon.CreateWeapon(builder, builder.CreateString(WeaponNames[i]), (short)(10 + i), 1.5f + i);
        }

        VectorOffset weapons = Monster.CreateWeaponsVector(builder, _weapons);
        Monster.StartMonster(builder);
        Monster.AddTime(builder, 1234.5);
        Monster.AddId(builder, 0x0123456789ABCDEF);
        Monster.AddWeapons(builder, weapons);
        Monster.AddInventory(builder, inventory);
        Monster.AddName(builder, name);
        Monster.AddPosition(builder, Vec3.CreateVec3(builder, 1.5f, -2.5f, 3.5f));
        Monster.AddSpeed(builder, 4.5f);
        Monster.AddLevel(builder, 42);
        Monster.AddMana(builder, 150);
        Monster.AddHp(builder, 300);
        Monster.AddFriendly(builder, true);
        builder.Finish(Monster.EndMonster(builder).Value);
    }

    /// <summary>Reads every field, strings and vectors as views, into one checksum, which must be equal on all sides.</summary>
    internal static ulong Read(ByteBuffer buffer)
    {
        Monster monster = Monster.GetRootAsMonster(buffer);
        (ulong sum, double real) = ReadScalars(monster);
        sum += Sum(monster.GetNameBytes()) + Sum(monster.GetInventoryBytes());
        int count = monster.WeaponsLength;
        for (int i = 0; i < count; i++)
        {
            Weapon weapon = monster.Weapons(i).GetValueOrDefault();
            sum += Sum(weapon.GetNameBytes()) + (ulong)weapon.Damage;
            real += weapon.Range;
        }

        return sum + (ulong)real;
    }

    /// <summary>Reads every field as above, but each string as a <see cref="string"/>.</summary>
    internal static ulong ReadStrings(ByteBuffer buffer)
    {
        Monster monster = Monster.GetRootAsMonster(buffer);
        (ulong sum, double real) = ReadScalars(monster);
        sum += Sum(monster.Name) + Sum(monster.GetInventoryBytes());
        int count = monster.WeaponsLength;
        for (int i = 0; i < count; i++)
        {
            Weapon weapon = monster.Weapons(i).GetValueOrDefault();
            sum += Sum(weapon.Name) + (ulong)weapon.Damage;
            real += weapon.Range;
        }

        return sum + (ulong)real;
    }

    internal static ulong Sum(ArraySegment<byte>? view)
    {
        ArraySegment<byte> bytes = view.GetValueOrDefault();
        return (ulong)bytes.Count + bytes.Array![bytes.Offset];
    }

    internal static ulong Sum(string text) => (ulong)text.Length + text[0];

    private static (ulong Whole, double Real) ReadScalars(Monster monster)
    {
        Vec3 position = monster.Position.GetValueOrDefault();
        double real = monster.Speed + monster.Time + position.X + position.Y + position.Z;
        return (monster.Id + (ulong)monster.Hp + (ulong)monster.Mana + (ulong)monster.Level + (monster.Friendly ? 1ul : 0ul), real);
    }
}
