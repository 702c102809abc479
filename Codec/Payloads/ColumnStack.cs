namespace Codec.Payloads;

/// <summary>Memory for the columns of the tables that are being packed or unpacked. It is released in reverse order. Not thread-safe.</summary>
internal sealed class ColumnStack<T>
    where T : struct
{
    private const int FirstCount = 256;

    // Numbers are read four at once, and the number after the last is loaded.
    private const int Slack = 4;

    // In bytes. The columns of the largest payload without another limit need less.
    private const int MaxKept = 2 * 1024 * 1024;

    /// <summary>Gets the elements. The array changes with <see cref="Take"/>.</summary>
    internal T[] Items { get; private set; } = new T[FirstCount];

    /// <summary>Gets or sets the number of elements in use. To release the last elements, decrease it.</summary>
    internal int Count { get; set; }

    /// <summary>Reserves elements, whose values are undefined. Four more elements follow them.</summary>
    /// <returns>The index of the first.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal int Take(int count)
    {
        int start = Count;
        if (count > Items.Length - Slack - start)
        {
            Grow(count);
        }

        Count = start + count;
        return start;
    }

    /// <summary>Releases all elements, and memory that only a large payload needs.</summary>
    internal void Clear()
    {
        Count = 0;
        if (Buffer.ByteLength(Items) > MaxKept)
        {
            Items = new T[FirstCount];
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int count)
    {
        T[] larger = new T[Math.Max(2 * Items.Length, checked(Count + count + Slack))];
        Array.Copy(Items, larger, Count);
        Items = larger;
    }
}
