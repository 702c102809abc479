namespace Codec.Tests.Differential;

/// <summary>Tests that the decoders of both languages return the same packets, and the same error at the same offset, for the same streams.</summary>
public sealed class DecoderDifferentialTests
{
    /// <summary>The variable with the number of streams. docs/interop.md describes the long run.</summary>
    private const string CountVariable = "CODEC_DIFFERENTIAL_STREAMS";

    private const int BatchSize = 1000;

    private static readonly StreamDriver[] Drivers =
        [new PushDriver(), new AppendDriver(), new SequenceDriver(), new PipeDriver(), new SpanDriver()];

    [Test]
    public void CSharp_and_Cpp_decode_the_same_packets_and_errors_at_the_same_offset()
    {
        int count = RandomCases.Count(CountVariable, 5000);
        int seed = RandomCases.Seed();
        Random random = new(seed);
        HashSet<PacketError> seen = [];
        long packets = 0;
        int largestPayload = 0;
        uint largestId = 0;

        using CppDecoder cpp = new();
        for (int done = 0; done < count; done += BatchSize)
        {
            StreamCase[] streams = [.. Enumerable.Range(0, Math.Min(BatchSize, count - done)).Select(_ => StreamCase.Random(random))];
            int index = done;
            foreach (Decoding theirs in cpp.DecodeAll(streams))
            {
                StreamDriver driver = Drivers[index % Drivers.Length];
                StreamCase stream = streams[index - done];
                Decoding ours = driver.Decode(stream.Chunks, stream.Format);
                AssertSame(ours, theirs, stream, $"stream {index} of seed {seed}, {driver}");
                seen.Add(ours.Error);
                packets += ours.Packets.Count;
                largestPayload = ours.Packets.Aggregate(largestPayload, (largest, packet) => Math.Max(largest, packet.Payload.Length));
                largestId = ours.Packets.Aggregate(largestId, (largest, packet) => Math.Max(largest, packet.Id));
                index++;
            }
        }

        cpp.Complete();
        TestContext.Out.WriteLine($"{count} streams, {packets} packets, the largest payload of {largestPayload} bytes, the largest id {largestId}");
        Assert.That(
            seen,
            Is.EquivalentTo(new[] { PacketError.None, PacketError.HeaderTruncated, PacketError.PayloadTruncated, PacketError.SizeTooSmall, PacketError.PayloadTooLarge }));

        // These are much larger than the initial buffers of the decoders, and than two bytes can represent.
        Assert.That(largestPayload, Is.AtLeast(8 * 1024));
        Assert.That(largestId, Is.EqualTo(uint.MaxValue));
    }

    private static void AssertSame(Decoding ours, Decoding theirs, StreamCase stream, string what)
    {
        if (!ours.IsSameAs(theirs))
        {
            Assert.Fail($"{what}: {stream.Differing(ours, theirs)}");
        }
    }
}
