namespace Codec.Cli.Stats;

/// <summary>Keeps the largest of many values.</summary>
internal sealed class TopList<T>
{
    private const int Capacity = 5;

    /// <summary>Gets the values in descending order. Equal values are in the order in which they were added.</summary>
    public List<(long Value, T Item)> Items { get; private set; } = [];

    public void Add(long value, T item)
    {
        if (Items.Count < Capacity || value > Items[^1].Value)
        {
            Items = [.. Items.Append((Value: value, item)).OrderByDescending(kept => kept.Value).Take(Capacity)];
        }
    }
}
