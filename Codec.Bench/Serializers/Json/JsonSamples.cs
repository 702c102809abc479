extern alias packets;

using System.Linq;
using Codec.Bench.GeneratedCode;
using P = packets::Game;

namespace Codec.Bench.Serializers.Json;

/// <summary>The sample messages in the types of the JSON serializers, and their checksums.</summary>
internal static class JsonSamples
{
    internal static JsonTestPacket Seed()
    {
        P.TestPacket seed = PlainMessages.Seed();
        return new JsonTestPacket { Msg = seed.Msg!, Number = seed.Number };
    }

    internal static JsonMove Move()
    {
        P.Move move = PlainMessages.Move();
        return new JsonMove
        {
            Entity = move.Entity,
            Position = Make(move.Position.GetValueOrDefault()),
            Rotation = Make(move.Rotation.GetValueOrDefault()),
            Velocity = Make(move.Velocity.GetValueOrDefault()),
            Time = move.Time,
        };
    }

    internal static JsonChat Chat()
    {
        P.Chat chat = PlainMessages.Chat();
        return new JsonChat { Channel = (int)chat.Channel, Sender = chat.Sender!, Text = chat.Text! };
    }

    internal static JsonInventory Inventory()
    {
        P.Inventory inventory = PlainMessages.Inventory();
        return new JsonInventory { Owner = inventory.Owner, Items = [.. inventory.Items!.Select(Make)] };
    }

    internal static JsonSnapshot Snapshot()
    {
        P.Snapshot snapshot = PlainMessages.Snapshot();
        return new JsonSnapshot { Tick = snapshot.Tick, Entities = [.. snapshot.Entities!.Select(Make)] };
    }

    internal static double Sum(JsonTestPacket packet) => packet.Number + FieldSum.Of(packet.Msg);

    internal static double Sum(JsonMove move) => move.Entity + move.Time + Sum(move.Position) + Sum(move.Rotation) + Sum(move.Velocity);

    internal static double Sum(JsonChat chat) => chat.Channel + FieldSum.Of(chat.Sender) + FieldSum.Of(chat.Text);

    internal static double Sum(JsonInventory inventory)
    {
        double sum = inventory.Owner;
        long whole = 0;
        foreach (JsonItem item in inventory.Items)
        {
            whole += item.Id + item.Count + FieldSum.Of(item.Name);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    internal static double Sum(JsonSnapshot snapshot)
    {
        double sum = snapshot.Tick;
        long whole = 0;
        foreach (JsonEntityState state in snapshot.Entities)
        {
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static float Sum(JsonVec3 value) => value.X + value.Y + value.Z;

    private static float Sum(JsonQuat value) => value.X + value.Y + value.Z + value.W;

    private static JsonVec3 Make(P.Vec3 value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    private static JsonQuat Make(P.Quat value) => new() { X = value.X, Y = value.Y, Z = value.Z, W = value.W };

    private static JsonItem Make(P.Item item) =>
        new() { Id = item.Id, Count = item.Count, Name = item.Name!, Modifiers = item.Modifiers!.AsSpan().ToArray() };

    private static JsonEntityState Make(P.EntityState state) => new()
    {
        Entity = state.Entity,
        Position = Make(state.Position),
        Rotation = Make(state.Rotation),
        Health = state.Health,
        Flags = state.Flags,
    };
}
