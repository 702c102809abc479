using Codec.Tests.Keys;

namespace Codec.Tests.GeneratedCode.Keys;

/// <summary>A vector of elements of one type with keys of one type.</summary>
/// <typeparam name="TKey">The type of the keys.</typeparam>
/// <typeparam name="TElement">The type of the elements.</typeparam>
internal sealed class KeyCase<TKey, TElement>(
    string name,
    TKey[] keys,
    Func<TKey, int, TElement> create,
    Action<Shelf, FieldList<TElement>> set,
    Comparison<TElement> compare,
    KeyCase<TKey, TElement>.Search find) : IKeyCase
{
    public delegate (TKey Key, int N)? Search(ReadOnlySpan<byte> payload, TKey key);

    public string Field => name;

    public int KeyCount => keys.Length;

    public void Fill(Shelf shelf, ReadOnlySpan<int> numbers, bool isSorted)
    {
        FieldList<TElement> list = [];
        foreach (int number in numbers)
        {
            list.Add(create(keys[number], list.Count));
        }

        if (isSorted)
        {
            list.Sort(compare);
        }

        set(shelf, list);
    }

    public (int Key, int N) Find(ReadOnlySpan<byte> payload, int key) =>
        find(payload, keys[key]) is (TKey found, int n) ? (Array.IndexOf(keys, found), n) : (-1, -1);

    public override string ToString() => name;
}
