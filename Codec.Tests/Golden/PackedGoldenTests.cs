extern alias packets;

using packets::Game.Packed;

namespace Codec.Tests.Golden;

/// <summary>Tests the packets of schemas/packed.fbs: they are committed, and equal in C++.</summary>
public sealed class PackedGoldenTests
{
    private static readonly Dictionary<string, Func<byte[]>> Messages = new()
    {
        ["test_packet"] = static () => PacketEncoder.Encode(PackedSamples.TestPacket),
        ["move"] = static () => PacketEncoder.Encode(PackedSamples.Move),
        ["spawn"] = static () => PacketEncoder.Encode(PackedSamples.Spawn),
        ["chat"] = static () => PacketEncoder.Encode(PackedSamples.Chat),
        ["inventory"] = static () => PacketEncoder.Encode(PackedSamples.Inventory),
        ["snapshot"] = static () => PacketEncoder.Encode(PackedSamples.Snapshot(500)),
        ["grid"] = static () => PacketEncoder.Encode(PackedSamples.Grid),
    };

    private static readonly PayloadSchema Schema = PayloadSchema.Load(Repository.PathOf("schemas", "packed.fbs"));

    private static IEnumerable<string> Names => Messages.Keys;

    [TestCaseSource(nameof(Names))]
    public void Packet_equals_the_golden_one(string name) => GoldenFiles.AssertEqual($"packed/{name}.bin", Messages[name]());

    [TestCaseSource(nameof(Names))]
    public void Golden_packet_unpacks_to_the_payload_of_the_plain_message(string name)
    {
        Packet packet = PackedSamples.Decode(GoldenFiles.ReadBytes($"packed/{name}.bin"));
        byte[] payload = new byte[20_000];
        Assert.That(PackedPayload.Unpack(Schema.Find(packet.Id)!.Shape!, packet.Payload, payload, out int written), Is.EqualTo(PacketError.None));
        if (name != "grid")
        {
            PayloadMessage message = Schema.Find(packet.Id)!;
            byte[] plain = GoldenFiles.ReadBytes($"generated/{name}.bin");
            Assert.That(message.ToJson(payload.AsSpan(0, written)), Is.EqualTo(message.ToJson(plain.AsSpan(PacketHeader.ByteCount))));
            Assert.That(packet.PayloadSize, Is.LessThan(written), "packed");
        }
        else
        {
            Assert.That(Grid.TryRead(payload.AsSpan(0, written), out Grid grid), Is.True);
            Assert.That((grid.Origin.X, grid.GetCells(25)), Is.EqualTo((1f, 7)));
        }
    }
}
