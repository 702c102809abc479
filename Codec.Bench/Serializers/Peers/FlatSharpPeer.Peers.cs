extern alias packets;

using System;
using System.Linq;
using System.Runtime.CompilerServices;
using Codec.Bench.GeneratedCode;
using Codec.Bench.Serializers.Peers.FlatSharpGame;
using FlatSharp;
using P = packets::Game;

namespace Codec.Bench.Serializers.Peers;

/// <summary>FlatSharp: the code of its compiler for the same schema, with a reused buffer and lazy reading.</summary>
public sealed class FlatSharpPeer : IGameSerializer
{
    private readonly byte[] _buffer = new byte[SerializerBuffer.Size];

    /// <inheritdoc/>
    public string Name => "FlatSharp";

    /// <inheritdoc/>
    public Func<int> Writer(SampleMessage message)
    {
        switch (message)
        {
            case SampleMessage.Seed:
                P.TestPacket seed = PlainMessages.Seed();
                return Writer(new TestPacket { Msg = seed.Msg, Number = seed.Number }, TestPacket.Serializer);
            case SampleMessage.Move:
                P.Move move = PlainMessages.Move();
                return Writer(
                    new Move
                    {
                        Entity = move.Entity,
                        Position = Make(move.Position.GetValueOrDefault()),
                        Rotation = Make(move.Rotation.GetValueOrDefault()),
                        Velocity = Make(move.Velocity.GetValueOrDefault()),
                        Time = move.Time,
                    },
                    Move.Serializer);
            case SampleMessage.Chat:
                P.Chat chat = PlainMessages.Chat();
                return Writer(new Chat { Channel = (ChatChannel)chat.Channel, Sender = chat.Sender, Text = chat.Text }, Chat.Serializer);
            case SampleMessage.Inventory:
                P.Inventory inventory = PlainMessages.Inventory();
                return Writer(new Inventory { Owner = inventory.Owner, Items = [.. inventory.Items!.Select(Make)] }, Inventory.Serializer);
            default:
                P.Snapshot snapshot = PlainMessages.Snapshot();
                return Writer(new Snapshot { Tick = snapshot.Tick, Entities = [.. snapshot.Entities!.Select(Make)] }, Snapshot.Serializer);
        }
    }

    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        byte[] payload = _buffer.AsSpan(0, Writer(message)()).ToArray();
        return message switch
        {
            SampleMessage.Seed => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(TestPacket.Serializer.Parse(payload)),
            SampleMessage.Move => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Move.Serializer.Parse(payload)),
            SampleMessage.Chat => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Chat.Serializer.Parse(payload)),
            SampleMessage.Inventory => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Inventory.Serializer.Parse(payload)),
            _ => [MethodImpl(SerializerCall.NotInTheCaller)] () => Sum(Snapshot.Serializer.Parse(payload)),
        };
    }

    private Func<int> Writer<T>(T value, ISerializer<T> serializer)
        where T : class => () => serializer.Write(_buffer, value);

    private static Vec3 Make(P.Vec3 value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    private static Quat Make(P.Quat value) => new() { X = value.X, Y = value.Y, Z = value.Z, W = value.W };

    private static Item Make(P.Item item) =>
        new() { Id = item.Id, Count = item.Count, Name = item.Name, Modifiers = [.. item.Modifiers!] };

    private static EntityState Make(P.EntityState state) => new()
    {
        Entity = state.Entity,
        Position = Make(state.Position),
        Rotation = Make(state.Rotation),
        Health = state.Health,
        Flags = state.Flags,
    };

    private static double Sum(TestPacket packet) => packet.Number + FieldSum.Of(packet.Msg!);

    private static double Sum(Move move) => move.Entity + move.Time + Sum(move.Position.GetValueOrDefault())
        + Sum(move.Rotation.GetValueOrDefault()) + Sum(move.Velocity.GetValueOrDefault());

    private static double Sum(Chat chat) => (byte)chat.Channel + FieldSum.Of(chat.Sender!) + FieldSum.Of(chat.Text!);

    private static double Sum(Inventory inventory)
    {
        double sum = inventory.Owner;
        long whole = 0;
        foreach (Item item in inventory.Items!)
        {
            whole += item.Id + item.Count + FieldSum.Of(item.Name!);
            foreach (short modifier in item.Modifiers!)
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
        foreach (EntityState state in snapshot.Entities!)
        {
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static float Sum(Vec3 value) => value.X + value.Y + value.Z;

    private static float Sum(Quat value) => value.X + value.Y + value.Z + value.W;
}
