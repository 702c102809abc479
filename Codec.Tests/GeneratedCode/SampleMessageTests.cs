extern alias packets;

using System;
using System.Buffers;
using System.Linq;
using Codec.Framing;
using Codec.Packets;
using Game;
using Game.Samples;
using Google.FlatBuffers;
using NUnit.Framework;
using P = packets::Game;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests that flatc's code and the schema compiler's code for the same schemas can read each other's sample messages.</summary>
[TestFixture]
internal sealed class SampleMessageTests
{
    [Test]
    public void The_test_packet_starts_with_48_0_254_255()
    {
        byte[] packet = new byte[128];
        P.TestPacket message = new() { Msg = "This is a message!", Number = 255 };
        Assert.That(PacketEncoder.Encode(packet, message, PacketFormat.Default, out int written), Is.EqualTo(OperationStatus.Done));
        Assert.That(written, Is.EqualTo(52));
        Assert.That(packet[..4], Is.EqualTo(new byte[] { 48, 0, 254, 255 }));
        TestPacket read = TestPacket.GetRootAsTestPacket(new ByteBuffer(packet[4..written]));
        Assert.That((read.Msg, read.Number), Is.EqualTo(("This is a message!", 255)));
    }

    [Test]
    public void A_login_from_flatc_round_trips_through_generated_code()
    {
        byte[] theirs = Built(GameMessages.BuildLogin);
        P.Login login = new();
        Assert.That(P.Login.Verify(theirs) && login.TryRead(theirs), Is.True);
        Login expected = Login.GetRootAsLogin(new ByteBuffer(theirs));
        Login actual = Login.GetRootAsLogin(new ByteBuffer(Written(login.GetMaxByteCount(), login.TryWrite)));
        Assert.That((actual.User, actual.Protocol, actual.Locale), Is.EqualTo((expected.User, expected.Protocol, expected.Locale)));
        Assert.That(actual.GetTokenArray(), Is.EqualTo(expected.GetTokenArray()));
    }

    [Test]
    public void A_move_from_flatc_round_trips_through_generated_code()
    {
        byte[] theirs = Built(GameMessages.BuildMove);
        P.Move move = new();
        Assert.That(P.Move.Verify(theirs) && move.TryRead(theirs), Is.True);
        Move expected = Move.GetRootAsMove(new ByteBuffer(theirs));
        Move actual = Move.GetRootAsMove(new ByteBuffer(Written(move.GetMaxByteCount(), move.TryWrite)));
        Assert.That((actual.Entity, actual.Time), Is.EqualTo((expected.Entity, expected.Time)));
        Assert.That((actual.Position!.Value.X, actual.Position.Value.Y, actual.Position.Value.Z), Is.EqualTo((1.5f, -2.25f, 3.75f)));
        Assert.That((actual.Rotation!.Value.X, actual.Rotation.Value.W), Is.EqualTo((0.5f, -0.5f)));
        Assert.That((actual.Velocity!.Value.X, actual.Velocity.Value.Z), Is.EqualTo((0.25f, -4f)));
    }

    [Test]
    public void A_spawn_from_flatc_round_trips_through_generated_code()
    {
        byte[] theirs = Built(GameMessages.BuildSpawn);
        P.Spawn spawn = new();
        Assert.That(P.Spawn.Verify(theirs) && spawn.TryRead(theirs), Is.True);
        Spawn expected = Spawn.GetRootAsSpawn(new ByteBuffer(theirs));
        Spawn actual = Spawn.GetRootAsSpawn(new ByteBuffer(Written(spawn.GetMaxByteCount(), spawn.TryWrite)));
        Assert.That(
            (actual.Entity, actual.Kind, actual.Name, actual.Health, actual.Flags, actual.Owner),
            Is.EqualTo((expected.Entity, expected.Kind, expected.Name, expected.Health, expected.Flags, expected.Owner)));
    }

    [Test]
    public void A_chat_with_a_shared_string_from_flatc_round_trips_through_generated_code()
    {
        FlatBufferBuilder builder = new(64);
        StringOffset text = builder.CreateSharedString("grüß dich");
        builder.Finish(Chat.CreateChat(builder, ChatChannel.Guild, text, builder.CreateSharedString("grüß dich")).Value);
        byte[] theirs = builder.SizedByteArray();
        P.Chat chat = new();
        Assert.That(P.Chat.Verify(theirs) && chat.TryRead(theirs), Is.True);
        Chat actual = Chat.GetRootAsChat(new ByteBuffer(Written(chat.GetMaxByteCount(), chat.TryWrite)));
        Assert.That((actual.Channel, actual.Sender, actual.Text), Is.EqualTo((ChatChannel.Guild, "grüß dich", "grüß dich")));
    }

    [Test]
    public void An_inventory_from_flatc_round_trips_through_generated_code()
    {
        byte[] theirs = Built(GameMessages.BuildInventory);
        P.Inventory inventory = new();
        Assert.That(P.Inventory.Verify(theirs) && inventory.TryRead(theirs), Is.True);
        Inventory expected = Inventory.GetRootAsInventory(new ByteBuffer(theirs));
        byte[] ours = Written(inventory.GetMaxByteCount(), inventory.TryWrite);
        Assert.That(ours, Has.Length.LessThanOrEqualTo(theirs.Length + 16), "the items share one vtable");
        Inventory actual = Inventory.GetRootAsInventory(new ByteBuffer(ours));
        Assert.That((actual.Owner, actual.ItemsLength), Is.EqualTo((expected.Owner, expected.ItemsLength)));
        for (int i = 0; i < actual.ItemsLength; i++)
        {
            Item left = actual.Items(i)!.Value;
            Item right = expected.Items(i)!.Value;
            Assert.That((left.Id, left.Count, left.Name), Is.EqualTo((right.Id, right.Count, right.Name)));
            Assert.That(Enumerable.Range(0, left.ModifiersLength).Select(left.Modifiers), Is.EqualTo(Enumerable.Range(0, right.ModifiersLength).Select(right.Modifiers)));
        }
    }

    [Test]
    public void A_snapshot_from_flatc_round_trips_through_generated_code()
    {
        byte[] theirs = Built(builder => GameMessages.BuildSnapshot(builder, 500));
        P.Snapshot snapshot = new();
        Assert.That(P.Snapshot.Verify(theirs) && snapshot.TryRead(theirs), Is.True);
        Assert.That(snapshot.Entities!.Count, Is.EqualTo(500));
        Snapshot expected = Snapshot.GetRootAsSnapshot(new ByteBuffer(theirs));
        Snapshot actual = Snapshot.GetRootAsSnapshot(new ByteBuffer(Written(snapshot.GetMaxByteCount(), snapshot.TryWrite)));
        Assert.That(actual.Tick, Is.EqualTo(expected.Tick));
        for (int i = 0; i < 500; i++)
        {
            EntityState left = actual.Entities(i)!.Value;
            EntityState right = expected.Entities(i)!.Value;
            Assert.That(
                (left.Entity, left.Position.X, left.Rotation.W, left.Health, left.Flags),
                Is.EqualTo((right.Entity, right.Position.X, right.Rotation.W, right.Health, right.Flags)));
        }
    }

    private delegate bool TryWrite(Span<byte> destination, out int written);

    private static byte[] Built(Action<FlatBufferBuilder> build)
    {
        FlatBufferBuilder builder = new(64);
        build(builder);
        return builder.SizedByteArray();
    }

    private static byte[] Written(int size, TryWrite write)
    {
        byte[] buffer = new byte[size];
        Assert.That(write(buffer, out int written), Is.True);
        return buffer[..written];
    }
}
