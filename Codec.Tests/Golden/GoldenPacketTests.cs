namespace Codec.Tests.Golden;

/// <summary>Tests C# with the committed packets that C++ wrote.</summary>
public sealed class GoldenPacketTests
{
    private static IEnumerable<GameMessage> Messages => GameMessages.All;

    // flatc's C# and C++ add fields in the same order, so both write the same bytes for these messages.
    [TestCaseSource(nameof(Messages))]
    public void Written_packet_equals_the_golden_one(GameMessage message) => GoldenFiles.AssertEqual(message.Name + ".bin", GamePackets.Make(message));

    // Generated C# and C++ use the same layout. ctest compares what C++ writes.
    [TestCaseSource(nameof(Messages))]
    public void Packet_of_generated_code_equals_the_golden_one(GameMessage message) =>
        GoldenFiles.AssertEqual($"generated/{message.Name}.bin", GeneratedSamples.Packet(message.Name));

    [TestCaseSource(nameof(Messages))]
    public void Generated_code_reads_the_golden_packet_of_flatc(GameMessage message)
    {
        byte[] payload = GamePackets.PayloadOf(message, GoldenFiles.ReadBytes(message.Name + ".bin"));
        PlainType plain = new(GeneratedSamples.Plain(message.Name).GetType());

        Assert.That(plain.Verify(payload), Is.True);
        Assert.That(plain.Write(plain.Read(payload)!), Is.EqualTo(GamePackets.PayloadOf(message, GoldenFiles.ReadBytes($"generated/{message.Name}.bin"))));
    }
}
