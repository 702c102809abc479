namespace Codec.Tests.GeneratedCode.TotalReading;

/// <summary>
/// Tests all members of views on bytes that are no longer a valid payload: no member throws or reads out of range, and results depend on the payload
/// only. The code that calls the members is generated from the views during the test, so that it includes all of them.
/// </summary>
internal sealed class TotalReadingTests
{
    private const string CountVariable = "CODEC_MUTANTS";
    private const string SeedVariable = "CODEC_MUTANT_SEED";

    // The number of bytes before and after the payload, which must not be read.
    private const int Around = 64;

    private static IReadOnlyList<string> Roots => CompiledRoots.Names;

    private static int Count => RandomCases.Count(CountVariable, 4000);

    [TestCaseSource(nameof(Roots))]
    public void Mutated_payloads_cause_no_exceptions_and_no_reads_outside_the_payload(string root)
    {
        int seed = (int?)RandomCases.Number(SeedVariable) ?? Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"{SeedVariable}={seed}");
        Random random = new(seed);
        Func<byte[], int, int, ulong> walk = CompiledRoots.Instance.WalkOf(root);
        byte[] payload = [];
        for (int i = 0; i < Count; i++)
        {
            if (i % 50 == 0)
            {
                payload = CompiledRoots.Instance.Payload(root, random, isForeign: i % 100 == 0);
            }

            byte[] mutant = PayloadMutator.Mutate(payload, random);
            try
            {
                // Different bytes around the payload and an odd address must not change the result.
                Assert.That(WalkAmong(walk, mutant, Around, 0x00), Is.EqualTo(WalkAmong(walk, mutant, Around + 1, 0xFF)));
            }
            catch (Exception exception) when (exception is not AssertionException)
            {
                Assert.Fail($"{root}: {Convert.ToHexString(mutant)}\n{exception}");
            }
        }
    }

    private static ulong WalkAmong(Func<byte[], int, int, ulong> walk, byte[] payload, int start, byte around)
    {
        byte[] memory = new byte[payload.Length + (2 * Around)];
        Array.Fill(memory, around);
        payload.CopyTo(memory, start);
        return walk(memory, start, payload.Length);
    }
}
