extern alias packets;

using System;
using System.Collections.Generic;
using Game;
using Game.Samples;
using Google.FlatBuffers;
using NUnit.Framework;
using P = packets::Game;

namespace Codec.Tests.Golden;

/// <summary>Compares every field of a payload with the values of <see cref="GameMessages"/>.</summary>
internal static class GameMessageAssert
{
    private static readonly Dictionary<string, Action<ByteBuffer>> Checks = new()
    {
        ["test_packet"] = TestPacketHasItsValues,
        ["login"] = LoginHasItsValues,
        ["move"] = MoveHasItsValues,
        ["spawn"] = SpawnHasItsValues,
        ["chat"] = ChatHasItsValues,
        ["inventory"] = InventoryHasItsValues,
        ["snapshot"] = payload => SnapshotHasItsValues(payload, GameMessages.SnapshotEntities),
        ["snapshot_large"] = payload => SnapshotHasItsValues(payload, GameMessages.LargeSnapshotEntities),
    };

    public static void HasItsValues(GameMessage message, byte[] payload)
    {
        Assert.That(IsValid(message.PacketId, payload), Is.True, "the verifier");
        Checks[message.Name](new ByteBuffer(payload));
    }

    /// <summary>Returns whether generated code accepts a payload.</summary>
    public static bool IsValid(uint id, byte[] payload) => id switch
    {
        GameMessages.TestPacketId => P.TestPacket.Verify(payload),
        GameMessages.LoginId => P.Login.Verify(payload),
        GameMessages.MoveId => P.Move.Verify(payload),
        GameMessages.SpawnId => P.Spawn.Verify(payload),
        GameMessages.ChatId => P.Chat.Verify(payload),
        GameMessages.InventoryId => P.Inventory.Verify(payload),
        _ => P.Snapshot.Verify(payload),
    };

    private static void TestPacketHasItsValues(ByteBuffer payload)
    {
        TestPacket root = TestPacket.GetRootAsTestPacket(payload);
        Assert.That(root.Msg, Is.EqualTo(GameMessages.TestText));
        Assert.That(root.Number, Is.EqualTo(GameMessages.TestNumber));
    }

    private static void LoginHasItsValues(ByteBuffer payload)
    {
        Login root = Login.GetRootAsLogin(payload);
        Assert.That(root.User, Is.EqualTo(GameMessages.LoginUser));
        Assert.That(root.GetTokenArray(), Is.EqualTo(GameMessages.Token()));
        Assert.That(root.TokenLength, Is.EqualTo(GameMessages.LoginTokenLength));
        for (int i = 0; i < GameMessages.LoginTokenLength; i++)
        {
            Assert.That(root.Token(i), Is.EqualTo(GameMessages.TokenByte(i)), $"token {i}");
        }

        Assert.That(root.Protocol, Is.EqualTo(GameMessages.LoginProtocol));
        Assert.That(root.Locale, Is.EqualTo(GameMessages.LoginLocale));
    }

    private static void MoveHasItsValues(ByteBuffer payload)
    {
        Move root = Move.GetRootAsMove(payload);
        Assert.That(root.Entity, Is.EqualTo(GameMessages.MoveEntity));
        Assert.That(Values(root.Position), Is.EqualTo((1.5f, -2.25f, 3.75f)));
        Assert.That(Values(root.Rotation), Is.EqualTo((0.5f, -0.5f, 0.5f, -0.5f)));
        Assert.That(Values(root.Velocity), Is.EqualTo((0.25f, 0f, -4f)));
        Assert.That(root.Time, Is.EqualTo(GameMessages.MoveTime));
    }

    private static void SpawnHasItsValues(ByteBuffer payload)
    {
        Spawn root = Spawn.GetRootAsSpawn(payload);
        Assert.That(root.Entity, Is.EqualTo(GameMessages.SpawnEntity));
        Assert.That(root.Kind, Is.EqualTo(EntityKind.Player));
        Assert.That(root.Name, Is.EqualTo(GameMessages.SpawnName));
        Assert.That(Values(root.Position), Is.EqualTo((100f, 0f, -100f)));
        Assert.That(Values(root.Rotation), Is.EqualTo((0f, 0f, 0f, 1f)));
        Assert.That(root.Health, Is.EqualTo(GameMessages.SpawnHealth));
        Assert.That(root.Flags, Is.EqualTo(EntityFlags.Visible | EntityFlags.Hostile));
        Assert.That(root.Owner, Is.EqualTo(GameMessages.SpawnOwner));
    }

    private static void ChatHasItsValues(ByteBuffer payload)
    {
        Chat root = Chat.GetRootAsChat(payload);
        Assert.That(root.Channel, Is.EqualTo(ChatChannel.Guild));
        Assert.That(root.Sender, Is.EqualTo(GameMessages.ChatSender));
        Assert.That(root.Text, Is.EqualTo(GameMessages.ChatText));
    }

    private static void InventoryHasItsValues(ByteBuffer payload)
    {
        Inventory root = Inventory.GetRootAsInventory(payload);
        Assert.That(root.Owner, Is.EqualTo(GameMessages.InventoryOwner));
        Assert.That(root.ItemsLength, Is.EqualTo(GameMessages.InventoryItems));
        for (int i = 0; i < GameMessages.InventoryItems; i++)
        {
            Item item = root.Items(i)!.Value;
            Assert.That(item.Id, Is.EqualTo(1000 + i), $"item {i}");
            Assert.That(item.Count, Is.EqualTo(i + 1), $"item {i}");
            Assert.That(item.Name, Is.EqualTo(GameMessages.ItemName(i)), $"item {i}");
            Assert.That(item.ModifiersLength, Is.EqualTo(GameMessages.ItemModifiers(i)), $"item {i}");
            for (int j = 0; j < item.ModifiersLength; j++)
            {
                Assert.That(item.Modifiers(j), Is.EqualTo(GameMessages.ItemModifier(i, j)), $"item {i}, modifier {j}");
            }
        }
    }

    private static void SnapshotHasItsValues(ByteBuffer payload, int entities)
    {
        Snapshot root = Snapshot.GetRootAsSnapshot(payload);
        Assert.That(root.Tick, Is.EqualTo(GameMessages.SnapshotTick));
        Assert.That(root.EntitiesLength, Is.EqualTo(entities));
        for (int i = 0; i < entities; i++)
        {
            EntityState entity = root.Entities(i)!.Value;
            Assert.That(entity.Entity, Is.EqualTo(i + 1), $"entity {i}");
            Assert.That(Values(entity.Position), Is.EqualTo((i * 0.5f, i * -0.25f, (float)i)), $"entity {i}");
            Assert.That(Values(entity.Rotation), Is.EqualTo((i * 0.125f, 0f, 0f, 1f)), $"entity {i}");
            Assert.That(entity.Health, Is.EqualTo(GameMessages.EntityHealth(i)), $"entity {i}");
            Assert.That(entity.Flags, Is.EqualTo(GameMessages.EntityFlagBits(i)), $"entity {i}");
        }
    }

    private static (float X, float Y, float Z) Values(Vec3? vector) => (vector!.Value.X, vector.Value.Y, vector.Value.Z);

    private static (float X, float Y, float Z, float W) Values(Quat? quaternion) =>
        (quaternion!.Value.X, quaternion.Value.Y, quaternion.Value.Z, quaternion.Value.W);
}
