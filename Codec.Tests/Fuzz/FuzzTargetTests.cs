namespace Codec.Tests.Fuzz;

/// <summary>Runs the targets on their first inputs and on mutants of these.</summary>
internal sealed class FuzzTargetTests
{
    private static IEnumerable<string> Names => FuzzTarget.Names;

    [TestCaseSource(nameof(Names))]
    public void Mutants_are_an_error_or_valid(string name)
    {
        FuzzTarget target = FuzzTarget.Find(name);
        Random random = new(RandomCases.Seed());
        byte[][] seeds = [.. target.Seeds(random)];
        int count = seeds.Length + RandomCases.Count(30_000);
        int accepted = 0;
        for (int i = 0; i < count; i++)
        {
            byte[] input = i < seeds.Length ? seeds[i] : Mutate(seeds, random);
            try
            {
                accepted += target.Run(input) ? 1 : 0;
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException(Convert.ToHexString(input), exception);
            }
        }

        Assert.That(accepted, Is.InRange(1, count - 1), "mutants of both kinds");
    }

    private static byte[] Mutate(byte[][] seeds, Random random)
    {
        byte[] seed = seeds[random.Next(seeds.Length)];
        if (random.Next(2) == 0)
        {
            return [.. seed.Take(1), .. PayloadMutator.Mutate([.. seed.Skip(1)], random)];
        }

        List<byte> mutant = [.. seed];
        for (int change = random.Next(1, 6); change > 0; change--)
        {
            byte[] other = seeds[random.Next(seeds.Length)];
            int from = random.Next(other.Length);
            int at = random.Next(Math.Min(1, mutant.Count), mutant.Count + 1);
            switch (random.Next(5))
            {
                case 0: mutant.RemoveRange(at, Math.Min(random.Next(1, 8), mutant.Count - at)); break;
                case 1: mutant.Insert(at, (byte)random.Next(256)); break;
                case 2: mutant.Insert(at, "{}()[]:;,.=\"'/*-+09axe\0\n\\"u8[random.Next(25)]); break;
                case 3: mutant.InsertRange(at, other.Skip(from).Take(random.Next(1, 40))); break;
                default: mutant.RemoveRange(at, mutant.Count - at); break;
            }
        }

        return [.. mutant];
    }
}
