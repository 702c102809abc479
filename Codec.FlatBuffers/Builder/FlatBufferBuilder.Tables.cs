using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Writes tables, their vtables, and offsets.</content>
public partial class FlatBufferBuilder
{
    /// <summary>The largest number of fields of a vtable: its length is a 16-bit number, and two of its entries are not fields.</summary>
    internal const int MaxFields = (ushort.MaxValue / sizeof(ushort)) - VtableMetadata;

    /// <summary>The number of vtable entries before the fields: the length of the vtable, and that of the table.</summary>
    private const int VtableMetadata = 2;

    /// <summary>The initial length of the field array. Most tables have fewer fields; for more, the array grows once.</summary>
    private const int FirstSlots = 16;

    // The offset of each field of the open table; 0 for a field that is not set. All are 0 between tables.
    private int[] _slots = new int[FirstSlots];
    private int _fieldCount;
    private int _usedSlots;
    private int _tableStart;

    // Each distinct vtable: its offset in the low half, its first four bytes (both lengths) in the high half.
    private ulong[] _vtables = new ulong[FirstSlots];
    private int _vtableCount;

    /// <summary>Starts a table.</summary>
    /// <param name="numfields">The number of fields of the table in the schema.</param>
    /// <exception cref="InvalidOperationException">Another object is open, or the buffer is finished.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative, or too large for a vtable.</exception>
    public void StartTable(int numfields)
    {
        NotNested();
        if ((uint)numfields > MaxFields)
        {
            Throw.FieldCount(numfields);
        }

        if (_slots.Length < numfields)
        {
            _slots = new int[numfields];
        }

        _state = BuilderState.InTable;
        _fieldCount = numfields;
        _tableStart = _length - _space;
    }

    /// <summary>Sets a field of the open table to the value that was written last.</summary>
    /// <param name="voffset">The field's number.</param>
    /// <exception cref="IndexOutOfRangeException">The table has no such field, or no table is open.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Slot(int voffset)
    {
        if ((uint)voffset >= (uint)_fieldCount)
        {
            Throw.SlotOutOfRange(voffset, _state, _fieldCount);
        }

        ArrayReference.At(_slots, voffset) = _length - _space;
        if (_usedSlots <= voffset)
        {
            _usedSlots = voffset + 1;
        }
    }

    /// <summary>Ends the open table. Writes its vtable, or shares an equal vtable that exists already.</summary>
    /// <returns>The table's offset.</returns>
    /// <exception cref="InvalidOperationException">No table is open, or the table is too large for the 16-bit offsets of a vtable.</exception>
    public int EndTable()
    {
        if (_state != BuilderState.InTable)
        {
            Throw.NoTableStarted(_state);
        }

        // The offset to the vtable. Its value is written when the vtable is known.
        int tableIndex = Take(sizeof(int), out int padding);
        LittleEndian.Write32(ref ByteAt(padding), 0);
        int table = _length - tableIndex;
        int tableSize = table - _tableStart;
        if (tableSize > ushort.MaxValue)
        {
            Throw.TableTooLarge(tableSize);
        }

        int fields = _usedSlots;

        // A slot that was set before any value was written is 0, which means that the field is not set.
        while (fields > 0 && _slots[fields - 1] == 0)
        {
            fields--;
        }

        int vtableSize = (fields + VtableMetadata) * sizeof(ushort);
        uint lengths = (uint)vtableSize | ((uint)tableSize << 16);
        int vtable = FindVtable(table, fields, lengths);
        if (vtable == 0)
        {
            vtable = WriteVtable(table, fields, lengths, vtableSize);
        }

        LittleEndian.Write32(ref ByteAt(_length - table), (uint)(vtable - table));
        ClearSlots(fields);
        return table;
    }

    /// <summary>Checks that a required field of a table is set.</summary>
    /// <param name="table">The table's offset, as <see cref="EndTable"/> returned it.</param>
    /// <param name="field">The offset of the field's entry in the vtable, in bytes.</param>
    /// <exception cref="InvalidOperationException">The field is not set, or another builder has used the buffer.</exception>
    public void Required(int table, int field)
    {
        CheckOffset(table);
        if (!_isAttached)
        {
            AttachAgain();
        }

        int tableIndex = _length - table;
        int vtable = tableIndex - _bb.GetInt(tableIndex);
        if (field >= _bb.GetUshort(vtable) || _bb.GetUshort(vtable + field) == 0)
        {
            Throw.RequiredFieldMissing(field);
        }
    }

