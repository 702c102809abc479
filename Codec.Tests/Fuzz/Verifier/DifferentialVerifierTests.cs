using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Tests.Interop;
using NUnit.Framework;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>
/// Compares this repository's verifier with that of the C++ library, on mutants of valid buffers. It must not accept a buffer that C++ rejects. A
/// buffer that it accepts must be readable completely without an exception. Buffers that only this verifier rejects are printed by reason, and
/// docs/interop.md explains each reason.
/// </summary>
[WrongInPackage("the verifier throws for a root without a file identifier, and on hostile bytes.")]
[TestFixture(CppPrograms.SystemLibrary)]
[TestFixture(CppPrograms.WasmLibrary)]
public sealed class DifferentialVerifierTests(string library)
{
    /// <summary>The variable with the number of mutants. Set it to 1000000 for a long run.</summary>
    private const string MutantsVariable = "CODEC_FUZZ_MUTANTS";

    /// <summary>The variable with the random seed of a run to repeat.</summary>
    private const string SeedVariable = "CODEC_FUZZ_SEED";

    /// <summary>The variable with the number of mutants to skip, so that a long run can be split.</summary>
    private const string FirstVariable = "CODEC_FUZZ_FIRST";

    /// <summary>The number of mutants if CI=true, which takes a few seconds.</summary>
    private const int DefaultMutants = 60_000;

    /// <summary>The number of mutants that are sent before their answers are read. All of these answers fit in the buffer of any pipe.</summary>
    private const int Batch = 256;

    /// <summary>
    /// The size in bytes up to which seeds are chosen equally often. Larger seeds are chosen less often, because copying them takes time.
    /// </summary>
    private const int FullWeightBytes = 1024;

    /// <summary>The number of errors after which a run ends. The first errors usually show the cause.</summary>
    private const int MaxMistakes = 20;

    /// <summary>The number of mutants to print for each reason, the simplest ones first.</summary>
    private const int ShownMutants = 5;

    /// <summary>
    /// The limit for the share of valid mutants that only this verifier rejects. It is several times the share of the explained differences. A larger
    /// share would mean that the verifier rejects valid buffers.
    /// </summary>
    private const double MaxShareRefusedByOursAlone = 0.02;

    private readonly OwnVerifier _ours = new();

    [Test]
    public void Both_verifiers_accept_every_seed()
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
    public void A_mutant_that_the_Cpp_verifier_rejects_is_never_accepted()
    {
        int randomSeed = (int?)RandomCases.Number(SeedVariable) ?? Random.Shared.Next();
        int mutants = RandomCases.Count(MutantsVariable, DefaultMutants);
        int first = (int?)RandomCases.Number(FirstVariable) ?? 0;
        TestContext.Out.WriteLine($"{SeedVariable}={randomSeed} {MutantsVariable}={mutants} {FirstVariable}={first}");
        Random random = new(randomSeed);
        Mutator mutator = new(random);
        VerifiedBuffer[] seeds = WeightedSeeds();
        Mutant[] batch = new Mutant[Batch];
        byte[] answers = new byte[Batch];
        byte[] scratch = new byte[SeedBuffers.All.Max(seed => seed.Bytes.Length)];
        int accepted = 0;
        List<string> wrong = [];
        Dictionary<string, List<Mutant>> refusedByOursAlone = [];
        using CppVerifier cpp = new(library);
        for (int i = 0; i < first; i++)
        {
            mutator.Mutate(seeds[random.Next(seeds.Length)].Bytes, scratch);
        }

        for (int done = 0; done < mutants && wrong.Count < MaxMistakes; done += Batch)
        {
            for (int i = 0; i < Batch; i++)
            {
                VerifiedBuffer seed = seeds[random.Next(seeds.Length)];
                int length = mutator.Mutate(seed.Bytes, scratch);
                batch[i] = new Mutant(seed, scratch.AsSpan(0, length).ToArray());
                cpp.Ask(seed.Root, batch[i].Bytes);
            }

            cpp.Answers(answers);
            for (int i = 0; i < Batch; i++)
            {
                accepted += answers[i];
                bool ours = Compare(batch[i], answers[i] == 1, wrong);
                if (!ours && answers[i] == 1)
                {
                    string reason = Refusal.ReasonFor(batch[i]);
                    refusedByOursAlone.TryAdd(reason, []);
                    refusedByOursAlone[reason].Add(batch[i]);
                }
            }
        }

        Print(accepted, refusedByOursAlone);
        Assert.That(accepted, Is.GreaterThan(0), "mutants that are still valid");
        Assert.That(wrong, Is.Empty);
        Assert.That(refusedByOursAlone.Keys, Has.None.EqualTo(Refusal.Unexplained), "docs/interop.md explains every refusal");
        Assert.That(refusedByOursAlone.Sum(entry => entry.Value.Count), Is.LessThan(accepted * MaxShareRefusedByOursAlone));
    }

    private static void Print(int accepted, Dictionary<string, List<Mutant>> refusedByOursAlone)
    {
        TestContext.Out.WriteLine($"accepted by C++: {accepted}, of these refused by ours: {refusedByOursAlone.Sum(entry => entry.Value.Count)}");
        foreach ((string reason, List<Mutant> mutants) in refusedByOursAlone)
        {
            TestContext.Out.WriteLine($"{reason}: {mutants.Count}");
            foreach (string mutant in mutants.Select(mutant => mutant.ToString()).OrderBy(text => text.Length).Take(ShownMutants))
            {
                TestContext.Out.WriteLine("  " + mutant);
            }
        }
    }

    // Returns whether this repository's verifier accepts the mutant. Adds an error if there is one.
    private bool Compare(Mutant mutant, bool cppAccepts, List<string> wrong)
    {
        bool accepts = false;
        try
        {
            accepts = _ours.Accepts(mutant.Seed.Root, mutant.Bytes);
            if (accepts)
            {
                OwnVerifier.ReadAll(mutant.Seed.Root, mutant.Bytes);
            }
        }
        catch (Exception error)
        {
            wrong.Add($"{(accepts ? "reading what was accepted" : "the verifier")} threw on {mutant}: {error}");
        }

        if (accepts && !cppAccepts)
        {
            wrong.Add($"accepted, but refused by C++: {mutant}");
        }

        return accepts;
    }

    private static VerifiedBuffer[] WeightedSeeds() =>
        [.. SeedBuffers.All.SelectMany(seed => Enumerable.Repeat(seed, Math.Max(1, 64 / (1 + (seed.Bytes.Length / FullWeightBytes)))))];
}
