using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Tables and their vtables.</content>
public partial class Verifier
{
    /// <summary>No table is entered: an index that no unsigned 32-bit number is.</summary>
    private const ulong NoTable = ulong.MaxValue;

    /// <summary>The buffer was not looked at since it was set, much less a table of it.</summary>
    private const ulong NotTaken = ulong.MaxValue - 1;

    // The table whose fields are being verified, and its vtable, which is wholly inside the buffer.
    private ulong _table = NotTaken;
    private uint _vtableSize;
    private uint _vtable;

    /// <summary>Starts verifying a table: its vtable is inside the buffer, and the limits hold.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>Whether that is so.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool VerifyTableStart(uint tablePos)
    {
        Options options = _options;
        int depth = _counters.Depth + 1;
        _counters.Depth = depth;
        if (depth > options.maxDepth)
        {
            return false;
        }

        int tables = _counters.Tables + 1;
        _counters.Tables = tables;
        if (tables > options.maxTables)
        {
            return false;
        }

        // What mostly is: words and halves that count from the start.
        if (IsCountedWord(tablePos))
        {
            // Below 0 it wraps to what is far behind any buffer's end.
            uint vtable = tablePos - Read32(tablePos);
            if (IsCountedHalf(vtable) && UseVtable(tablePos, vtable))
            {
                return true;
            }
        }

        return EnterTable(tablePos);
    }

    /// <summary>Ends verifying a table.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>True.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool VerifyTableEnd(uint tablePos)
    {
        _counters.Depth = _counters.Depth - 1;
        return true;
    }

    /// <summary>Creates a table the one whose fields are looked up, where its vtable is inside the buffer; however it is aligned.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool EnterTable(uint table)
    {
        if (!IsNumber(table, SIZE_S_OFFSET))
        {
            return false;
        }

        uint vtable = table - Read32(table);
        return IsNumber(vtable, SIZE_V_OFFSET) && UseVtable(table, vtable);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool UseVtable(uint table, uint vtable)
    {
        uint size = Read16(vtable);
        if ((size & 1) != 0 || size > _end - vtable)
        {
            return false;
        }

        _table = table;
        _vtable = vtable;
        _vtableSize = size;
        return Spend(SIZE_S_OFFSET + size);
    }

    /// <summary>Returns a field's distance from the table, or 0 if it is not set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint FieldOf(short vOffset)
    {
        // Added to the address, which has room for an entry in the load itself, and not to the index.
        uint entry = (ushort)vOffset;
        return entry + SIZE_V_OFFSET <= _vtableSize
            ? LittleEndian.Read16(ref Unsafe.AddByteOffset(ref ArrayReference.At(ref _array, (int)_vtable), (nint)entry))
            : (uint)0;
    }
}
