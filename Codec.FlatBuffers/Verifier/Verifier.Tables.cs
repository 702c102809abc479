using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Verifies tables and their vtables.</content>
public partial class Verifier
{
    /// <summary>The value if no table is entered. It is outside the range of an unsigned 32-bit index.</summary>
    private const ulong NoTable = ulong.MaxValue;

    /// <summary>The value if the bounds of the buffer have not been read since the buffer was set.</summary>
    private const ulong NotTaken = ulong.MaxValue - 1;

    // The table whose fields are being verified, and its vtable, which is completely inside the buffer.
    private ulong _table = NotTaken;
    private uint _vtableSize;
    private uint _vtable;

    /// <summary>Starts verifying a table: checks that its vtable is inside the buffer, and checks the limits.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>Whether the vtable is inside the buffer, and no limit is exceeded.</returns>
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

        // The common case: the words of the part are aligned relative to its start.
        if (IsCountedWord(tablePos))
        {
            // A negative index wraps to a number that is greater than the end of any buffer.
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

    /// <summary>Makes a table the current one if its vtable is inside the buffer. Supports any alignment option.</summary>
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

    /// <summary>Returns the offset of a field in the table, or 0 if it is not set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint FieldOf(short vOffset)
    {
        // The entry is added to the address and not to the index, because the load instruction can include it.
        uint entry = (ushort)vOffset;
        return entry + SIZE_V_OFFSET <= _vtableSize
            ? LittleEndian.Read16(ref Unsafe.AddByteOffset(ref ArrayReference.At(ref _array, (int)_vtable), (nint)entry))
            : (uint)0;
    }
}
