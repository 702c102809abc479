using Naval;

namespace Codec.Bench.Arenas;

/// <summary>The classes of <c>mk48.fbs</c> for MemoryPack.</summary>
internal static partial class Mk48Objects
{
    [MemoryPackable]
    internal sealed partial class Contact
    {
        public byte Damage { get; set; }
        public uint EntityId { get; set; }
        public ShipType EntityType { get; set; }
        public Orders? Orders { get; set; }
        public ushort PlayerId { get; set; }
        public bool[] Reloads { get; set; } = [];
        public Motion? Motion { get; set; }
        public ushort[] TurretAngles { get; set; } = [];
    }

    [MemoryPackable]
    internal sealed partial class Terrain
    {
        public Chunk? Chunk { get; set; }
        public byte[]? Data { get; set; }
    }

    [MemoryPackable]
    internal sealed partial class Update
    {
        public Contact[] Contacts { get; set; } = [];
        public uint Score { get; set; }
        public float WorldRadius { get; set; }
        public Terrain[] Terrain { get; set; } = [];
    }

    [MemoryPackable]
    internal sealed partial class Batch
    {
        public Update[] Updates { get; set; } = [];
    }
}
