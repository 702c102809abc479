using Bestiary;

namespace Codec.Bench.Arenas;

internal static partial class MonstersObjects
{
    [MemoryPackable]
    internal sealed partial class Weapon
    {
        public string? Name;
        public short Damage;
    }

    [MemoryPackable]
    internal sealed partial class Monster
    {
        public Vec3? Pos;
        public short Mana, Hp;
        public string? Name;
        public byte[]? Inventory;
        public Color Color;
        public Weapon[]? Weapons;
        public Weapon? Equipped;
        public Vec3[]? Path;
    }

    [MemoryPackable]
    internal sealed partial class Monsters
    {
        public Monster[]? Data;
    }
}
