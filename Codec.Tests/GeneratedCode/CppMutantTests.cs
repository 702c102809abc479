using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using NUnit.Framework;

namespace Codec.Tests.GeneratedCode;

/// <summary>Generated C++ under the address and undefined behavior sanitizers: it gives the answers of generated C# for valid and for broken payloads.</summary>
[TestFixture]
internal sealed class CppMutantTests
{
    private const string CountVariable = "CODEC_MUTANTS";
    private const string SeedVariable = "CODEC_MUTANT_SEED";

    private static readonly GeneratedMessage[] Messages = [.. GeneratedMessage.All];

    private CppAnswers? _cpp;

    [OneTimeSetUp]
    public void Build()
    {
        CppAnswers.RequirePrograms();
        _cpp = CppAnswers.Of(
            [EveryTable.Schema, Repository.PathOf("schemas", "game.fbs"), Repository.PathOf("schemas", "test_packet.fbs")],
            Messages.Select(message => message.Type.FullName!),
            "-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all");
    }

    [OneTimeTearDown]
    public void Remove() => _cpp?.Dispose();

    [TestCaseSource(nameof(Messages))]
    public void Valid_payloads_are_read_and_written_equal(GeneratedMessage message)
    {
        int seed = Number(SeedVariable) ?? Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"{SeedVariable}={seed}");
        Random random = new(seed);
        PlainType plain = new(message.Type);
        byte[][] payloads = [.. Enumerable.Range(0, 1000).Select(_ => plain.Write(message.Fill(random)))];
        int index = 0;
        foreach ((bool isValid, bool isRead, byte[] written, _) in Ask(message, payloads))
        {
            byte[] payload = payloads[index++];
            Assert.That((isValid, isRead), Is.EqualTo((true, true)), () => Convert.ToHexString(payload));
            Assert.That(Convert.ToHexString(written), Is.EqualTo(Convert.ToHexString(payload)));
        }
    }

    [TestCaseSource(nameof(Messages))]
    public void Broken_payloads_get_the_same_answers(GeneratedMessage message)
    {
        int seed = Number(SeedVariable) ?? Environment.TickCount & int.MaxValue;
        TestContext.Out.WriteLine($"{SeedVariable}={seed}");
        Random random = new(seed);
        PlainType plain = new(message.Type);
        int count = Number(CountVariable) ?? 20_000;
        int accepted = 0;
        for (int done = 0; done < count; done += 10_000)
        {
            List<byte[]> mutants = [];
            while (mutants.Count < Math.Min(10_000, count - done))
            {
                byte[] payload = plain.Write(message.Fill(random));
                mutants.AddRange(Enumerable.Range(0, 100).Select(_ => PayloadMutator.Mutate(payload, random)));
            }

            int index = 0;
            foreach ((bool isValid, bool isRead, _, _) in Ask(message, mutants))
            {
                byte[] mutant = mutants[index++];
                accepted += isValid ? 1 : 0;
                Assert.That((isValid, isRead), Is.EqualTo((plain.Verify(mutant), plain.Read(mutant) is not null)), () => $"{message}: {Convert.ToHexString(mutant)}");
            }
        }

        TestContext.Out.WriteLine($"{accepted} of {count} accepted");
        Assert.That(accepted, Is.Positive);
    }

    [Test]
    public void The_sample_messages_are_written_as_csharp_writes_them()
    {
        foreach (string name in GeneratedSamples.Names)
        {
            object value = GeneratedSamples.Plain(name);
            byte[] payload = new PlainType(value.GetType()).Write(value);
            (bool isValid, bool isRead, byte[] written, _) = _cpp!.Ask([(Array.FindIndex(Messages, message => message.Type == value.GetType()), payload)])[0];
            Assert.That((isValid, isRead), Is.EqualTo((true, true)), name);
            Assert.That(written, Is.EqualTo(payload), name);
        }
    }

    private static int? Number(string variable) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), NumberStyles.None, CultureInfo.InvariantCulture, out int number) ? number : null;

    private IReadOnlyList<(bool IsValid, bool IsRead, byte[] Written, string Json)> Ask(GeneratedMessage message, IReadOnlyCollection<byte[]> payloads)
    {
        int root = Array.IndexOf(Messages, message);
        return _cpp!.Ask([.. payloads.Select(payload => (root, payload))]);
    }
}
