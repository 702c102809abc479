using Codec.Tests.Keys;

namespace Codec.Tests.GeneratedCode.Keys;

/// <summary>Tests searching vectors by key, for each type of key, in tables and in structs.</summary>
internal sealed class KeyTests
{
    private static readonly IEnumerable<IKeyCase> Cases = KeyCases.All;

    // Excludes strings, because their keys are encoded for the search and decoded from the result, which allocates.
    private static readonly IEnumerable<IKeyCase> NumberCases = KeyCases.All.Where(vector => vector.Field != "texts");

    [TestCaseSource(nameof(Cases))]
    public void Every_present_key_is_found_and_no_absent_key_is_found(IKeyCase vector)
    {
        // Tests all subsets of up to seven keys, and random subsets of more keys.
        Random random = Random(out _);
        for (int set = 0; set < 128; set++)
        {
            int[] keys = [.. Enumerable.Range(0, vector.KeyCount).Where(key => vector.KeyCount > 7 ? random.Next(2) == 0 : ((set >> key) & 1) != 0)];
            int[] shuffled = [.. keys];
            random.Shuffle(shuffled);
            byte[] payload = Write(vector, shuffled, isSorted: true);
            for (int key = 0; key < vector.KeyCount; key++)
            {
                int n = Array.IndexOf(shuffled, key);
                Assert.That(vector.Find(payload, key), Is.EqualTo((n < 0 ? -1 : key, n)), () => $"{key} among {string.Join(' ', keys)}");
            }
        }
    }

    [TestCaseSource(nameof(Cases))]
    public void One_of_several_elements_with_equal_keys_is_found(IKeyCase vector)
    {
        Random random = Random(out _);
        for (int round = 0; round < 200; round++)
        {
            int[] keys = [.. Enumerable.Range(0, random.Next(1, 40)).Select(_ => random.Next(vector.KeyCount))];
            byte[] payload = Write(vector, keys, isSorted: true);
            for (int key = 0; key < vector.KeyCount; key++)
            {
                (int found, int n) = vector.Find(payload, key);
                Assert.That(found, Is.EqualTo(keys.Contains(key) ? key : -1), () => $"{key} among {string.Join(' ', keys)}");
                Assert.That(found < 0 || keys[n] == key, Is.True);
            }
        }
    }

    [TestCaseSource(nameof(NumberCases))]
    public void Searching_allocates_nothing(IKeyCase vector)
    {
        byte[] payload = Write(vector, [.. Enumerable.Range(0, vector.KeyCount)], isSorted: true);
        Find(vector, payload, 100);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Find(vector, payload, 1000);
        Assert.That(GC.GetAllocatedBytesForCurrentThread() - before, Is.Zero);
    }

    private static void Find(IKeyCase vector, byte[] payload, int times)
    {
        for (int i = 0; i < times; i++)
        {
            vector.Find(payload, i % vector.KeyCount);
        }
    }

    private static byte[] Write(IKeyCase vector, int[] keys, bool isSorted)
    {
        Shelf shelf = new();
        vector.Fill(shelf, keys, isSorted);
        return new PlainType(typeof(Shelf)).Write(shelf);
    }

    private static Random Random(out int seed) => new(seed = RandomCases.Seed());
}
