using Naval;

namespace Codec.Bench.Arenas;

internal static partial class Mk48Objects
{
    [MemoryPackable]
    internal sealed partial class Contact
    {
        public byte Damage;
        public uint EntityId;
        public ShipType EntityType;
        public Orders? Orders;
        public ushort PlayerId;
        public bool[] Reloads = [];
        public Motion? Motion;
        public ushort[] TurretAngles = [];
    }

    [MemoryPackable]
    internal sealed partial class Terrain
    {
        public Chunk? Chunk;
        public byte[]? Data;
    }

    [MemoryPackable]
    internal sealed partial class Update
    {
        public Contact[] Contacts = [];
        public uint Score;
        public float WorldRadius;
        public Terrain[] Terrain = [];
    }

    [MemoryPackable]
    internal sealed partial class Batch
    {
        public Update[] Updates = [];
    }
}
