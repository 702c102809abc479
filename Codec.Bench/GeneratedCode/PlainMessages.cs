extern alias packets;

using System;
using System.Linq;
using Game.Samples;
using P = packets::Game;

namespace Codec.Bench.GeneratedCode;

/// <summary>The sample messages in the data types of the schema compiler.</summary>
internal static class PlainMessages
{
    // Enough messages that the benchmark call and the end of the loop are negligible, and few enough that they stay in the first-level cache.
    internal const int Count = 64;

    internal delegate bool TryWrite(Span<byte> destination, out int written);

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

    /// <summary>Returns different messages with the length of <see cref="Seed"/>.</summary>
    internal static P.TestPacket[] Seeds() => Many(i =>
    {
        P.TestPacket seed = Seed();
        seed.Msg = Rotated(seed.Msg!, i);
        seed.Number += i;
        return seed;
    });

    /// <summary>Returns different messages with the length of <see cref="Move"/>.</summary>
    internal static P.Move[] Moves() => Many(i =>
    {
        P.Move move = Move();
        move.Entity += (uint)i;
        move.Position = new P.Vec3 { X = 1.5f + i, Y = -2.25f * i, Z = 3.75f - i };
        move.Rotation = new P.Quat { X = 0.5f, Y = i * -0.25f, Z = i * 0.5f, W = -0.5f };
        move.Velocity = new P.Vec3 { X = 0.25f * i, Z = -4f + i };
        move.Time += i * 0.125;
        return move;
    });

    /// <summary>Returns different messages with the length of <see cref="Chat"/>.</summary>
    internal static P.Chat[] Chats() => Many(i =>
    {
        P.Chat chat = Chat();
        chat.Channel = (P.ChatChannel)(i % 4);
        chat.Sender = Rotated(chat.Sender!, i);
        chat.Text = Rotated(chat.Text!, i);
        return chat;
    });

    internal static byte[] Payload(TryWrite write)
    {
        byte[] buffer = new byte[65536];
        return write(buffer, out int written) ? buffer[..written] : [];
    }

    private static T[] Many<T>(Func<int, T> make) => [.. Enumerable.Range(0, Count).Select(make)];

    private static string Rotated(string text, int by) => text[(by % text.Length)..] + text[..(by % text.Length)];
}
