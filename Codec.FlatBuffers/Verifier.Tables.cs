using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Tables and their vtables.</content>
public partial class Verifier
{
    /// <summary>No table is at the last index that an unsigned 32-bit number has.</summary>
    private const uint NoTable = uint.MaxValue;

    // The table whose fields are being verified, and its vtable, which is wholly inside of the buffer.
    private uint _table = NoTable;
    private uint _vtableSize;
    private uint _vtable;

    /// <summary>Starts verifying a table: its vtable is inside of the buffer, and the limits hold.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>Whether that is so.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool VerifyTableStart(uint tablePos)
    {
        Options options = _options;
        return ++depth <= options.maxDepth && ++numTables <= options.maxTables && EnterTable(tablePos);
    }

    /// <summary>Ends verifying a table.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>True.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool VerifyTableEnd(uint tablePos)
    {
        depth--;
        return true;
    }

    /// <summary>Makes a table the one whose fields are looked up, where its vtable is inside of the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool EnterTable(uint table)
    {
        if (IsCountedWord(table))
        {
            // Below 0 it wraps to what is far behind any buffer's end.
            uint vtable = table - Read32(table);
            if (IsCountedHalf(vtable))
            {
                return UseVtable(table, vtable);
            }
        }

        return EnterAnyTable(table);
    }

    /// <summary>The same for a table that is not valid, or aligned otherwise.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool EnterAnyTable(uint table)
    {
        uint vtable = IsNumber(table, SIZE_S_OFFSET) ? table - Read32(table) : NoTable;
        return IsNumber(vtable, SIZE_V_OFFSET) && UseVtable(table, vtable);
    }

    /// <summary>The same out of line, where the table is mostly the one whose fields are looked up already.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool EnterOtherTable(uint table) => EnterTable(table);

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
        if (!Spend(SIZE_S_OFFSET + size))
        {
            return false;
        }

        return true;
    }

    /// <summary>Forgets the table; at the index that stands for none, no field is set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void LeaveTable()
    {
        _table = NoTable;
        _vtableSize = 0;
    }

    /// <summary>A field's distance from the table, 0 where it is not set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint FieldOf(short vOffset)
    {
        uint entry = (ushort)vOffset;
        return entry + SIZE_V_OFFSET <= _vtableSize ? Read16(_vtable + entry) : 0;
    }
}
