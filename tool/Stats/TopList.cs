namespace Codec.Cli.Stats;

/// <summary>Keeps the largest of many values.</summary>
/// <typeparam name="T">The type of the data that is stored with a value.</typeparam>
internal sealed class TopList<T>(int capacity)
{
    private readonly List<(long Value, T Item)> _items = [];

    /// <summary>Gets the values in descending order. Equal values are in the order in which they were added.</summary>
    public IReadOnlyList<(long Value, T Item)> Items => _items;

    /// <summary>Returns whether a value would be kept.</summary>
    public bool Takes(long value) => _items.Count < capacity || value > _items[^1].Value;

    /// <summary>Adds a value, and removes the smallest if there are too many.</summary>
    public void Add(long value, T item)
    {
        if (!Takes(value))
        {
            return;
        }

        int index = _items.Count;
        while (index > 0 && _items[index - 1].Value < value)
        {
            index--;
        }

        _items.Insert(index, (value, item));
        if (_items.Count > capacity)
        {
            _items.RemoveAt(capacity);
        }
    }
}
