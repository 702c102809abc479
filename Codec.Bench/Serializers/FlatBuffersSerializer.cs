extern alias packets;

using System;
using Codec.Bench.GeneratedCode;
using Game;
using Google.FlatBuffers;
using P = packets::Game;

namespace Codec.Bench.Serializers;

/// <summary>The FlatBuffers runtime as flatc's code uses it: its builder, which is kept, and its accessors.</summary>
public sealed partial class FlatBuffersSerializer : IGameSerializer
{
    private readonly FlatBufferBuilder _builder = new(SerializerBuffer.Size);
    private readonly P.TestPacket _seed = PlainMessages.Seed();
    private readonly P.Move _move = PlainMessages.Move();
    private readonly P.Chat _chat = PlainMessages.Chat();
    private readonly P.Inventory _inventory = PlainMessages.Inventory();
    private readonly P.Snapshot _snapshot = PlainMessages.Snapshot();
    private Offset<Item>[] _items = [];

    /// <inheritdoc/>
    public string Name => "FlatBuffers, flatc's code";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message) => message switch
    {
        SampleMessage.Seed => () => WriteSeed(_seed),
        SampleMessage.Move => () => WriteMove(_move),
        SampleMessage.Chat => () => WriteChat(_chat),
        SampleMessage.Inventory => WriteInventory,
        _ => WriteSnapshot,
    };

    internal int WriteSeed(P.TestPacket message)
    {
        _builder.Clear();
        StringOffset msg = _builder.CreateString(message.Msg);
        return Finish(TestPacket.CreateTestPacket(_builder, msg, message.Number).Value);
    }

    internal int WriteMove(P.Move message)
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

    internal int WriteChat(P.Chat message)
    {
        _builder.Clear();
        StringOffset sender = _builder.CreateString(message.Sender);
        StringOffset text = _builder.CreateString(message.Text);
        return Finish(Chat.CreateChat(_builder, (ChatChannel)message.Channel, sender, text).Value);
    }

    internal int WriteInventory()
    {
        _builder.Clear();
        Span<P.Item> items = _inventory.Items!.AsSpan();
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
        return Finish(Inventory.CreateInventory(_builder, _inventory.Owner, all).Value);
    }

    internal int WriteSnapshot()
    {
        _builder.Clear();
        Span<P.EntityState> entities = _snapshot.Entities!.AsSpan();
        Snapshot.StartEntitiesVector(_builder, entities.Length);
        for (int i = entities.Length - 1; i >= 0; i--)
        {
            ref readonly P.EntityState state = ref entities[i];
            EntityState.CreateEntityState(
                _builder,
                state.Entity,
                state.Position.X,
                state.Position.Y,
                state.Position.Z,
                state.Rotation.X,
                state.Rotation.Y,
                state.Rotation.Z,
                state.Rotation.W,
                state.Health,
                state.Flags);
        }

        VectorOffset all = _builder.EndVector();
        return Finish(Snapshot.CreateSnapshot(_builder, _snapshot.Tick, all).Value);
    }

    private int Finish(int root)
    {
        _builder.Finish(root);
        return _builder.Offset;
    }
}
