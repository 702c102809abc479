using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Unpacks payloads to memory that it owns. Any bytes may be unpacked; the payload must then be verified. Not thread-safe.</summary>
internal sealed partial class PayloadUnpacker(ArrayPool<byte> pool)
{
    private readonly UnpackedBytes _out = new(pool);
    private ColumnScratch _scratch = ColumnScratch.OfThread;
    private ColumnStack<int> _positions = ColumnScratch.OfThread.Positions;
    private ColumnStack<ulong> _values = ColumnScratch.OfThread.Values;
    private ColumnReader _in = ColumnScratch.OfThread.Reader;
    private PayloadShape? _shape;
    private int[] _words = [];
    private PacketError _error;

    /// <summary>Gets whether the memory is so large that it should not be kept.</summary>
    internal bool IsLarge => _out.Bytes.Length > ColumnScratch.MaxKept;

    /// <summary>Unpacks a payload.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="packed">The packed payload.</param>
    /// <param name="limit">The largest payload of the message in bytes. See <see cref="PackedPayload.GetMaxUnpackedSize"/>.</param>
    /// <param name="payload">The memory; valid until the next call.</param>
    /// <param name="size">The size of the payload in bytes; 0 if there is an error.</param>
    internal PacketError Unpack(PayloadShape shape, ReadOnlySpan<byte> packed, int limit, out byte[] payload, out int size)
    {
        PacketError error = packed.Length > 0 && (packed[0] & 1) != 0 ? Stored(packed, limit) : Walk(shape, packed, limit);
        payload = _out.Bytes;
        size = error == PacketError.None ? _out.Count : 0;
        return error;
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release() => _out.Release();

    private PacketError Stored(ReadOnlySpan<byte> packed, int limit)
    {
        _out.Begin(limit);
        if (packed[0] != 1)
        {
            return PacketError.PackedInvalid;
        }

        if (_out.Reserve(packed.Length - 1, 1, 0) < 0)
        {
            return PacketError.PayloadTooLarge;
        }

        packed.Slice(1).CopyTo(_out.Bytes);
        return PacketError.None;
    }

    private PacketError Walk(PayloadShape shape, ReadOnlySpan<byte> packed, int limit)
    {
        _scratch = ColumnScratch.OfThread;
        (_positions, _values, _in) = (_scratch.Positions, _scratch.Values, _scratch.Reader);
        (_shape, _words, _error) = (shape, shape.Words, PacketError.None);
        _out.Begin(PackedPayload.GetMaxUnpackedSize(limit));
        _in.Begin(packed);
        bool isRead = _in.Bits(1, out _) && Root() && _in.End();
        _scratch.Clear();
        if (isRead)
        {
            return PacketError.None;
        }

        // The reader has no error if bits follow the last column.
        PacketError error = _in.Error == PacketError.None ? _error : _in.Error;
        return error == PacketError.None ? PacketError.PackedInvalid : error;
    }

    private bool Root()
    {
        int root = _shape!.Root;
        if (_shape.IsStruct)
        {
            return Reserve(_words[root], 1, 0, out int start) && Structs(root, Position(start), 1);
        }

        _scratch.VTables.Clear();
        if (!Reserve(_shape.Identifier == 0 ? 4 : 8, 4, 0, out _))
        {
            return false;
        }

        if (_shape.Identifier != 0)
        {
            ScalarColumn.Store32(_out.Bytes, 4, _shape.Identifier);
        }

        return Tables(root, Position(0), 1, 1);
    }

    private int Position(int at)
    {
        int index = _positions.Take(1);
        _positions.Items[index] = at;
        return index;
    }

    private bool Reserve(long size, int alignment, int before, out int start)
    {
        start = _out.Reserve(size, alignment, before);
        return start >= 0 || Fail(PacketError.PayloadTooLarge);
    }

    private bool Fail(PacketError error = PacketError.PackedInvalid)
    {
        _error = error;
        return false;
    }

    /// <summary>Unpacks tables.</summary>
    /// <param name="record">The record of the table in the shape.</param>
    /// <param name="slots">The index of the positions of the offsets to the tables.</param>
    /// <param name="count">The number of tables: at least 1.</param>
    /// <param name="depth">The depth of the tables, which is 1 for the root.</param>
    private bool Tables(int record, int slots, int count, int depth)
    {
        if (depth > _shape!.MaxDepth)
        {
            return Fail();
        }

        int positionMark = _positions.Count;
        int valueMark = _values.Count;
        int fields = _words[record];
        int tables = _positions.Take(2 * count);

        // For each field, the index of its flags, and the number of flags that are set.
        int found = _positions.Take(2 * fields);
        int types = _values.Count;
        for (int i = 0; i < fields; i++)
        {
            int flags = _scratch.TakeFlags(count);
            if (!_in.Flags(_values.Items, flags, count, out int set))
            {
                return false;
            }

            (_positions.Items[found + (2 * i)], _positions.Items[found + (2 * i) + 1]) = (flags, set);
            int field = record + 1 + (PayloadShape.FieldSize * i);
            if (set > 0 && (PayloadKind)_words[field + 1] == PayloadKind.Union)
            {
                // The types follow the flags.
                types = _values.Take(set);
                if (!_in.Column(_values.Items, types, set, ScalarClass.LogSize(_words[field + 2]), isReal: false))
                {
                    return false;
                }
            }
        }

        if (!Place(record, slots, tables, count, found))
        {
            return false;
        }

        for (int i = 0; i < fields; i++)
        {
            int flags = _positions.Items[found + (2 * i)];
            int set = _positions.Items[found + (2 * i) + 1];
            if (set > 0 && !Field(record + 1 + (PayloadShape.FieldSize * i), tables, count, flags, set, depth))
            {
                return false;
            }
        }

        _positions.Count = positionMark;
        _values.Count = valueMark;
        return true;
    }

    /// <summary>Appends tables and their vtables.</summary>
    private bool Place(int record, int slots, int tables, int count, int found)
    {
        int fields = _words[record];
        int words = (fields + 63) >> 6;
        int mark = _values.Count;
        bool isUniform = true;
        int shared = _values.Take(words);
        Array.Clear(_values.Items, shared, words);
        for (int i = 0; i < fields; i++)
        {
            int set = _positions.Items[found + (2 * i) + 1];
            bool isScalar = (PayloadKind)_words[record + 1 + (PayloadShape.FieldSize * i) + 1] == PayloadKind.Scalar;

            // Tables then have few different vtables, and no more numbers than the generated writer writes.
            if (set == count || (isScalar && set > 0))
            {
                _values.Items[shared + (i >> 6)] |= 1UL << i;
            }
            else
            {
                isUniform &= set == 0;
            }
        }

        int presence = isUniform ? shared : SpreadFlags(record, shared, words, count, found);
        VTableCache.VTable vtable = default;
        for (int i = 0; i < count; i++)
        {
            int own = presence + (isUniform ? 0 : words * i);
            if ((i == 0 || (!isUniform && !AreEqual(own, words))) && !FindVTable(record, own, words, out vtable))
            {
                return false;
            }

            if (!Reserve(vtable.Size, vtable.Alignment, 4, out int table))
            {
                return false;
            }

            int[] positions = _positions.Items;
            positions[tables + i] = table;
            positions[tables + count + i] = vtable.Position;
            ScalarColumn.Store32(_out.Bytes, table, (uint)(table - vtable.Position));
            Refer(positions[slots + i], table);
        }

        _values.Count = mark;
        return true;
    }

    // Compares with the table before.
    private bool AreEqual(int own, int words)
    {
        bool areEqual = true;
        for (int i = 0; i < words; i++)
        {
            areEqual &= _values.Items[own + i] == _values.Items[own - words + i];
        }

        return areEqual;
    }

    /// <summary>Returns the index of the flags of each table, which has a bit for each field.</summary>
    private int SpreadFlags(int record, int shared, int words, int count, int found)
    {
        int presence = _values.Take(checked(words * count));
        ulong[] values = _values.Items;
        for (int i = 0; i < count; i++)
        {
            Array.Copy(values, shared, values, presence + (words * i), words);
        }

        for (int i = 0; i < _words[record]; i++)
        {
            int flags = _positions.Items[found + (2 * i)];
            bool isShared = (values[shared + (i >> 6)] >> i & 1) != 0;
            for (int row = 0; !isShared && row < count; row += 64)
            {
                for (ulong left = values[flags + (row >> 6)]; left != 0; left &= left - 1)
                {
                    values[presence + (words * (row + BitCounts.Lowest(left))) + (i >> 6)] |= 1UL << i;
                }
            }
        }

        return presence;
    }

    private bool FindVTable(int record, int presence, int words, out VTableCache.VTable vtable)
    {
        // The cache has only tables with at most 64 fields.
        ulong fields = words == 0 ? 0 : _values.Items[presence];
        if (words <= 1 && _scratch.VTables.TryGet(record, fields, out vtable))
        {
            return true;
        }

        int count = _words[record];
        int size = count == 0 ? 4 : _words[record + 1 + (PayloadShape.FieldSize * (count - 1))] + 2;
        vtable = new VTableCache.VTable { Record = record, Fields = fields, Size = 4, Alignment = 4 };
        if (!Reserve(size, 4, 0, out vtable.Position))
        {
            return false;
        }

        int[] places = _shape!.PlacesOf(record);
        for (int i = 0; i < places.Length; i += 4)
        {
            int field = places[i];
            if ((_values.Items[presence + (field >> 6)] >> field & 1) != 0)
            {
                ScalarColumn.Store16(_out.Bytes, vtable.Position + places[i + 1], vtable.Size);
                vtable.Size += places[i + 2];
                vtable.Alignment = Math.Max(vtable.Alignment, places[i + 3]);
            }
        }

        ScalarColumn.Store16(_out.Bytes, vtable.Position, size);
        ScalarColumn.Store16(_out.Bytes, vtable.Position + 2, vtable.Size);
        if (words <= 1)
        {
            _scratch.VTables.Add(vtable);
        }

        return vtable.Size <= ushort.MaxValue || Fail();
    }

    private bool Field(int field, int tables, int count, int flags, int set, int depth)
    {
        PayloadKind kind = (PayloadKind)_words[field + 1];
        int scalar = _words[field + 2];
        int record = _words[field + 3];
        int positionMark = _positions.Count;
        int valueMark = _values.Count;
        int slots = _positions.Take(count);
        _scratch.Find(_out.Bytes, _out.Count, tables, count, _words[field], 0, slots);
        if (kind == PayloadKind.Scalar)
        {
            ulong expected = _shape!.DefaultOf(field);
            int values = _values.Take(count);
            if (PayloadShape.QuantizationOf(_words[field + 7]) is > 0 and var quantization)
            {
                QuantizedColumn column = new(_words, quantization, scalar);
                if (!Codes(column, values, count, column.CodeOf(expected), flags, set))
                {
                    return false;
                }
            }
            else if (!Residual(values, count, scalar, expected, flags, set))
            {
                return false;
            }

            Store(slots, count, 0, scalar, values);
        }
        else
        {
            _scratch.Compact(slots, count, _scratch.TakeFlags(count));
            bool isRead = kind switch
            {
                PayloadKind.Optional => Optionals(slots, set, scalar, PayloadShape.QuantizationOf(_words[field + 7])),
                PayloadKind.Struct => Structs(record, slots, set),
                PayloadKind.String => Strings(slots, set),
                PayloadKind.Table => Tables(record, slots, set, depth + 1),
                PayloadKind.Union => Union(field, tables, count, slots, flags + ((count + 63) >> 6), set, depth),
                _ => Vectors(field, tables, count, slots, set, depth),
            };
            if (!isRead)
            {
                return false;
            }
        }

        _positions.Count = positionMark;
        _values.Count = valueMark;
        return true;
    }

    /// <summary>Reads numbers that have the default 0.</summary>
    private bool Scalars(int values, int count, int scalar, int quantization = 0)
    {
        if (quantization > 0)
        {
            return Quantized(new QuantizedColumn(_words, quantization, scalar), values, count);
        }

        int flags = _scratch.TakeFlags(count);
        return _in.Flags(_values.Items, flags, count, out int set) && Residual(values, count, scalar, 0, flags, set);
    }

    private bool Residual(int values, int count, int scalar, ulong expected, int flags, int set)
    {
        ulong[] items = _values.Items;
        if (scalar == ScalarClass.Bool)
        {
            for (int i = 0; i < count; i++)
            {
                items[values + i] = (items[flags + (i >> 6)] >> i & 1) ^ expected;
            }

            return true;
        }

        if (set > 0 && !_in.Column(items, values, set, ScalarClass.LogSize(scalar), ScalarClass.IsReal(scalar)))
        {
            return false;
        }

        Residuals.Decode(items, values, count, scalar, expected, flags, set);
        return true;
    }

    private void Store(int rows, int count, int offset, int scalar, int values) =>
        ScalarColumn.Store(_out.Bytes, _positions.Items, rows, count, offset, ScalarClass.LogSize(scalar), _values.Items, values);

    private void Refer(int slot, int target) => ScalarColumn.Store32(_out.Bytes, slot, (uint)(target - slot));
}
