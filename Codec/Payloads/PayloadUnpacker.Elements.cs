using Codec.Generated;

namespace Codec.Payloads;

/// <content>Vectors, texts, structs and unions.</content>
internal sealed partial class PayloadUnpacker
{
    private bool Optionals(int slots, int count, int scalar, int quantization)
    {
        int values = _values.Take(count);
        if (!Scalars(values, count, scalar, quantization))
        {
            return false;
        }

        Store(slots, count, 0, scalar, values);
        return true;
    }

    private bool Union(int field, int tables, int count, int slots, int types, int set, int depth)
    {
        int scalar = _words[field + 2];
        int kept = _positions.Take(set);
        for (int i = 0; i < set; i++)
        {
            _positions.Items[kept + i] = (int)_values.Items[types + i];
            if (!HasMember(_words[field + 3], _values.Items[types + i]))
            {
                return Fail();
            }
        }

        int typeSlots = _positions.Take(count);
        _scratch.Find(_out.Bytes, _out.Count, tables, count, _words[field] - 2, 0, typeSlots);
        _scratch.Compact(typeSlots, count, _scratch.TakeFlags(count));
        Store(typeSlots, set, 0, scalar, types);
        return Members(_words[field + 3], slots, kept, set, depth);
    }

    private bool Vectors(int field, int tables, int count, int slots, int set, int depth)
    {
        PayloadKind kind = (PayloadKind)_words[field + 1];
        (int scalar, int record, int alignment) = (_words[field + 2], _words[field + 3], _words[field + 7] & byte.MaxValue);
        int starts = _positions.Take(2 * set);
        int size = kind == PayloadKind.Scalars ? ScalarClass.Size(scalar) : kind == PayloadKind.Structs ? _words[record] : 4;
        if (!Lengths(starts + set, set, out _) || !PlaceVectors(slots, set, size, alignment, starts, out int elements))
        {
            return false;
        }

        if (kind == PayloadKind.Unions)
        {
            return Unions(field, tables, count, starts, set, elements, depth);
        }

        if (elements == 0)
        {
            return true;
        }

        if (kind == PayloadKind.Scalars)
        {
            return Elements(starts, set, elements, scalar, PayloadShape.QuantizationOf(_words[field + 7]));
        }

        int rows = SpreadRows(starts, set, size, elements);
        return kind switch
        {
            PayloadKind.Structs => Structs(record, rows, elements),
            PayloadKind.Strings => Strings(rows, elements),
            _ => Tables(record, rows, elements, depth + 1),
        };
    }

    /// <summary>Reads lengths.</summary>
    private bool Lengths(int lengths, int count, out long sum)
    {
        sum = 0;
        int values = _values.Take(count);
        if (count == 1 ? !_in.Number(uint.MaxValue, out _values.Items[values]) : !Scalars(values, count, ScalarClass.UInt32))
        {
            return false;
        }

        for (int i = 0; i < count; i++)
        {
            int length = (int)_values.Items[values + i];
            sum += (uint)length;
            _positions.Items[lengths + i] = length;
        }

        _values.Count = values;
        return true;
    }

    /// <summary>Appends vectors, whose lengths follow the positions of their first elements, which are written.</summary>
    private bool PlaceVectors(int slots, int count, int size, int alignment, int starts, out int elements)
    {
        elements = 0;
        for (int i = 0; i < count; i++)
        {
            uint length = (uint)_positions.Items[starts + count + i];
            if (!Reserve(4 + ((long)length * size), alignment, 4, out int vector))
            {
                return false;
            }

            ScalarColumn.Store32(_out.Bytes, vector, length);
            Refer(_positions.Items[slots + i], vector);
            _positions.Items[starts + i] = vector + 4;
            elements += (int)length;
        }

        return true;
    }

    /// <summary>Returns the index of the positions of all elements.</summary>
    private int SpreadRows(int starts, int count, int size, int elements)
    {
        int rows = _positions.Take(elements);
        int to = rows;
        int[] positions = _positions.Items;
        for (int i = 0; i < count; i++)
        {
            int at = positions[starts + i];
            for (int left = positions[starts + count + i]; left > 0; left--)
            {
                positions[to++] = at;
                at += size;
            }
        }

        return rows;
    }

    private bool Elements(int starts, int count, int elements, int scalar, int quantization)
    {
        int logSize = ScalarClass.LogSize(scalar);
        if (logSize == 0 && scalar != ScalarClass.Bool && quantization == 0)
        {
            if (!_in.Bits(1, out ulong isChunk))
            {
                return false;
            }

            if (isChunk != 0)
            {
                return Chunk(starts, count, elements);
            }
        }

        int values = _values.Take(elements);
        if (!Scalars(values, elements, scalar, quantization))
        {
            return false;
        }

        StoreRuns(starts, count, logSize, values);
        return true;
    }

    private void StoreRuns(int starts, int count, int logSize, int values)
    {
        for (int i = 0; i < count; i++)
        {
            int length = _positions.Items[starts + count + i];
            ScalarColumn.StoreRun(_out.Bytes, _positions.Items[starts + i], length, logSize, _values.Items, values);
            values += length;
        }
    }

    private bool Chunk(int starts, int count, long size)
    {
        if (!_in.Chunk(size, out int from))
        {
            return false;
        }

        for (int i = 0; i < count; i++)
        {
            int length = _positions.Items[starts + count + i];
            Buffer.BlockCopy(_in.Bytes, from, _out.Bytes, _positions.Items[starts + i], length);
            from += length;
        }

        return true;
    }

