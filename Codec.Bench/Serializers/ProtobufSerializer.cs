extern alias packets;

using System;
using System.Runtime.CompilerServices;
using Codec.Bench.GeneratedCode;
using Codec.Bench.Serializers.Protos;
using Google.Protobuf;
using P = packets::Game;

namespace Codec.Bench.Serializers;

/// <summary>Google.Protobuf: calculates the size, writes the message to a span of this size, and parses from a span.</summary>
public sealed class ProtobufSerializer : IGameSerializer
{
    private readonly byte[] _buffer = new byte[SerializerBuffer.Size];

    /// <inheritdoc/>
    public string Name => "Google.Protobuf";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message)
    {
        IMessage source = Make(message);
        return () =>
        {
            int size = source.CalculateSize();
            source.WriteTo(_buffer.AsSpan(0, size));
            return size;
        };
    }

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        byte[] payload = _buffer.AsSpan(0, Writer(message)()).ToArray();
        return message switch
        {
            SampleMessage.Seed => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(TestPacket.Parser.ParseFrom(payload.AsSpan())),
            SampleMessage.Move => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Move.Parser.ParseFrom(payload.AsSpan())),
            SampleMessage.Chat => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Chat.Parser.ParseFrom(payload.AsSpan())),
            SampleMessage.Inventory => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Inventory.Parser.ParseFrom(payload.AsSpan())),
            _ => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Snapshot.Parser.ParseFrom(payload.AsSpan())),
        };
    }

    private static IMessage Make(SampleMessage message)
    {
        switch (message)
        {
            case SampleMessage.Seed:
                P.TestPacket seed = PlainMessages.Seed();
                return new TestPacket { Msg = seed.Msg, Number = seed.Number };
            case SampleMessage.Move:
                P.Move move = PlainMessages.Move();
                return new Move
                {
                    Entity = move.Entity,
                    Position = Make(move.Position.GetValueOrDefault()),
                    Rotation = Make(move.Rotation.GetValueOrDefault()),
                    Velocity = Make(move.Velocity.GetValueOrDefault()),
                    Time = move.Time,
                };
            case SampleMessage.Chat:
                P.Chat chat = PlainMessages.Chat();
                return new Chat { Channel = (ChatChannel)chat.Channel, Sender = chat.Sender, Text = chat.Text };
            case SampleMessage.Inventory:
                P.Inventory inventory = PlainMessages.Inventory();
                Inventory items = new() { Owner = inventory.Owner };
                foreach (P.Item item in inventory.Items!)
                {
                    Item made = new() { Id = item.Id, Count = item.Count, Name = item.Name };
                    foreach (short modifier in item.Modifiers!)
                    {
                        made.Modifiers.Add(modifier);
                    }

                    items.Items.Add(made);
                }

                return items;
            default:
                P.Snapshot snapshot = PlainMessages.Snapshot();
                Snapshot entities = new() { Tick = snapshot.Tick };
                foreach (P.EntityState state in snapshot.Entities!)
                {
                    entities.Entities.Add(new EntityState
                    {
                        Entity = state.Entity,
                        Position = Make(state.Position),
                        Rotation = Make(state.Rotation),
                        Health = state.Health,
                        Flags = state.Flags,
                    });
                }

                return entities;
        }
    }

    private static Vec3 Make(P.Vec3 value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    private static Quat Make(P.Quat value) => new() { X = value.X, Y = value.Y, Z = value.Z, W = value.W };

    private static double Sum(TestPacket packet) => packet.Number + FieldSum.Of(packet.Msg);

    private static double Sum(Move move) => move.Entity + move.Time + Sum(move.Position) + Sum(move.Rotation) + Sum(move.Velocity);

    private static double Sum(Chat chat) => (int)chat.Channel + FieldSum.Of(chat.Sender) + FieldSum.Of(chat.Text);

    private static double Sum(Inventory inventory)
    {
        double sum = inventory.Owner;
        long whole = 0;
        foreach (Item item in inventory.Items)
        {
            whole += item.Id + item.Count + FieldSum.Of(item.Name);
            foreach (int modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    private static double Sum(Snapshot snapshot)
    {
        double sum = snapshot.Tick;
        long whole = 0;
        foreach (EntityState state in snapshot.Entities)
        {
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static float Sum(Vec3 value) => value.X + value.Y + value.Z;

    private static float Sum(Quat value) => value.X + value.Y + value.Z + value.W;
}
