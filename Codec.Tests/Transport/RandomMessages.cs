using Game;
using Google.FlatBuffers;

namespace Codec.Tests.Transport;

/// <summary>
/// Creates messages of all kinds of the schemas, in random order and with random values and sizes. The same seed creates the same messages.
/// </summary>
internal sealed class RandomMessages(int seed)
{
    private readonly Random _random = new(seed);
    private readonly FlatBufferBuilder _builder = new(1024);

    /// <summary>Returns the id of the next message's packet, and its payload in a new array.</summary>
    public (uint Id, byte[] Payload) Next()
    {
        _builder.Clear();
        ushort id = _random.Next(7) switch
        {
            0 => BuildLogin(),
            1 => BuildMove(),
            2 => BuildSpawn(),
            3 => BuildChat(),
            4 => BuildInventory(),
            5 => BuildSnapshot(),
            _ => BuildTestPacket(),
        };
        return (id, _builder.SizedByteArray());
    }

    // Some are empty, and some have characters that are encoded in two bytes.
    private StringOffset Text(int limit) =>
        _builder.CreateString(string.Concat(Enumerable.Range(0, _random.Next(limit)).Select(_ => _random.Next(8) == 0 ? "ü" : "a")));

    private float Real() => (float)((_random.NextDouble() - 0.5) * 10_000);

    private Offset<Vec3> Position() => Vec3.CreateVec3(_builder, Real(), Real(), Real());

    private Offset<Quat> Rotation() => Quat.CreateQuat(_builder, Real(), Real(), Real(), Real());

    private short Short() => (short)_random.Next(short.MinValue, short.MaxValue + 1);

    private ushort BuildLogin()
    {
        byte[] token = new byte[_random.Next(64)];
        _random.NextBytes(token);
        StringOffset user = Text(20);
        VectorOffset bytes = Login.CreateTokenVectorBlock(_builder, token);
        StringOffset locale = Text(8);
        _builder.Finish(Login.CreateLogin(_builder, user, bytes, (uint)_random.Next(9), locale).Value);
        return GameMessages.LoginId;
    }

    private ushort BuildMove()
    {
        Move.StartMove(_builder);
        Move.AddTime(_builder, _random.NextDouble() * 1000);
        Move.AddVelocity(_builder, Position());
        Move.AddRotation(_builder, Rotation());
        Move.AddPosition(_builder, Position());
        Move.AddEntity(_builder, (uint)_random.Next(5000));
        _builder.Finish(Move.EndMove(_builder).Value);
        return GameMessages.MoveId;
    }

    private ushort BuildSpawn()
    {
        StringOffset name = Text(20);
        Spawn.StartSpawn(_builder);
        if (_random.Next(2) == 0)
        {
            Spawn.AddOwner(_builder, (ulong)_random.NextInt64());
            Spawn.AddRotation(_builder, Rotation());
        }

        Spawn.AddPosition(_builder, Position());
        Spawn.AddName(_builder, name);
        Spawn.AddEntity(_builder, (uint)_random.Next(5000));
        Spawn.AddFlags(_builder, (EntityFlags)_random.Next(16));
        Spawn.AddHealth(_builder, Short());
        Spawn.AddKind(_builder, (EntityKind)_random.Next(4));
        _builder.Finish(Spawn.EndSpawn(_builder).Value);
        return GameMessages.SpawnId;
    }

    private ushort BuildChat()
    {
        StringOffset sender = Text(16);
        StringOffset text = Text(2000);
        _builder.Finish(Chat.CreateChat(_builder, (ChatChannel)_random.Next(4), sender, text).Value);
        return GameMessages.ChatId;
    }

    private ushort BuildInventory()
    {
        Offset<Item>[] items = new Offset<Item>[_random.Next(60)];
        for (int i = 0; i < items.Length; i++)
        {
            StringOffset name = Text(12);
            int modifiers = _random.Next(6);
            Item.StartModifiersVector(_builder, modifiers);
            for (int j = 0; j < modifiers; j++)
            {
                _builder.AddShort(Short());
            }

            items[i] = Item.CreateItem(_builder, (uint)_random.Next(1000), (ushort)_random.Next(99), name, _builder.EndVector());
        }

        VectorOffset all = Inventory.CreateItemsVector(_builder, items);
        _builder.Finish(Inventory.CreateInventory(_builder, (ulong)_random.NextInt64(), all).Value);
        return GameMessages.InventoryId;
    }

    private ushort BuildSnapshot()
    {
        // Large snapshots are rare.
        int entities = _random.Next(_random.Next(16) == 0 ? GameMessages.LargeSnapshotEntities : 60);
        Snapshot.StartEntitiesVector(_builder, entities);
        for (int i = 0; i < entities; i++)
        {
            EntityState.CreateEntityState(
                _builder, (uint)_random.Next(5000), Real(), Real(), Real(), Real(), Real(), Real(), Real(), Short(), (ushort)_random.Next(65_536));
        }

        VectorOffset all = _builder.EndVector();
        _builder.Finish(Snapshot.CreateSnapshot(_builder, (uint)_random.Next(1_000_000), all).Value);
        return GameMessages.SnapshotId;
    }

    private ushort BuildTestPacket()
    {
        GameMessages.BuildTestPacket(_builder, new string('x', _random.Next(100)), _random.Next());
        return GameMessages.TestPacketId;
    }
}
