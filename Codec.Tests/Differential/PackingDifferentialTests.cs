using Codec.Tests.Payloads;

namespace Codec.Tests.Differential;

/// <summary>Tests that both languages pack payloads to the same bytes, and unpack mutants of these to the same bytes or the same error.</summary>
public sealed class PackingDifferentialTests
{
    /// <summary>The variable with the number of payloads, which is also the number of mutants. docs/interop.md describes the long run.</summary>
    private const string CountVariable = "CODEC_DIFFERENTIAL_PAYLOADS";

    private const int BatchSize = 1000;

    // In bytes. Some payloads are larger.
    private const int Limit = 2500;

    [Test]
    public void CSharp_and_Cpp_pack_the_same_bytes_and_reject_the_same_mutants()
    {
        int count = RandomCases.Count(CountVariable, 4000);
        int seed = Environment.TickCount;
        TestContext.Out.WriteLine($"seed {seed}");
        Random random = new(seed);
        Dictionary<PacketError, int> seen = [];
        byte[] destination = new byte[Limit];
        using CppPacker cpp = new();
        for (int done = 0; done < count; done += BatchSize)
        {
            byte[][] payloads = [.. Enumerable.Range(0, Math.Min(BatchSize, count - done)).Select(_ => RandomPayloads.Next(random))];
            byte[][] packed = [.. payloads.Select(Pack)];
            int index = 0;
            foreach ((PacketError _, byte[] theirs) in cpp.Run(payloads, -1))
            {
                AssertSame(packed[index].AsSpan().SequenceEqual(theirs), $"payload {done + index} of seed {seed}", payloads[index]);
                index++;
            }

            for (int i = 0; i < packed.Length; i++)
            {
                RandomPayloads.Mutate(random, ref packed[i]);
            }

            index = 0;
            foreach ((PacketError error, byte[] theirs) in cpp.Run(packed, Limit))
            {
                PacketError ours = PackedPayload.Unpack(packed[index], destination, out int written);
                AssertSame(
                    ours == error && destination.AsSpan(0, written).SequenceEqual(theirs),
                    $"mutant {done + index} of seed {seed}: C# {ours} and {written} bytes, C++ {error} and {theirs.Length}",
                    packed[index]);
                seen[ours] = seen.GetValueOrDefault(ours) + 1;
                index++;
            }
        }

        cpp.Complete();
        TestContext.Out.WriteLine($"{count} payloads and mutants: {string.Join(", ", seen.OrderBy(pair => pair.Key).Select(pair => $"{pair.Key} {pair.Value}"))}");
        Assert.That(
            seen.Keys,
            Is.EquivalentTo(new[]
            {
                PacketError.None, PacketError.PayloadTooLarge, PacketError.PackedSizeInvalid, PacketError.PackedTruncated, PacketError.UnpackedTooShort,
                PacketError.UnpackedTooLong,
            }));
    }

    private static void AssertSame(bool isSame, string what, byte[] bytes)
    {
        if (!isSame)
        {
            Assert.Fail($"{what}; {Convert.ToHexString(bytes)}");
        }
    }

    private static byte[] Pack(byte[] payload)
    {
        byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
        Assert.That(PackedPayload.Pack(payload, packed, out int written), Is.EqualTo(OperationStatus.Done));
        return packed[..written];
    }
}
