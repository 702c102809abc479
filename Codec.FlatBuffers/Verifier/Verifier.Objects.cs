using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Verifies fields that are tables, unions and nested buffers, and vectors of them.</content>
public partial class Verifier
{
    /// <summary>Verifies a field that is a table.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="verifyAction">The method that flatc generated to verify the field's table.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the field's table is safe to read, or not set and not required.</returns>
    public bool VerifyTable(uint tablePos, short offsetId, VerifyTableAction verifyAction, bool required)
    {
        if (verifyAction is null)
        {
            Throw.ArgumentNull(nameof(verifyAction));
        }

        if (!FollowField(tablePos, offsetId, out uint target))
        {
            return false;
        }

        if (target == 0)
        {
            return !required;
        }

        (byte[] array, uint vtable, uint vtableSize) = (_array, _vtable, _vtableSize);
        bool valid = verifyAction(this, target);
        CheckArray(array);
        (_table, _vtable, _vtableSize) = (tablePos, vtable, vtableSize);
        return valid;
    }

    /// <summary>Verifies a field that is a vector of tables.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="verifyAction">The method that flatc generated to verify one of the vector's tables.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the vector and its tables are safe to read, or it is not set and not required.</returns>
    public bool VerifyVectorOfTables(uint tablePos, short offsetId, VerifyTableAction verifyAction, bool required)
    {
        if (verifyAction is null)
        {
            Throw.ArgumentNull(nameof(verifyAction));
        }

        if (!FollowField(tablePos, offsetId, out uint target))
        {
            return false;
        }

        if (target == 0)
        {
            return !required;
        }

        if (!IsVector(target, SIZE_U_OFFSET))
        {
            return false;
        }

        (byte[] array, uint vtable, uint vtableSize) = (_array, _vtable, _vtableSize);
        uint count = Read32(target);
        for (uint i = 1; i <= count; i++)
        {
            if (!FollowElement(target + (i * SIZE_U_OFFSET), out uint element) || !verifyAction(this, element))
            {
                return false;
            }

            CheckArray(array);
        }

        (_table, _vtable, _vtableSize) = (tablePos, vtable, vtableSize);
        return true;
    }

    /// <summary>Verifies a field that is a vector of bytes with a nested buffer. Alignment is relative to the first byte of the nested buffer. Its
    /// tables and depth count towards the limits of the outer buffer.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="offsetId">The offset of the field's entry in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="verifyAction">The method that flatc generated to verify the root table of the nested buffer. If it is null, which flatc
    /// generates for a FlexBuffer, only the vector of bytes is verified.</param>
    /// <param name="required">Whether the field must be set.</param>
    /// <returns>Whether the nested buffer is safe to read, or not set and not required.</returns>
    public bool VerifyNestedBuffer(uint tablePos, short offsetId, VerifyTableAction? verifyAction, bool required)
    {
        if (!FollowField(tablePos, offsetId, out uint target))
        {
            return false;
        }

        if (target == 0)
        {
            return !required;
        }

        if (!IsVector(target, SIZE_BYTE))
        {
            return false;
        }

        // flatc generates null for a FlexBuffer, whose bytes are not verified.
        if (verifyAction is null)
        {
            return true;
        }

        if (++_counters.Depth > _options.maxDepth)
        {
            return false;
        }

        (byte[] array, uint vtable, uint vtableSize) = (_array, _vtable, _vtableSize);
        (uint start, uint end, uint alignmentShift) = (_start, _end, _alignmentShift);
        uint innerStart = target + SIZE_INT;
        uint innerEnd = innerStart + Read32(target);
        SelectPart(innerStart, innerEnd, _options.AlignmentOfMemory ? alignmentShift + start - innerStart : 0);
        bool valid = VerifyRoot(null, verifyAction);
        CheckArray(array);
        _counters.Depth--;
        SelectPart(start, end, alignmentShift);
        (_table, _vtable, _vtableSize) = (tablePos, vtable, vtableSize);
        return valid;
    }