    /// <summary>Writes an offset to an object that has been written already. The stored value is relative to its own position.</summary>
    /// <param name="off">The object's offset.</param>
    /// <exception cref="ArgumentException">The offset does not refer to an object in this buffer.</exception>
    public void AddOffset(int off)
    {
        int index = Take(sizeof(int), out int padding);
        int used = _length - index;
        if ((uint)(off - 1) >= (uint)(used - sizeof(int)))
        {
            _space = padding + sizeof(int);
            Throw.OffsetOutOfRange(off, _length - _space);
        }

        LittleEndian.Write32(ref ByteAt(padding), 0);
        LittleEndian.Write32(ref ByteAt(index), (uint)(used - off));
    }

    /// <summary>Adds an offset field to the table.</summary>
    /// <param name="o">The field's number.</param>
    /// <param name="x">The object's offset.</param>
    /// <param name="d">The default: 0, which means no object.</param>
    /// <exception cref="ArgumentException">The offset does not refer to an object in this buffer.</exception>
    /// <exception cref="IndexOutOfRangeException">The table has no such field.</exception>
    public void AddOffset(int o, int x, int d)
    {
        if (x != d)
        {
            AddOffset(x);
            Slot(o);
        }
    }

    /// <summary>Sets a field of the open table to the struct that was written last.</summary>
    /// <param name="voffset">The field's number.</param>
    /// <param name="x">The struct's offset.</param>
    /// <param name="d">The default: 0, which means no struct.</param>
    /// <exception cref="InvalidOperationException">The struct is not the object that was written last.</exception>
    /// <exception cref="IndexOutOfRangeException">The table has no such field.</exception>
    public void AddStruct(int voffset, int x, int d)
    {
        if (x != d)
        {
            Nested(x);
            Slot(voffset);
        }
    }

    /// <summary>Checks that a struct is the object that was written last.</summary>
    /// <param name="obj">The struct's offset.</param>
    /// <exception cref="InvalidOperationException">Another object was written after the struct.</exception>
    public void Nested(int obj)
    {
        if (obj != _length - _space)
        {
            Throw.StructNotInline(obj, _length - _space);
        }
    }

    /// <summary>Checks that no table or vector is open, and that the buffer is not finished.</summary>
    /// <exception cref="InvalidOperationException">A table or vector is open, or the buffer is finished.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void NotNested()
    {
        if (_state != BuilderState.Idle)
        {
            Throw.NotIdle(_state);
        }
    }

    private void CheckOffset(int offset)
    {
        if ((uint)(offset - 1) >= (uint)(_length - _space))
        {
            Throw.OffsetOutOfRange(offset, _length - _space);
        }
    }

    private int FindVtable(int table, int fields, uint lengths)
    {
        for (int i = 0; i < _vtableCount; i++)
        {
            ulong known = _vtables[i];
            if ((uint)(known >> 32) == lengths && IsVtable(_length - (int)(uint)known, table, fields))
            {
                return (int)(uint)known;
            }
        }

        return 0;
    }

    private bool IsVtable(int index, int table, int fields)
    {
        ref byte entry = ref ByteAt(index + (VtableMetadata * sizeof(ushort)));
        ref int slots = ref ArrayReference.At(_slots, 0);
        for (int i = 0; i < fields; i++)
        {
            int slot = Unsafe.Add(ref slots, i);
            if (LittleEndian.Read16(ref Unsafe.Add(ref entry, i * sizeof(ushort))) != (ushort)(slot == 0 ? 0 : table - slot))
            {
                return false;
            }
        }

        return true;
    }

    private int WriteVtable(int table, int fields, uint lengths, int size)
    {
        if (_space - size < _floor)
        {
            Grow(size);
        }

        int index = _space - size;
        _space = index;
        LittleEndian.Write32(ref ByteAt(index), lengths);
        ref byte entry = ref ByteAt(index + (VtableMetadata * sizeof(ushort)));
        ref int slots = ref ArrayReference.At(_slots, 0);
        for (int i = 0; i < fields; i++)
        {
            int slot = Unsafe.Add(ref slots, i);
            LittleEndian.Write16(ref Unsafe.Add(ref entry, i * sizeof(ushort)), (ushort)(slot == 0 ? 0 : table - slot));
        }

        int vtable = _length - index;
        int known = _vtableCount;
        if (known == _vtables.Length)
        {
            Array.Resize(ref _vtables, known * 2);
        }

        _vtables[known] = (uint)vtable | ((ulong)lengths << 32);
        _vtableCount = known + 1;
        return vtable;
    }

    /// <summary>Closes the table.</summary>
    private void ClearSlots(int fields)
    {
        // A loop is cheaper than a call, because most tables have few fields.
        ref int slots = ref ArrayReference.At(_slots, 0);
        for (int i = 0; i < fields; i++)
        {
            Unsafe.Add(ref slots, i) = 0;
        }

        _usedSlots = 0;
        _fieldCount = 0;
        _state = BuilderState.Idle;
    }

    private void ClearTables()
    {
        if (_fieldCount != 0)
        {
            ClearSlots(_usedSlots);
        }

        _vtableCount = 0;
    }
}
