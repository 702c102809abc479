namespace Codec.Generated;

/// <summary>The vtables that tables of a payload can share: the first six and the last two. C++ has the same numbers.</summary>
/// <remarks>There are few, because a shape that is not found is compared with all. A shape is the missing fields of a table.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedVTables
{
    /// <summary>The bit of a shape that excludes sharing the vtable with another table.</summary>
    public const ulong Unshared = 1UL << 63;

    /// <summary>The largest number of vtables.</summary>
    public const int Capacity = 8;

    /// <summary>The number of vtables that later ones do not replace.</summary>
    public const int Kept = 6;

    private Entry _last;
    private Entries _entries;
    private int _count;

    /// <summary>Gets the position of the vtable that was found or added last, in bytes.</summary>
    public readonly int Last => _last.Position;

    /// <summary>Returns whether a table can share the vtable that was found or added last.</summary>
    /// <param name="type">The number of the table's type.</param>
    /// <param name="shape">The fields that the table lacks: a bit for each entry of the vtable after the sizes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly bool IsLast(ulong type, ulong shape) => _last.Shape == shape && _last.Type == type;

    /// <summary>Finds a vtable that a table can share.</summary>
    /// <returns>Its position in bytes, or 0.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal int Find(ulong type, ulong shape)
    {
        int count = Math.Min(_count, Capacity);
        for (int i = 0; i < count; i++)
        {
            ref Entry entry = ref Unsafe.Add(ref _entries.First, i);
            if (entry.Shape == shape && entry.Type == type)
            {
                _last = entry;
                return entry.Position;
            }
        }

        return 0;
    }

    /// <summary>Adds a vtable that was written with all of its fields, and removes the fields that the table does not have.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Add(ref byte origin, int position, ulong type, ulong shape)
    {
        if (shape < Unshared)
        {
            _last = new Entry { Type = type, Shape = shape, Position = position };
            Unsafe.Add(ref _entries.First, _count < Capacity ? _count : Kept + (_count % (Capacity - Kept))) = _last;
            _count++;
        }

        shape &= ~Unshared;
        for (int entry = position + 4; shape != 0; entry += 2, shape >>= 1)
        {
            if ((shape & 1) != 0)
            {
                GeneratedBytes.StoreUInt16(ref origin, entry, 0);
            }
        }
    }

    internal void Clear()
    {
        _last = default;
        _count = 0;
    }

    private struct Entry
    {
        public ulong Type;
        public ulong Shape;
        public int Position;
    }

    // The entries after the first one have no names.
    [StructLayout(LayoutKind.Sequential, Size = Capacity * 24)]
    private struct Entries
    {
        public Entry First;
    }
}
