extern alias packets;

using packets::Game.Packed;

namespace Codec.Tests.GeneratedCode;

/// <summary>Tests messages with <c>packet_packed</c>, which are packed when they are sent and unpacked when they are dispatched.</summary>
internal sealed class PackedMessageTests
{
    private static readonly Move Move = PackedSamples.Move;

    [Test]
    public void Encoding_packs_the_payload_that_TryWrite_writes()
    {
        byte[] payload = new byte[Move.GetMaxByteCount()];
        Assert.That(Move.TryWrite(payload, out int size), Is.True);
        byte[] expected = new byte[PackedPayload.GetMaxPackedSize(size)];
        PackedPayload.Pack(Move.PacketShape, payload.AsSpan(0, size), expected, out int packedSize);

        byte[] packet = PacketEncoder.Encode(Move);
        Assert.That(packet.AsSpan(PacketHeader.ByteCount).ToArray(), Is.EqualTo(expected.AsSpan(0, packedSize).ToArray()));
        Assert.That(((IPacket)Move).GetMaxByteCount(), Is.EqualTo(size + 1));
        for (int length = 0; length < packet.Length; length++)
        {
            Assert.That(PacketEncoder.Encode(new byte[length], Move, null, out int written), Is.EqualTo(OperationStatus.DestinationTooSmall));
            Assert.That(written, Is.Zero);
        }
    }

    [Test]
    public void A_message_over_its_limit_is_not_sent()
    {
        TestPacket message = new() { Msg = new string('x', 1000) };
        Assert.That(() => PacketEncoder.Encode(message), Throws.InvalidOperationException.With.Message.Contains("1000"));
        Assert.That(() => PacketEncoder.Encode(PackedSamples.Snapshot(1821)), Throws.InvalidOperationException.With.Message.Contains("65535"));
        Assert.That(PacketEncoder.Encode(PackedSamples.Snapshot(1800)), Has.Length.LessThan(65_535));
        Assert.That(PacketEncoder.Encode(Move), Is.Not.Empty, "after a message that was not sent");
    }

    [Test]
    public void Encoding_and_dispatching_allocate_nothing_after_warm_up()
    {
        Snapshot snapshot = PackedSamples.Snapshot(500);
        ArrayBufferWriter<byte> output = new(100_000);
        for (int i = 0; i < 3; i++)
        {
            output.Clear();
            PacketEncoder.Write(output, snapshot);
            PacketEncoder.Write(output, Move);
        }

        using PacketDispatcher<int[]> dispatcher = new(
            new PacketRoutes<int[]>().AddSnapshot(static (count, message) => count[0] += message.Entities.Length), [0], PacketDirections.ToServer);
        Packet packet = PackedSamples.Decode(PacketEncoder.Encode(snapshot));
        dispatcher.Dispatch(packet);
        output.Clear();
        long before = GC.GetAllocatedBytesForCurrentThread();
        PacketEncoder.Write(output, snapshot);
        PacketEncoder.Write(output, Move);
        dispatcher.Dispatch(packet);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    [Test]
    public void Handlers_get_whole_messages_of_differences()
    {
        List<string> seen = [];
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>().AddScene(static (list, scene) =>
            list.Add($"{scene.Tick}: {scene.Units.Count}, {scene.Units[0].Health}, {scene.Units[1].Name}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, seen, PacketDirections.ToServer);
        using PacketDispatcher<List<string>> late = new(routes, seen, PacketDirections.ToServer);
        Codec.Generated.DeltaSender<Scene> sender = new();
        Scene scene = new() { Tick = 1, Units = new() { new Unit { Id = 1 }, new Unit { Id = 2, Name = "Bo" } } };
        sender.Advance(scene);
        Assert.That(dispatcher.Dispatch(PackedSamples.Decode(PacketEncoder.Encode(sender.SinceLast))), Is.EqualTo(PacketError.None));

        (scene.Tick, scene.Units[0].Health) = (2, 99);
        sender.Advance(scene);
        byte[] difference = PacketEncoder.Encode(sender.SinceLast);
        Assert.That(difference, Has.Length.LessThan(PacketEncoder.Encode(sender.Whole).Length));
        Assert.That(late.Dispatch(PackedSamples.Decode(difference)), Is.EqualTo(PacketError.BaselineMissing));
        Assert.That(dispatcher.Dispatch(PackedSamples.Decode(difference)), Is.EqualTo(PacketError.None));

        // A message without a sender is whole, and is not a baseline.
        Assert.That(late.Dispatch(PackedSamples.Decode(PacketEncoder.Encode(scene))), Is.EqualTo(PacketError.None));
        Assert.That(string.Join("; ", seen), Is.EqualTo("1: 2, 100, Bo; 2: 2, 99, Bo; 2: 2, 99, Bo"));
        Assert.That(
            () => new PacketRoutes<int>().AddDefault(static (int _, in Packet _) => { }, new PacketRules { Shape = Scene.PacketShape, Baselines = 1 }),
            Throws.ArgumentException.With.Message.Contains("baselines"));
    }

    [Test]
    public void A_message_can_be_encoded_while_another_message_uses_the_scratch_buffer()
    {
        byte[] expected = PacketEncoder.Encode(Move);
        using Codec.Generated.PackingScratch taken = Codec.Generated.PackingScratch.Take();
        Array.Fill(taken.Bytes, (byte)1);
        Assert.That(PacketEncoder.Encode(Move), Is.EqualTo(expected));
        Assert.That(taken.Bytes, Is.All.EqualTo(1));
    }
}
