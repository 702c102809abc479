using Bestiary;

namespace Codec.Bench.Arenas;

/// <summary>The classes of <c>monsters.fbs</c> for MemoryPack.</summary>
internal static partial class MonstersObjects
{
    [MemoryPackable]
    internal sealed partial class Weapon
    {
        public string? Name { get; set; }
        public short Damage { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class Monster
    {
        public Vec3? Pos { get; set; }
        public short Mana { get; set; }
        public short Hp { get; set; }
        public string? Name { get; set; }
        public byte[]? Inventory { get; set; }
        public Color Color { get; set; }
        public Weapon[]? Weapons { get; set; }
        public Weapon? Equipped { get; set; }
        public Vec3[]? Path { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class Monsters
    {
        public Monster[]? Data { get; set; }
    }
}
