using Game;
using Google.FlatBuffers;

namespace Codec.Bench.Serializers;

/// <summary>The package Google.FlatBuffers as flatc's code uses it: its builder, which is reused, and its accessors.</summary>
public sealed class FlatBuffersSerializer : IGameSerializer
{
    private readonly FlatBufferBuilder _builder = new(SerializerList.BufferSize);
    private readonly P.TestPacket _seed = PlainMessages.Seed();
    private readonly P.Move _move = PlainMessages.Move();
    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();
    private Offset<Item>[] _items = [];

    public string Name => "FlatBuffers, published package";

    public bool CanVerify => true;

    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => () => Write(_seed),
        SampleMessage.Move => () => Write(_move),
        SampleMessage.Chat => () => Write(_chat),
        SampleMessage.Inventory => () => Write(_inventory),
        _ => () => Write(_snapshot),
    };

    private int Write(P.TestPacket message)
    {
        _builder.Clear();
        StringOffset msg = _builder.CreateString(message.Msg);
        return Finish(TestPacket.CreateTestPacket(_builder, msg, message.Number).Value);
    }

    private int Write(P.Move message)
    {
        _builder.Clear();
        P.Vec3 position = message.Position.GetValueOrDefault();
        P.Quat rotation = message.Rotation.GetValueOrDefault();
        P.Vec3 velocity = message.Velocity.GetValueOrDefault();
        Move.StartMove(_builder);
        Move.AddTime(_builder, message.Time);
        Move.AddVelocity(_builder, Vec3.CreateVec3(_builder, velocity.X, velocity.Y, velocity.Z));
        Move.AddRotation(_builder, Quat.CreateQuat(_builder, rotation.X, rotation.Y, rotation.Z, rotation.W));
        Move.AddPosition(_builder, Vec3.CreateVec3(_builder, position.X, position.Y, position.Z));
        Move.AddEntity(_builder, message.Entity);
        return Finish(Move.EndMove(_builder).Value);
    }

    private int Write(P.Chat message)
    {
        _builder.Clear();
        StringOffset sender = _builder.CreateString(message.Sender);
        StringOffset text = _builder.CreateString(message.Text);
        return Finish(Chat.CreateChat(_builder, (ChatChannel)message.Channel, sender, text).Value);
    }

    private int Write(P.Inventory message)
    {
        _builder.Clear();
        Span<P.Item> items = message.Items!.AsSpan();
        if (_items.Length != items.Length)
        {
            _items = new Offset<Item>[items.Length];
        }

        for (int i = 0; i < items.Length; i++)
        {
            P.Item item = items[i];
            StringOffset name = _builder.CreateString(item.Name);
            Span<short> modifiers = item.Modifiers!.AsSpan();
            Item.StartModifiersVector(_builder, modifiers.Length);
            for (int j = modifiers.Length - 1; j >= 0; j--)
            {
                _builder.AddShort(modifiers[j]);
            }

            _items[i] = Item.CreateItem(_builder, item.Id, item.Count, name, _builder.EndVector());
        }

        VectorOffset all = Inventory.CreateItemsVector(_builder, _items);
        return Finish(Inventory.CreateInventory(_builder, message.Owner, all).Value);
    }

    private int Write(P.Snapshot message)
    {
        _builder.Clear();
        Span<P.EntityState> entities = message.Entities!.AsSpan();
        Snapshot.StartEntitiesVector(_builder, entities.Length);
        for (int i = entities.Length - 1; i >= 0; i--)
        {
            ref readonly P.EntityState state = ref entities[i];
            EntityState.CreateEntityState(_builder, state.Entity, state.Position.X, state.Position.Y, state.Position.Z, state.Rotation.X,
                state.Rotation.Y, state.Rotation.Z, state.Rotation.W, state.Health, state.Flags);
        }

        VectorOffset all = _builder.EndVector();
        return Finish(Snapshot.CreateSnapshot(_builder, message.Tick, all).Value);
    }

    private int Finish(int root)
    {
        _builder.Finish(root);
        return _builder.Offset;
    }

    // Reads every field through flatc's accessors, and strings as views of their bytes.

    public Func<double> Reader(SampleMessage message)
    {
        ByteBuffer payload = Payload(message);
        return message switch
        {
            SampleMessage.Seed => () => ReadSeed(payload),
            SampleMessage.Move => () => ReadMove(payload),
            SampleMessage.Chat => () => ReadChat(payload),
            SampleMessage.Inventory => () => ReadInventory(payload),
            _ => () => ReadSnapshot(payload),
        };
    }

    /// <summary>Returns a function that verifies the output of <see cref="Writer"/>, with one verifier for all calls.</summary>
    public Func<bool> Verifier(SampleMessage message)
    {
        ByteBuffer payload = Payload(message);
        Verifier verifier = new(payload);
        return message switch
        {
            SampleMessage.Seed => () => Verify(verifier, payload, TestPacketVerify.Verify),
            SampleMessage.Move => () => Verify(verifier, payload, MoveVerify.Verify),
            SampleMessage.Chat => () => Verify(verifier, payload, ChatVerify.Verify),
            SampleMessage.Inventory => () => Verify(verifier, payload, InventoryVerify.Verify),
            _ => () => Verify(verifier, payload, SnapshotVerify.Verify),
        };
    }

    // In a separate array.
    private ByteBuffer Payload(SampleMessage message)
    {
        Writer(message)();
        return new ByteBuffer(_builder.SizedByteArray());
    }

    private static double ReadSeed(ByteBuffer payload)
    {
        TestPacket packet = TestPacket.GetRootAsTestPacket(payload);
        return packet.Number + Sum(packet.GetMsgBytes());
    }

    private static double ReadMove(ByteBuffer payload)
    {
        Move move = Move.GetRootAsMove(payload);
        return move.Entity + move.Time + Sum(move.Position.GetValueOrDefault()) + Sum(move.Rotation.GetValueOrDefault())
            + Sum(move.Velocity.GetValueOrDefault());
    }

    private static double ReadChat(ByteBuffer payload)
    {
        Chat chat = Chat.GetRootAsChat(payload);
        return (byte)chat.Channel + Sum(chat.GetSenderBytes()) + Sum(chat.GetTextBytes());
    }

    private static double ReadInventory(ByteBuffer payload)
    {
        Inventory inventory = Inventory.GetRootAsInventory(payload);
        double sum = inventory.Owner;
        long whole = 0;
        int count = inventory.ItemsLength;
        for (int i = 0; i < count; i++)
        {
            Item item = inventory.Items(i).GetValueOrDefault();
            whole += item.Id + item.Count + Sum(item.GetNameBytes());
            int modifiers = item.ModifiersLength;
            for (int j = 0; j < modifiers; j++)
            {
                whole += item.Modifiers(j);
            }
        }

        return sum + whole;
    }

    private static double ReadSnapshot(ByteBuffer payload)
    {
        Snapshot snapshot = Snapshot.GetRootAsSnapshot(payload);
        double sum = snapshot.Tick;
        long whole = 0;
        int count = snapshot.EntitiesLength;
        for (int i = 0; i < count; i++)
        {
            EntityState state = snapshot.Entities(i).GetValueOrDefault();
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static bool Verify(Verifier verifier, ByteBuffer payload, VerifyTableAction verify)
    {
        // The caller must reset the counters. VerifyBuffer throws for a payload without a file identifier, so the root table is verified directly.
        verifier.Buf = payload;
        verifier.depth = 0;
        verifier.numTables = 0;
        return verify(verifier, (uint)(payload.Position + payload.GetInt(payload.Position)));
    }

    private static int Sum(ArraySegment<byte>? text) => text is { Count: > 0 } bytes ? bytes.Count + bytes[0] : 0;

    private static float Sum(Vec3 value) => value.X + value.Y + value.Z;

    private static float Sum(Quat value) => value.X + value.Y + value.Z + value.W;
}
