using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Tables, and the fields that are numbers, structs, strings and vectors of them.</content>
public partial class Verifier
{
    /// <summary>No table is at the last index that an unsigned 32-bit number has.</summary>
    private const uint NoTable = uint.MaxValue;

    /// <summary>What <see cref="Follow"/> says of an offset that leads nowhere.</summary>
    private const long Invalid = -1;

    // The table whose fields are being verified, and its vtable, which is wholly inside of the buffer.
    private uint _table = NoTable;
    private uint _vtable;
    private uint _vtableSize;

    /// <summary>Starts verifying a table: its vtable is inside of the buffer, and the limits hold.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>Whether that is so.</returns>
    public bool VerifyTableStart(uint tablePos)
    {
        depth++;
        numTables++;
        return depth <= _options.maxDepth && numTables <= _options.maxTables && EnterTable(tablePos) && Spend(SIZE_S_OFFSET + _vtableSize);
    }

    /// <summary>Ends verifying a table.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <returns>True.</returns>
    public bool VerifyTableEnd(uint tablePos)
    {
        depth--;
        return true;
    }

    /// <summary>Verifies a field that is a number or a struct.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The field's place in the vtable, in bytes; read as unsigned.</param>
    /// <param name="elementSize">The field's bytes.</param>
    /// <param name="align">The field's alignment in bytes, a power of two.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the field is inside of the buffer and aligned, or not set and not required.</returns>
    public bool VerifyField(uint tablePos, short offsetId, ulong elementSize, ulong align, bool required)
    {
        if (tablePos != _table && !EnterTable(tablePos))
        {
            return false;
        }

        uint field = FieldOf(offsetId);
        if (field == 0)
        {
            return !required;
        }

        // Both are below 2^31 and 2^16: their sum does not wrap.
        uint index = tablePos + field;
        return index <= _end && elementSize <= _end - index && IsAligned(index, (uint)align);
    }

    /// <summary>Verifies a field that is a string.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="vOffset">The field's place in the vtable, in bytes; read as unsigned.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the string is inside of the buffer, or not set and not required.</returns>
    public bool VerifyString(uint tablePos, short vOffset, bool required)
    {
        long target = FollowField(tablePos, vOffset);
        return target > 0 ? IsString((uint)target) : target == 0 && !required;
    }

    /// <summary>Verifies a field that is a vector of numbers or structs.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="vOffset">The field's place in the vtable, in bytes; read as unsigned.</param>
    /// <param name="elementSize">The bytes of one element.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the vector is inside of the buffer, or not set and not required.</returns>
    public bool VerifyVectorOfData(uint tablePos, short vOffset, ulong elementSize, bool required)
    {
        long target = FollowField(tablePos, vOffset);
        return target > 0 ? IsVector((uint)target, elementSize) : target == 0 && !required;
    }

    /// <summary>Verifies a field that is a vector of strings.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The field's place in the vtable, in bytes; read as unsigned.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the vector and its strings are inside of the buffer, or it is not set and not required.</returns>
    public bool VerifyVectorOfStrings(uint tablePos, short offsetId, bool required)
    {
        long target = FollowField(tablePos, offsetId);
        if (target <= 0)
        {
            return target == 0 && !required;
        }

        uint vector = (uint)target;
        if (!IsVector(vector, SIZE_U_OFFSET))
        {
            return false;
        }

        uint count = Read32(vector);
        for (uint i = 1; i <= count; i++)
        {
            long text = Follow(vector + (i * SIZE_U_OFFSET));
            if (text <= 0 || !IsString((uint)text))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Makes a table the one whose fields are looked up, where its vtable is inside of the buffer.</summary>
    private bool EnterTable(uint table)
    {
        _table = NoTable;
        if (table < _start || table > _end || _end - table < SIZE_S_OFFSET || !IsAligned(table, SIZE_S_OFFSET))
        {
            return false;
        }

        long vtable = (long)table - (int)Read32(table);
        if (vtable < _start || vtable > _end - (long)SIZE_V_OFFSET || !IsAligned((uint)vtable, SIZE_V_OFFSET))
        {
            return false;
        }

        uint size = Read16((uint)vtable);
        if ((size & 1) != 0 || size > _end - (uint)vtable)
        {
            return false;
        }

        _table = table;
        _vtable = (uint)vtable;
        _vtableSize = size;
        return true;
    }

    /// <summary>A field's distance from the table, 0 where it is not set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private uint FieldOf(short vOffset)
    {
        uint entry = (ushort)vOffset;
        return entry + SIZE_V_OFFSET <= _vtableSize ? Read16(_vtable + entry) : 0;
    }

    /// <summary>Where a field's offset leads: an index, 0 where the field is not set, or <see cref="Invalid"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long FollowField(uint tablePos, short vOffset)
    {
        if (tablePos != _table && !EnterTable(tablePos))
        {
            return Invalid;
        }

        uint field = FieldOf(vOffset);
        return field == 0 ? 0 : Follow(tablePos + field);
    }

    /// <summary>Where the offset at an index leads, which is always behind it: an index, or <see cref="Invalid"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private long Follow(uint index)
    {
        if (index + (ulong)SIZE_U_OFFSET > _end || !IsAligned(index, SIZE_U_OFFSET))
        {
            return Invalid;
        }

        uint offset = Read32(index);
        return offset - 1 < _end - index - 1 ? (long)index + offset : Invalid;
    }

    /// <summary>Whether a vector is inside of the buffer, with all of its elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsVector(uint index, ulong elementSize)
    {
        if (_end - index < SIZE_U_OFFSET || !IsAligned(index, SIZE_U_OFFSET))
        {
            return false;
        }

        uint count = Read32(index);
        ulong rest = _end - index - SIZE_U_OFFSET;

        // With both factors below 2^32 the product does not wrap.
        return count == 0 || (elementSize <= rest && count * elementSize <= rest && Spend(SIZE_U_OFFSET + (count * elementSize)));
    }

    /// <summary>Whether a string is inside of the buffer, with the zero at its end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsString(uint index)
    {
        if (_end - index < SIZE_U_OFFSET || !IsAligned(index, SIZE_U_OFFSET))
        {
            return false;
        }

        uint count = Read32(index);
        uint rest = _end - index - SIZE_U_OFFSET;
        if (!_options.stringEndCheck)
        {
            return count <= rest && Spend(SIZE_U_OFFSET + (ulong)count);
        }

        return count < rest
            && ArrayReference.At(_array, (int)(index + SIZE_U_OFFSET + count)) == 0
            && Spend(SIZE_U_OFFSET + (ulong)count);
    }
}
