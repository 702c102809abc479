namespace Codec.Generated;

/// <summary>The vtables that tables of a payload can share: the first six and the last two. C++ has the same numbers.</summary>
/// <remarks>There are few, because a search that finds nothing compares all of them. A shape is the missing fields of a table.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct GeneratedVTables
{
    /// <summary>The bit of a shape that excludes sharing the vtable with another table.</summary>
    public const ulong Unshared = 1UL << 63;

    /// <summary>The largest number of vtables.</summary>
    public const int Capacity = 8;

    /// <summary>The number of vtables that later ones do not replace.</summary>
    public const int Kept = 6;

    private int _count;
    private Entries _entries;

    // One byte for each nesting depth, modulo 8: the index of the entry that was used last. The tables of a vector have the same depth, and mostly one vtable,
    // whatever they contain.
    private ulong _last;

    /// <summary>Gets the end of the payload's memory, which is stored here so that each call has one argument less.</summary>
    public int End { readonly get; private set; }

    /// <summary>Gets the position in bytes of the vtable that the current vector's complete elements share; 0 if there is none.</summary>
    public int Whole { readonly get; internal set; }

    /// <summary>Returns the position in bytes of the vtable that a table of the same depth used last, if this table can share it; otherwise 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Last(ulong type, ulong shape, int depth)
    {
        ref Entry entry = ref Unsafe.Add(ref _entries.First, LastOf(ref _last, depth));
        return entry.Shape == shape && entry.Type == type ? entry.Position : 0;
    }

    /// <summary>Finds a vtable that a table can share.</summary>
    /// <returns>Its position in bytes, or 0.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal int Find(ulong type, ulong shape, int depth)
    {
        int count = Math.Min(_count, Capacity);
        for (int i = 0; i < count; i++)
        {
            ref Entry entry = ref Unsafe.Add(ref _entries.First, i);
            if (entry.Shape == shape && entry.Type == type)
            {
                LastOf(ref _last, depth) = (byte)i;
                return entry.Position;
            }
        }

        return 0;
    }

    /// <summary>Adds a vtable that was written with all of its fields, and removes the fields that the table does not have.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void Add(ref byte origin, int position, ulong type, ulong shape, int depth)
    {
        if (shape < Unshared)
        {
            int index = _count < Capacity ? _count : Kept + (_count % (Capacity - Kept));
            Unsafe.Add(ref _entries.First, index) = new Entry { Type = type, Shape = shape, Position = position };
            LastOf(ref _last, depth) = (byte)index;
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

    /// <summary>Forgets all vtables. The memory of this struct may be uninitialized.</summary>
    /// <param name="end">The end of the memory.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal void Start(int end)
    {
        End = end;
        Whole = 0;
        _count = 0;
        _last = 0;
        _entries.First = default;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte LastOf(ref ulong last, int depth) => ref Unsafe.Add(ref Unsafe.As<ulong, byte>(ref last), depth & 7);

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
