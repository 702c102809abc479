namespace Codec.Payloads;

/// <summary>Memory for the columns of the tables that are being packed or unpacked. It is released in reverse order. Not thread-safe.</summary>
internal sealed class ColumnStack<T>
    where T : struct
{
    private const int FirstCount = 256;

    // Numbers are read four at once, and the number after the last is loaded.
    private const int Slack = 4;

    // The columns of the largest payload without another limit have fewer elements: 2 MB of 8 bytes each.
    private const int MaxKept = 256 * 1024;

    private T[] _kept;

    internal ColumnStack() => Items = _kept = new T[FirstCount];

    /// <summary>Gets the elements. The array changes with <see cref="Take"/>.</summary>
    internal T[] Items { get; private set; }

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

    /// <summary>Releases all elements, and returns memory that only a large payload needs to the pool.</summary>
    internal void Clear()
    {
        Count = 0;
        Replace(_kept);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(int count)
    {
        int size = Math.Max(2 * Items.Length, checked(Count + count + Slack));
        T[] larger = size > MaxKept ? ArrayPool<T>.Shared.Rent(size) : _kept = new T[size];
        Array.Copy(Items, larger, Count);
        Replace(larger);
    }

    private void Replace(T[] items)
    {
        T[] old = Items;
        Items = items;
        if (old.Length > MaxKept)
        {
            ArrayPool<T>.Shared.Return(old);
        }
    }
}
