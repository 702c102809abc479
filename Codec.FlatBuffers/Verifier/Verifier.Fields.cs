using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Verifies fields that are numbers, structs, strings and vectors of them.</content>
public partial class Verifier
{
    /// <summary>Verifies a field that is a number or a struct.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="elementSize">The size of the field in bytes.</param>
    /// <param name="align">The field's alignment in bytes, a power of two.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the field is inside the buffer and aligned, or not set and not required.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
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

        // The operands are below 2^31 and 2^16, so that their sum does not wrap.
        uint index = tablePos + field;
        if (elementSize == SIZE_U_OFFSET && align == SIZE_U_OFFSET && IsCountedWord(index))
        {
            return true;
        }

        return elementSize <= int.MaxValue && index + elementSize <= _end && IsAligned(index, (uint)align);
    }

    /// <summary>Verifies a field that is a string.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="vOffset">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the string is inside the buffer, or not set and not required.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool VerifyString(uint tablePos, short vOffset, bool required)
    {
        if (tablePos == _table)
        {
            uint field = FieldOf(vOffset);
            if (field == 0)
            {
                return !required;
            }

            uint index = tablePos + field;
            if (IsCountedWord(index) && FollowElement(index, out uint target) && IsCountedWord(target))
            {
                // The sum does not wrap in 64 bits, and it is also used in the address.
                ulong size = SIZE_U_OFFSET + (ulong)Read32(target);
                ulong last = target + size;
                if (last < _end && ReadFar(last) == 0)
                {
                    // A branch, because the JIT merges it with the branch on the result in the generated code.
                    if (!Spend(size))
                    {
                        return false;
                    }

                    return true;
                }
            }
        }

        return VerifyAnyString(tablePos, vOffset, required);
    }

    /// <summary>Verifies a field that is a vector of numbers or structs.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="vOffset">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="elementSize">The size of one element in bytes.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the vector is inside the buffer, or not set and not required.</returns>
    public bool VerifyVectorOfData(uint tablePos, short vOffset, ulong elementSize, bool required)
    {
        if (tablePos != _table && !EnterTable(tablePos))
        {
            return false;
        }

        uint field = FieldOf(vOffset);
        return field == 0 ? !required : FollowWord(tablePos + field, out uint target) && IsVector(target, elementSize);
    }

    /// <summary>Verifies a field that is a vector of strings.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the vector and its strings are inside the buffer, or it is not set and not required.</returns>
    public bool VerifyVectorOfStrings(uint tablePos, short offsetId, bool required)
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

        if (!FollowWord(tablePos + field, out uint vector) || !IsVector(vector, SIZE_U_OFFSET))
        {
            return false;
        }

        uint count = Read32(vector);
        for (uint i = 1; i <= count; i++)
        {
            if (!FollowElement(vector + (i * SIZE_U_OFFSET), out uint text) || !IsString(text))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The slow path: the string is in another table, has an unusual alignment, needs no terminating zero, or is not valid.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool VerifyAnyString(uint tablePos, short vOffset, bool required)
    {
        if (!FollowField(tablePos, vOffset, out uint target))
        {
            return false;
        }

        return target == 0 ? !required : IsString(target);
    }

    /// <summary>Finds the target of a field's offset.</summary>
    /// <param name="tablePos">The table's index.</param>
    /// <param name="vOffset">The offset of the field's entry in the vtable.</param>
    /// <param name="target">The index of the target, which is inside the buffer, or 0 if the field is not set.</param>
    /// <returns>False if the table or the offset is not valid.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool FollowField(uint tablePos, short vOffset, out uint target)
    {
        target = 0;
        if (tablePos != _table && !EnterTable(tablePos))
        {
            return false;
        }

        uint field = FieldOf(vOffset);
        return field == 0 || (FollowWord(tablePos + field, out target) && target < _end);
    }

    /// <summary>Follows the offset at an index. The target is always after the index, and can be after the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool FollowWord(uint index, out uint target)
    {
        if (!IsWord(index))
        {
            target = 0;
            return false;
        }

        return FollowElement(index, out target);
    }

    /// <summary>Follows an offset that is known to be aligned and inside the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool FollowElement(uint index, out uint target)
    {
        // The offset must not be 0, which refers to itself, or so large that the sum wraps.
        target = index + Read32(index);
        return target > index;
    }

    /// <summary>Returns whether a vector is inside the buffer, with all of its elements.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsVector(uint index, ulong elementSize)
    {
        if (!IsWord(index) || elementSize > uint.MaxValue)
        {
            return false;
        }

        // Both factors are below 2^32, so that the product does not wrap.
        ulong bytes = Read32(index) * elementSize;
        return bytes <= _end - index - SIZE_U_OFFSET && Spend(SIZE_U_OFFSET + bytes);
    }

    /// <summary>Returns whether a string is inside the buffer, with its terminating zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsString(uint index)
    {
        if (!IsWord(index))
        {
            return false;
        }

        uint count = Read32(index);
        uint rest = _end - index - SIZE_U_OFFSET;
        if ((count >= rest || Read8(index + SIZE_U_OFFSET + count) != 0) && !IsStringWithoutEnd(count, rest))
        {
            return false;
        }

        return Spend(SIZE_U_OFFSET + (ulong)count);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool IsStringWithoutEnd(uint count, uint rest) => !_options.stringEndCheck && count <= rest;
}
