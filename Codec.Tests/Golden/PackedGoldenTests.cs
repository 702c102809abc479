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
    public void Packet_equals_the_golden_one(string name)
    {
        byte[] packet = Messages[name]();
        if (Environment.GetEnvironmentVariable(GoldenFiles.UpdateVariable) == "1")
        {
            File.WriteAllBytes(Path.Combine(GoldenFiles.Directory, "packed", name + ".bin"), packet);
            Assert.Fail($"The golden packet packed/{name} was replaced.");
        }

        Assert.That(packet, Is.EqualTo(GoldenFiles.ReadBytes($"packed/{name}.bin")));
    }

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

    [TestCaseSource(nameof(Names))]
    public void Golden_packet_reaches_its_handler(string name)
    {
        List<string> log = [];
        PacketRoutes<List<string>> routes = new PacketRoutes<List<string>>()
            .AddTestPacket(static (seen, message) => seen.Add("test_packet " + message.Msg))
            .AddMove(static (seen, message) => seen.Add($"move {message.Entity}"))
            .AddSpawn(static (seen, message) => seen.Add($"spawn {message.Owner}"))
            .AddChat(static (seen, message) => seen.Add($"chat {message.Sender}"))
            .AddInventory(static (seen, message) => seen.Add($"inventory {message.Items[99].Name}"))
            .AddSnapshot(static (seen, message) => seen.Add($"snapshot {message.Entities[499].Health}"))
            .AddGrid(static (seen, in message) => seen.Add($"grid {message.GetCells(25)}"));
        using PacketDispatcher<List<string>> dispatcher = new(routes, log, PacketDirections.ToClient);
        Assert.That(dispatcher.Dispatch(PackedSamples.Decode(GoldenFiles.ReadBytes($"packed/{name}.bin"))), Is.EqualTo(PacketError.None));
        Dictionary<string, string> expected = new()
        {
            ["test_packet"] = "test_packet This is a message!",
            ["move"] = "move 1001",
            ["spawn"] = "spawn 9007199254740993",
            ["chat"] = "chat " + PackedSamples.Chat.Sender,
            ["inventory"] = "inventory Item 099",
            ["snapshot"] = "snapshot 249",
            ["grid"] = "grid 7",
        };
        Assert.That(log, Is.EqualTo(new[] { expected[name] }));
    }
}
