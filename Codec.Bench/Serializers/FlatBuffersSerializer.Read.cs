using System;
using Game;
using Google.FlatBuffers;

namespace Codec.Bench.Serializers;

/// <content>Every field through flatc's accessors, texts as views of their bytes.</content>
public sealed partial class FlatBuffersSerializer
{
    /// <inheritdoc/>
    public Func<double> Reader(SampleMessage message)
    {
        ByteBuffer payload = Payload(message);
        return message switch
        {
            SampleMessage.Seed => () => ReadSeed(payload),
            SampleMessage.Move => () => ReadMove(payload),
            SampleMessage.Chat => () => ReadChat(payload),
            SampleMessage.Inventory => () => ReadInventory(payload),
            _ => () => ReadSnapshot(payload),
        };
    }

    /// <summary>Gives what judges the bytes that <see cref="Writer"/> writes, with one verifier for all of them.</summary>
    public Func<bool> Verifier(SampleMessage message)
    {
        ByteBuffer payload = Payload(message);
        Verifier verifier = new(payload);
        return message switch
        {
            SampleMessage.Seed => () => Verify(verifier, payload, TestPacketVerify.Verify),
            SampleMessage.Move => () => Verify(verifier, payload, MoveVerify.Verify),
            SampleMessage.Chat => () => Verify(verifier, payload, ChatVerify.Verify),
            SampleMessage.Inventory => () => Verify(verifier, payload, InventoryVerify.Verify),
            _ => () => Verify(verifier, payload, SnapshotVerify.Verify),
        };
    }

    /// <summary>A message as the builder writes it, in memory of its own.</summary>
    internal ByteBuffer Payload(SampleMessage message) => Payload(Writer(message));

    /// <summary>What this serializer writes, in memory of its own.</summary>
    internal ByteBuffer Payload(Func<int> write)
    {
        write();
        return new ByteBuffer(_builder.SizedByteArray());
    }

    internal static double ReadSeed(ByteBuffer payload)
    {
        TestPacket packet = TestPacket.GetRootAsTestPacket(payload);
        return packet.Number + Sum(packet.GetMsgBytes());
    }

    internal static double ReadMove(ByteBuffer payload)
    {
        Move move = Move.GetRootAsMove(payload);
        return move.Entity + move.Time + Sum(move.Position.GetValueOrDefault()) + Sum(move.Rotation.GetValueOrDefault())
            + Sum(move.Velocity.GetValueOrDefault());
    }

    internal static double ReadChat(ByteBuffer payload)
    {
        Chat chat = Chat.GetRootAsChat(payload);
        return (byte)chat.Channel + Sum(chat.GetSenderBytes()) + Sum(chat.GetTextBytes());
    }

    internal static double ReadInventory(ByteBuffer payload)
    {
        Inventory inventory = Inventory.GetRootAsInventory(payload);
        double sum = inventory.Owner;
        long whole = 0;
        int count = inventory.ItemsLength;
        for (int i = 0; i < count; i++)
        {
            Item item = inventory.Items(i).GetValueOrDefault();
            whole += item.Id + item.Count + Sum(item.GetNameBytes());
            int modifiers = item.ModifiersLength;
            for (int j = 0; j < modifiers; j++)
            {
                whole += item.Modifiers(j);
            }
        }

        return sum + whole;
    }

    internal static double ReadSnapshot(ByteBuffer payload)
    {
        Snapshot snapshot = Snapshot.GetRootAsSnapshot(payload);
        double sum = snapshot.Tick;
        long whole = 0;
        int count = snapshot.EntitiesLength;
        for (int i = 0; i < count; i++)
        {
            EntityState state = snapshot.Entities(i).GetValueOrDefault();
            sum += Sum(state.Position) + Sum(state.Rotation);
            whole += state.Entity + state.Health + state.Flags;
        }

        return sum + whole;
    }

    private static bool Verify(Verifier verifier, ByteBuffer payload, VerifyTableAction verify)
    {
        // The published package's counters are the caller's to reset.
        verifier.Buf = payload;
        verifier.depth = 0;
        verifier.numTables = 0;
        return verifier.VerifyBuffer(null, false, verify);
    }

    private static int Sum(ArraySegment<byte>? text) => text is { Count: > 0 } bytes ? bytes.Count + bytes[0] : 0;

    private static float Sum(Vec3 value) => value.X + value.Y + value.Z;

    private static float Sum(Quat value) => value.X + value.Y + value.Z + value.W;
}
