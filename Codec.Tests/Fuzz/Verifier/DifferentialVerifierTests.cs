using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>
/// This repository's verifier against the C++ library's, on mutants of valid buffers. Ours must never accept what C++ refuses, and what it
/// accepts must be readable in full without an exception; what ours alone refuses must be one of the differences that docs/flatbuffers.md
/// lists.
/// </summary>
[TestFixture(CppPrograms.SystemLibrary)]
[TestFixture(CppPrograms.WasmLibrary)]
public sealed class DifferentialVerifierTests(string library)
{
    /// <summary>How many mutants to try; set it to 1000000 for the long run.</summary>
    private const string MutantsVariable = "CODEC_FUZZ_MUTANTS";

    /// <summary>The random seed of a run to repeat.</summary>
    private const string SeedVariable = "CODEC_FUZZ_SEED";

    /// <summary>A few seconds' worth.</summary>
    private const int DefaultMutants = 60_000;

    /// <summary>Few enough that the answers fit any pipe's buffer.</summary>
    private const int Batch = 256;

    /// <summary>Larger seeds are picked less often, so that the time goes into mutants and not into copies.</summary>
    private const int FullWeightBytes = 1024;

    private readonly OwnVerifier _ours = new();

    [Test]
    public void Both_accept_every_seed()
    {
        using CppVerifier cpp = new(library);
        byte[] answer = new byte[1];
        Assert.That(SeedBuffers.All, Has.Count.GreaterThanOrEqualTo(20));
        Assert.That(SeedBuffers.All.Min(seed => seed.Bytes.Length), Is.LessThanOrEqualTo(48));
        Assert.That(SeedBuffers.All.Max(seed => seed.Bytes.Length), Is.GreaterThanOrEqualTo(200_000));
        foreach (VerifiedBuffer seed in SeedBuffers.All)
        {
            cpp.Ask(seed.Root, seed.Bytes);
            cpp.Answers(answer);
            Assert.That(answer[0], Is.EqualTo(1), $"C++ on {seed.Name}");
            Assert.That(_ours.Accepts(seed.Root, seed.Bytes), Is.True, $"ours on {seed.Name}");
            Assert.That(() => OwnVerifier.ReadAll(seed.Root, seed.Bytes), Throws.Nothing, seed.Name);
        }
    }

    [Test]
    public void Mutants_are_never_accepted_where_Cpp_refuses()
    {
        int randomSeed = Number(SeedVariable) ?? Random.Shared.Next();
        int mutants = Number(MutantsVariable) ?? DefaultMutants;
        TestContext.Out.WriteLine($"{SeedVariable}={randomSeed} {MutantsVariable}={mutants}");
        Random random = new(randomSeed);
        Mutator mutator = new(random);
        VerifiedBuffer[] seeds = WeightedSeeds();
        byte[][] batch = new byte[Batch][];
        VerifiedRoot[] roots = new VerifiedRoot[Batch];
        byte[] answers = new byte[Batch];
        byte[] scratch = new byte[SeedBuffers.All.Max(seed => seed.Bytes.Length)];
        int accepted = 0;
        List<string> refusedByOursAlone = [];
        using CppVerifier cpp = new(library);
        for (int done = 0; done < mutants; done += Batch)
        {
            for (int i = 0; i < Batch; i++)
            {
                VerifiedBuffer seed = seeds[random.Next(seeds.Length)];
                int length = mutator.Mutate(seed.Bytes, scratch);
                batch[i] = scratch.AsSpan(0, length).ToArray();
                roots[i] = seed.Root;
                cpp.Ask(roots[i], batch[i]);
            }

            cpp.Answers(answers);
            for (int i = 0; i < Batch; i++)
            {
                bool ours = Judge(roots[i], batch[i], answers[i] == 1);
                accepted += ours ? 1 : 0;
                if (!ours && answers[i] == 1)
                {
                    refusedByOursAlone.Add(Describe(roots[i], batch[i]));
                }
            }
        }

        TestContext.Out.WriteLine($"accepted by both: {accepted}; refused by ours alone: {refusedByOursAlone.Count}");
        Assert.That(accepted, Is.GreaterThan(0), "mutants that are still valid");
        Assert.That(refusedByOursAlone, Is.Empty);
    }

    // Gives whether ours accepts, after asserting that it may.
    private bool Judge(VerifiedRoot root, byte[] bytes, bool cppAccepts)
    {
        bool accepts = false;
        try
        {
            accepts = _ours.Accepts(root, bytes);
            if (accepts)
            {
                OwnVerifier.ReadAll(root, bytes);
            }
        }
        catch (Exception error)
        {
            Assert.Fail($"{(accepts ? "reading what was accepted" : "the verifier")} threw {error}\n{Describe(root, bytes)}");
        }

        if (accepts && !cppAccepts)
        {
            Assert.Fail("accepted, but refused by C++: " + Describe(root, bytes));
        }

        return accepts;
    }

    private static VerifiedBuffer[] WeightedSeeds() =>
        [.. SeedBuffers.All.SelectMany(seed => Enumerable.Repeat(seed, Math.Max(1, 64 / (1 + (seed.Bytes.Length / FullWeightBytes)))))];

    private static string Describe(VerifiedRoot root, byte[] bytes) =>
        $"{root}, {bytes.Length} bytes: {Convert.ToHexString(bytes.AsSpan(0, Math.Min(bytes.Length, 4096)))}";

    private static int? Number(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : null;
}
