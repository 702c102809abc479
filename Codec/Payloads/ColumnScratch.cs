namespace Codec.Payloads;

/// <summary>The memory of a thread for packing and unpacking. No code of a caller runs while it is in use. Not thread-safe.</summary>
internal sealed class ColumnScratch
{
    // In bytes: twice the largest payload of the default format. Larger messages are rare, so their memory is not kept.
    internal const int MaxKept = 128 * 1024;

    [ThreadStatic]
    private static ColumnScratch? _ofThread;

    internal static ColumnScratch OfThread => _ofThread ??= new ColumnScratch();

    /// <summary>Gets positions in a payload; -1 for a value that is missing.</summary>
    internal ColumnStack<int> Positions { get; } = new();

    /// <summary>Gets numbers, and flags in words of 64.</summary>
    internal ColumnStack<ulong> Values { get; } = new();

    internal ColumnWriter Writer { get; } = new();
    internal ColumnReader Reader { get; } = new();

    /// <summary>Gets the vtables of the payload that is being unpacked.</summary>
    internal VTableCache VTables { get; } = new();

    /// <summary>Ends the use of the memory.</summary>
    internal void Clear()
    {
        Positions.Clear();
        Values.Clear();
        Writer.Trim(MaxKept);
        Reader.Trim(MaxKept);
    }

    /// <summary>Finds the values of a field in tables.</summary>
    /// <param name="bytes">The payload.</param>
    /// <param name="size">Its size in bytes.</param>
    /// <param name="tables">The index of the tables' positions, after which those of their vtables follow.</param>
    /// <param name="count">The number of tables.</param>
    /// <param name="entry">The offset of the entry in the vtable.</param>
    /// <param name="valueSize">The size of the value in bytes.</param>
    /// <param name="to">The index of the positions of the values, which are written.</param>
    internal void Find(byte[] bytes, int size, int tables, int count, int entry, int valueSize, int to)
    {
        int[] positions = Positions.Items;
        int known = -1;
        int offset = 0;
        for (int i = 0; i < count; i++)
        {
            int vtable = positions[tables + count + i];
            if (vtable != known)
            {
                known = vtable;
                offset = ScalarColumn.Load16(bytes, vtable) >= entry + 2 ? ScalarColumn.Load16(bytes, vtable + entry) : 0;
            }

            int at = positions[tables + i] + offset;
            positions[to + i] = offset == 0 || at > size - valueSize ? -1 : at;
        }
    }

    /// <summary>Moves the positions of values that are not missing to the front.</summary>
    /// <param name="at">The index of the first.</param>
    /// <param name="count">The number of positions.</param>
    /// <param name="flags">The index of the flags, which are written: a bit for each position, which is set if the value is not missing.</param>
    /// <returns>How many there are.</returns>
    internal int Compact(int at, int count, int flags)
    {
        int[] positions = Positions.Items;
        ulong[] values = Values.Items;
        int present = 0;
        ulong word = 0;
        for (int i = 0; i < count; i++)
        {
            int position = positions[at + i];
            positions[at + present] = position;
            ulong isPresent = position >= 0 ? 1UL : 0;
            word |= isPresent << i;
            present += (int)isPresent;
            if ((i & 63) == 63)
            {
                values[flags++] = word;
                word = 0;
            }
        }

        if ((count & 63) != 0)
        {
            values[flags] = word;
        }

        return present;
    }

    /// <summary>Reserves flags, whose values are undefined.</summary>
    /// <returns>The index of the first 64 in <see cref="Values"/>.</returns>
    internal int TakeFlags(int count) => Values.Take((count + 63) >> 6);
}
