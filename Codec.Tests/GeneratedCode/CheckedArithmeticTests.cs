namespace Codec.Tests.GeneratedCode;

/// <summary>Tests that generated code does not overflow on hostile bytes in a project with CheckForOverflowUnderflow.</summary>
internal sealed class CheckedArithmeticTests
{
    private const int MutantsPerType = 1000;

    [Test]
    public void Checked_arithmetic_does_not_change_the_results_for_mutated_payloads()
    {
        SchemaResult schema = SchemaCompiler.Compile(
            [SchemaText.Read(EveryTable.Schema)!], SchemaText.Read, [Repository.PathOf("schemas")]);
        IEnumerable<string> sources = CSharpEmitter.Emit(schema.Model!).Select(file => file.Text);
        Assembly assembly = InMemoryCompilation.Load("Checked", sources, checkOverflow: true);
        Random random = new(RandomCases.Seed());
        int accepted = 0;
        foreach (Type type in EveryTable.All)
        {
            PlainType plain = new(type);
            PlainType guarded = new(assembly.GetType(type.FullName!, throwOnError: true)!);
            byte[] payload = [];
            for (int i = 0; i < RandomCases.Count(MutantsPerType); i++)
            {
                if (i % 50 == 0)
                {
                    payload = plain.Write(EveryTable.Fill(type, random));
                }

                byte[] mutant = PayloadMutator.Mutate(payload, random);
                bool isAccepted = plain.Verify(mutant);
                accepted += isAccepted ? 1 : 0;
                Assert.That(guarded.Verify(mutant), Is.EqualTo(isAccepted), () => $"{type}: {Convert.ToHexString(mutant)}");
                object? read = plain.Read(mutant);
                object? guardedRead = guarded.Read(mutant);
                Assert.That(guardedRead is null, Is.EqualTo(read is null), () => $"{type}: {Convert.ToHexString(mutant)}");
                if (isAccepted)
                {
                    Assert.That(guarded.Write(guardedRead!), Is.EqualTo(plain.Write(read!)), () => $"{type}: {Convert.ToHexString(mutant)}");
                }
            }
        }

        Assert.That(accepted, Is.Positive);
    }
}
