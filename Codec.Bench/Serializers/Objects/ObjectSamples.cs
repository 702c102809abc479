namespace Codec.Bench.Serializers.Objects;

/// <summary>The sample messages as objects.</summary>
internal static class ObjectSamples
{
    internal static SeedObject Seed()
    {
        P.TestPacket seed = PlainMessages.Seed();
        return new SeedObject { Msg = seed.Msg!, Number = seed.Number };
    }

    internal static MoveObject Move()
    {
        P.Move move = PlainMessages.Move();
        return new MoveObject
        {
            Entity = move.Entity,
            Position = Make(move.Position.GetValueOrDefault()),
            Rotation = Make(move.Rotation.GetValueOrDefault()),
            Velocity = Make(move.Velocity.GetValueOrDefault()),
            Time = move.Time,
        };
    }

    internal static ChatObject Chat()
    {
        P.Chat chat = PlainMessages.Chat();
        return new ChatObject { Channel = (byte)chat.Channel, Sender = chat.Sender!, Text = chat.Text! };
    }

    internal static InventoryObject Inventory()
    {
        P.Inventory inventory = PlainMessages.Inventory();
        return new InventoryObject { Owner = inventory.Owner, Items = [.. inventory.Items!.Select(Make)] };
    }

    internal static SnapshotObject Snapshot()
    {
        P.Snapshot snapshot = PlainMessages.Snapshot();
        return new SnapshotObject { Tick = snapshot.Tick, Entities = [.. snapshot.Entities!.Select(Make)] };
    }

    private static Vec3Object Make(P.Vec3 value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    private static QuatObject Make(P.Quat value) => new() { X = value.X, Y = value.Y, Z = value.Z, W = value.W };

    private static ItemObject Make(P.Item item) => new() { Id = item.Id, Count = item.Count, Name = item.Name!, Modifiers = [.. item.Modifiers!] };

    private static EntityObject Make(P.EntityState state) =>
        new() { Entity = state.Entity, Position = Make(state.Position), Rotation = Make(state.Rotation), Health = state.Health, Flags = state.Flags };
}
