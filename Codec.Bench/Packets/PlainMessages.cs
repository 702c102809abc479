using Game.Samples;

namespace Codec.Bench.Packets;

internal static class PlainMessages
{
    internal static P.TestPacket Seed() => new() { Msg = GameMessages.TestText, Number = GameMessages.TestNumber };

    internal static P.Move Move() => new()
    {
        Entity = GameMessages.MoveEntity,
        Position = new P.Vec3 { X = 1.5f, Y = -2.25f, Z = 3.75f },
        Rotation = new P.Quat { X = 0.5f, Y = -0.5f, Z = 0.5f, W = -0.5f },
        Velocity = new P.Vec3 { X = 0.25f, Z = -4f },
        Time = GameMessages.MoveTime,
    };

    internal static P.Chat Chat() => new()
    {
        Channel = P.ChatChannel.Guild,
        Sender = "Ada Lovelace",
        Text = "Meet me at the old bridge before the next wave, and bring all of your potions...",
    };

    internal static P.Inventory Inventory()
    {
        P.Inventory inventory = new() { Owner = 77, Items = [] };
        for (int i = 0; i < GameMessages.InventoryItems; i++)
        {
            P.Item item = new() { Id = 1000 + (uint)i, Count = (ushort)(i + 1), Name = GameMessages.ItemName(i), Modifiers = [] };
            for (int j = 0; j < GameMessages.ItemModifiers(i); j++)
            {
                item.Modifiers.Add(GameMessages.ItemModifier(i, j));
            }

            inventory.Items.Add(item);
        }

        return inventory;
    }

    internal static P.Snapshot Snapshot()
    {
        P.Snapshot snapshot = new() { Tick = GameMessages.SnapshotTick, Entities = [] };
        for (int i = 0; i < 500; i++)
        {
            snapshot.Entities.Add(new P.EntityState
            {
                Entity = (uint)i + 1,
                Position = new P.Vec3 { X = i * 0.5f, Y = i * -0.25f, Z = i },
                Rotation = new P.Quat { X = i * 0.125f, W = 1f },
                Health = GameMessages.EntityHealth(i),
                Flags = GameMessages.EntityFlagBits(i),
            });
        }

        return snapshot;
    }
}