    /// <summary>Verifies a field that is a union. A value whose type is 0 (none) or unknown is not verified.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="typeIdVOffset">The offset of the entry of the union's type in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="valueVOffset">The offset of the entry of the union's value in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="verifyAction">The method that flatc generated to verify the union's value.</param>
    /// <param name="required">Whether the value must be set.</param>
    /// <returns>Whether the value is safe to read, or not set and not required.</returns>
    public bool VerifyUnion(uint tablePos, short typeIdVOffset, short valueVOffset, VerifyUnionAction verifyAction, bool required)
    {
        if (verifyAction is null)
        {
            Throw.ArgumentNull(nameof(verifyAction));
        }

        if (!FollowField(tablePos, valueVOffset, out uint target) || (target == 0 && required))
        {
            return false;
        }

        uint typeField = FieldOf(typeIdVOffset);
        if (typeField == 0)
        {
            return true;
        }

        uint typeIndex = tablePos + typeField;
        if (typeIndex >= _end)
        {
            return false;
        }

        byte type = Read8(typeIndex);
        if (type == 0)
        {
            return true;
        }

        // A union with a type but without a value cannot be read as that type.
        if (target == 0)
        {
            return false;
        }

        (byte[] array, uint vtable, uint vtableSize) = (_array, _vtable, _vtableSize);
        bool valid = verifyAction(this, type, target);
        CheckArray(array);
        (_table, _vtable, _vtableSize) = (tablePos, vtable, vtableSize);
        return valid;
    }

    /// <summary>Verifies a union's value that is a struct.</summary>
    /// <param name="pos">The struct's index, in bytes.</param>
    /// <param name="elementSize">The size of the struct in bytes.</param>
    /// <param name="align">The alignment of the struct in bytes, a power of two.</param>
    /// <returns>Whether the struct is inside the buffer and aligned.</returns>
    public bool VerifyUnionData(uint pos, ulong elementSize, ulong align)
    {
        TakeBufferOnce();
        return pos >= _start && pos <= _end && elementSize <= _end - pos && IsAligned(pos, (uint)align) && Spend(elementSize);
    }

    /// <summary>Verifies a union's value that is a string.</summary>
    /// <param name="pos">The string's index, in bytes.</param>
    /// <returns>Whether the string is inside the buffer.</returns>
    public bool VerifyUnionString(uint pos) => IsString(pos);

    /// <summary>Verifies a vector of unions: a vector of types and a vector of values, which must have the same length.</summary>
    /// <param name="tablePos">The table's index, in bytes.</param>
    /// <param name="typeOffsetId">The offset of the entry of the vector of types in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="offsetId">The offset of the entry of the vector of values in the vtable, in bytes, as an unsigned number.</param>
    /// <param name="verifyAction">The method that flatc generated to verify one value.</param>
    /// <param name="required">Whether the vectors must be set.</param>
    /// <returns>Whether all values are safe to read, or neither vector is set and they are not required.</returns>
    public bool VerifyVectorOfUnion(uint tablePos, short typeOffsetId, short offsetId, VerifyUnionAction verifyAction, bool required)
    {
        if (verifyAction is null)
        {
            Throw.ArgumentNull(nameof(verifyAction));
        }

        if (!FollowField(tablePos, typeOffsetId, out uint types) || !FollowField(tablePos, offsetId, out uint values))
        {
            return false;
        }

        if (types == 0 || values == 0)
        {
            return types == values && !required;
        }

        if (!IsVector(types, SIZE_BYTE) || !IsVector(values, SIZE_U_OFFSET) || Read32(types) != Read32(values))
        {
            return false;
        }

        (byte[] array, uint vtable, uint vtableSize) = (_array, _vtable, _vtableSize);
        uint count = Read32(values);
        for (uint i = 0; i < count; i++)
        {
            byte type = Read8(types + SIZE_INT + i);
            if (type != 0)
            {
                if (!FollowElement(values + SIZE_INT + (i * SIZE_U_OFFSET), out uint value) || value >= _end || !verifyAction(this, type, value))
                {
                    return false;
                }

                CheckArray(array);
            }
        }

        (_table, _vtable, _vtableSize) = (tablePos, vtable, vtableSize);
        return true;
    }

    /// <summary>Throws if an action assigned another array to this verifier: the rest of the message is not in that array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckArray(byte[] array)
    {
        if (!ReferenceEquals(array, _array))
        {
            Throw.VerifierMoved();
        }
    }
}
