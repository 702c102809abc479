using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Broken payloads: generated code accepts none that FlatBuffers' C++ verifier refuses, and reads all of them without leaving them.</summary>
[TestFixture]
internal sealed class MutantTests
{
    private const string CountVariable = "CODEC_MUTANTS";
    private const string SeedVariable = "CODEC_MUTANT_SEED";

    private static readonly IEnumerable<GeneratedMessage> Messages = GeneratedMessage.All;

    // Enough for each run; CODEC_MUTANTS asks for more.
    private static int Count => Number(CountVariable) ?? 20_000;

    [TestCaseSource(nameof(Messages))]
    public void Verify_accepts_nothing_that_the_cpp_verifier_refuses(GeneratedMessage message)
    {
        PlainType plain = new(message.Type);
        VerifiedView view = new(message.Type);
        int accepted = 0;
        foreach (List<byte[]> batch in Batches(message, plain))
        {
            bool[] verdicts = message.VerifyInCpp(batch);
            for (int i = 0; i < batch.Count; i++)
            {
                bool valid = plain.Verify(batch[i]);
                Assert.That(view.TryCreate(batch[i]), Is.EqualTo(valid), () => $"{message}: {Convert.ToHexString(batch[i])}");
                if (valid)
                {
                    accepted++;
                    Assert.That(verdicts[i], Is.True, () => $"{message}: {Convert.ToHexString(batch[i])}");
                }
            }
        }

        TestContext.Out.WriteLine($"{accepted} of {Count} accepted");
        Assert.That(accepted, Is.Positive);
    }

    [TestCaseSource(nameof(Messages))]
    public void Reading_never_throws_and_never_looks_outside(GeneratedMessage message)
    {
        PlainType plain = new(message.Type);
        foreach (byte[] mutant in Batches(message, plain).SelectMany(batch => batch))
        {
            byte[]? first = ReadAmong(plain, mutant, 0x00);
            byte[]? second = ReadAmong(plain, mutant, 0xFF);
            Assert.That(Same(first, second), Is.True, () => $"{message}: {Convert.ToHexString(mutant)}");
            if (plain.Verify(mutant))
            {
                Assert.That(first, Is.Not.Null, () => $"{message}: {Convert.ToHexString(mutant)}");
            }
        }
    }

    private static int? Number(string variable) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;

    // As NUnit's own comparison says, but not element by element through objects: that took most of the test's time.
    private static bool Same(byte[]? first, byte[]? second) =>
        first is null || second is null ? first is null && second is null : first.AsSpan().SequenceEqual(second);

    // What is read depends on nothing around the payload.
    private static byte[]? ReadAmong(PlainType plain, byte[] payload, byte surroundings)
    {
        byte[] memory = new byte[payload.Length + 256];
        Array.Fill(memory, surroundings);
        payload.CopyTo(memory, 128);
        object? value = plain.Read(memory.AsSpan(128, payload.Length));
        try
        {
            return value is null ? null : plain.Write(value);
        }
        catch (InvalidOperationException)
        {
            // A required field or an element that lay outside is null: the object cannot be written, as documented.
            return [];
        }
    }

    private static IEnumerable<List<byte[]>> Batches(GeneratedMessage message, PlainType plain)
    {
        const int BatchSize = 10_000;
        int seed = Number(SeedVariable) ?? Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"{SeedVariable}={seed}");
        Random random = new(seed);
        for (int done = 0; done < Count; done += BatchSize)
        {
            List<byte[]> batch = [];
            byte[] payload = [];
            for (int i = 0; i < Math.Min(BatchSize, Count - done); i++)
            {
                if (i % 100 == 0)
                {
                    payload = plain.Write(message.Fill(random));
                }

                batch.Add(PayloadMutator.Mutate(payload, random));
            }

            yield return batch;
        }
    }
}
