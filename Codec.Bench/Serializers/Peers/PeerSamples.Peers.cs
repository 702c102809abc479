extern alias packets;

using System.Linq;
using Codec.Bench.GeneratedCode;
using P = packets::Game;

namespace Codec.Bench.Serializers.Peers;

/// <summary>The sample messages in the types that MemoryPack, MessagePack and protobuf-net share, and their checksums.</summary>
internal static class PeerSamples
{
    internal static PeerTestPacket Seed()
    {
        P.TestPacket seed = PlainMessages.Seed();
        return new PeerTestPacket { Msg = seed.Msg!, Number = seed.Number };
    }

    internal static PeerMove Move()
    {
        P.Move move = PlainMessages.Move();
        return new PeerMove
        {
            Entity = move.Entity,
            Position = Make(move.Position.GetValueOrDefault()),
            Rotation = Make(move.Rotation.GetValueOrDefault()),
            Velocity = Make(move.Velocity.GetValueOrDefault()),
            Time = move.Time,
        };
    }

    internal static PeerChat Chat()
    {
        P.Chat chat = PlainMessages.Chat();
        return new PeerChat { Channel = (byte)chat.Channel, Sender = chat.Sender!, Text = chat.Text! };
    }

    internal static PeerInventory Inventory()
    {
        P.Inventory inventory = PlainMessages.Inventory();
        return new PeerInventory { Owner = inventory.Owner, Items = [.. inventory.Items!.Select(Make)] };
    }

    internal static PeerSnapshot Snapshot()
    {
        P.Snapshot snapshot = PlainMessages.Snapshot();
        return new PeerSnapshot { Tick = snapshot.Tick, Entities = [.. snapshot.Entities!.Select(Make)] };
    }

    internal static double Sum(PeerTestPacket packet) => packet.Number + FieldSum.Of(packet.Msg);

    internal static double Sum(PeerMove move) => move.Entity + move.Time + Sum(move.Position) + Sum(move.Rotation) + Sum(move.Velocity);

    internal static double Sum(PeerChat chat) => chat.Channel + FieldSum.Of(chat.Sender) + FieldSum.Of(chat.Text);

    internal static double Sum(PeerInventory inventory)
    {
        double sum = inventory.Owner;
        long whole = 0;
        foreach (PeerItem item in inventory.Items)
        {
            whole += item.Id + item.Count + FieldSum.Of(item.Name);
            foreach (short modifier in item.Modifiers)
            {
                whole += modifier;
            }
        }

        return sum + whole;
    }

    internal static double Sum(PeerSnapshot snapshot)
    {
        double sum = snapshot.Tick;
        long whole = 0;
        foreach (PeerEntityState state in snapshot.Entities)
        {
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static float Sum(PeerVec3 value) => value.X + value.Y + value.Z;

    private static float Sum(PeerQuat value) => value.X + value.Y + value.Z + value.W;

    private static PeerVec3 Make(P.Vec3 value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    private static PeerQuat Make(P.Quat value) => new() { X = value.X, Y = value.Y, Z = value.Z, W = value.W };

    private static PeerItem Make(P.Item item) =>
        new() { Id = item.Id, Count = item.Count, Name = item.Name!, Modifiers = item.Modifiers!.AsSpan().ToArray() };

    private static PeerEntityState Make(P.EntityState state) => new()
    {
        Entity = state.Entity,
        Position = Make(state.Position),
        Rotation = Make(state.Rotation),
        Health = state.Health,
        Flags = state.Flags,
    };
}