    private bool Strings(int slots, int count)
    {
        int starts = _positions.Take(2 * count);
        if (!Lengths(starts + count, count, out long size))
        {
            return false;
        }

        for (int i = 0; i < count; i++)
        {
            // The byte after the text is 0.
            uint length = (uint)_positions.Items[starts + count + i];
            if (!Reserve(4 + (long)length + 1, 4, 0, out int text))
            {
                return false;
            }

            ScalarColumn.Store32(_out.Bytes, text, length);
            Refer(_positions.Items[slots + i], text);
            _positions.Items[starts + i] = text + 4;
        }

        bool isRead = Chunk(starts, count, size);
        _positions.Count = starts;
        return isRead;
    }

    private bool Structs(int record, int rows, int count)
    {
        int leaf = record + 3;
        int end = leaf + (PayloadShape.LeafSize * _words[record + 2]);
        while (leaf < end)
        {
            int next = leaf + PayloadShape.LeafSize;
            int scalar = _words[leaf + 1];
            int total = _words[leaf + 2];

            // One struct has too few values for a column of each leaf.
            int quantization = _words[leaf + 3];
            for (; count == 1 && next < end && _words[next + 1] == scalar && _words[next + 3] == quantization; next += PayloadShape.LeafSize)
            {
                total += _words[next + 2];
            }

            int values = _values.Take(checked(total * count));
            if (!Scalars(values, total * count, scalar, quantization))
            {
                return false;
            }

            if (total == 1)
            {
                Store(rows, count, _words[leaf], scalar, values);
            }
            else
            {
                StoreLeaves(leaf, next, rows, count, values);
            }

            _values.Count = values;
            leaf = next;
        }

        return true;
    }

    private void StoreLeaves(int first, int end, int rows, int count, int from)
    {
        int logSize = ScalarClass.LogSize(_words[first + 1]);
        for (int i = 0; i < count; i++)
        {
            for (int leaf = first; leaf < end; leaf += PayloadShape.LeafSize)
            {
                int length = _words[leaf + 2];
                ScalarColumn.StoreRun(_out.Bytes, _positions.Items[rows + i] + _words[leaf], length, logSize, _values.Items, from);
                from += length;
            }
        }
    }

    private bool Unions(int field, int tables, int count, int starts, int set, int elements, int depth)
    {
        (int scalar, int record) = (_words[field + 2], _words[field + 3]);
        int rows = SpreadRows(starts, set, 4, elements);
        int types = _positions.Take(elements);
        int typeStarts = _positions.Take(2 * set);
        Array.Copy(_positions.Items, starts + set, _positions.Items, typeStarts + set, set);
        int typeSlots = _positions.Take(count);
        _scratch.Find(_out.Bytes, _out.Count, tables, count, _words[field] - 2, 0, typeSlots);
        _scratch.Compact(typeSlots, count, _scratch.TakeFlags(count));
        int size = ScalarClass.Size(scalar);
        if (!PlaceVectors(typeSlots, set, size, Math.Max(4, size), typeStarts, out _))
        {
            return false;
        }

        int values = _values.Take(elements);
        if (elements == 0)
        {
            return true;
        }

        if (!Scalars(values, elements, scalar))
        {
            return false;
        }

        for (int i = 0; i < elements; i++)
        {
            ulong type = _values.Items[values + i];
            if (type != 0 && !HasMember(record, type))
            {
                return Fail();
            }

            _positions.Items[types + i] = (int)type;
        }

        StoreRuns(typeStarts, set, ScalarClass.LogSize(scalar), values);
        return Members(record, rows, types, elements, depth);
    }

    private bool HasMember(int record, ulong type)
    {
        bool isKnown = false;
        for (int i = 0; i < _words[record]; i++)
        {
            isKnown |= (uint)_words[record + 1 + (PayloadShape.MemberSize * i)] == type;
        }

        return isKnown;
    }

    /// <summary>Unpacks the values of unions, member by member.</summary>
    private bool Members(int record, int slots, int types, int count, int depth)
    {
        for (int i = 0; i < _words[record]; i++)
        {
            int member = record + 1 + (PayloadShape.MemberSize * i);
            int chosen = _positions.Take(count);
            int[] positions = _positions.Items;
            int found = 0;
            for (int row = 0; row < count; row++)
            {
                positions[chosen + found] = positions[slots + row];
                found += positions[types + row] == _words[member] ? 1 : 0;
            }

            if (found > 0 && !Member((PayloadKind)_words[member + 1], _words[member + 2], chosen, found, depth))
            {
                return false;
            }

            _positions.Count = chosen;
        }

        return true;
    }

    private bool Member(PayloadKind kind, int record, int slots, int count, int depth)
    {
        switch (kind)
        {
            case PayloadKind.Table:
                return Tables(record, slots, count, depth + 1);
            case PayloadKind.String:
                return Strings(slots, count);
            default:
                for (int i = 0; i < count; i++)
                {
                    if (!Reserve(_words[record], Math.Max(4, _words[record + 1]), 0, out int start))
                    {
                        return false;
                    }

                    Refer(_positions.Items[slots + i], start);
                    _positions.Items[slots + i] = start;
                }

                return Structs(record, slots, count);
        }
    }
}
