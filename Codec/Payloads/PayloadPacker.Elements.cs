using Codec.Generated;

namespace Codec.Payloads;

/// <content>Vectors, texts, structs and unions.</content>
internal sealed partial class PayloadPacker
{
    /// <summary>Writes the elements of vectors.</summary>
    private bool Vectors(int field, int slots, int count, int depth)
    {
        PayloadKind kind = (PayloadKind)_words[field + 1];
        int scalar = _words[field + 2];
        int record = _words[field + 3];
        int positionMark = _positions.Count;
        int valueMark = _values.Count;
        int starts = _positions.Take(2 * count);
        int size = kind == PayloadKind.Scalars ? ScalarClass.Size(scalar) : kind == PayloadKind.Structs ? _words[record] : 4;
        if (!FindVectors(slots, count, size, starts, out int elements))
        {
            return false;
        }

        WriteLengths(starts + count, count);
        bool isValid = true;
        if (elements > 0 && kind == PayloadKind.Scalars)
        {
            Elements(starts, count, elements, scalar, PayloadShape.QuantizationOf(_words[field + 7]));
        }
        else if (elements > 0)
        {
            int rows = _positions.Take(elements);
            SpreadRows(starts, count, size, rows);
            isValid = kind switch
            {
                PayloadKind.Structs => Structs(record, rows, elements),
                PayloadKind.Strings => Strings(rows, elements),
                PayloadKind.Tables => Tables(record, rows, elements, depth + 1),
                _ => Unions(field, slots, count, starts, rows, elements, depth),
            };
        }

        _positions.Count = positionMark;
        _values.Count = valueMark;
        return isValid;
    }

    /// <summary>Follows offsets to vectors.</summary>
    /// <param name="slots">The index of the positions of the offsets.</param>
    /// <param name="count">The number of vectors.</param>
    /// <param name="size">The size of an element in bytes.</param>
    /// <param name="starts">The index of the positions of the first elements, after which the lengths follow; both are written.</param>
    /// <param name="elements">The number of all elements.</param>
    private bool FindVectors(int slots, int count, int size, int starts, out int elements)
    {
        elements = 0;
        int[] positions = _positions.Items;
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            int slot = positions[slots + i];
            long start = slot < 0 ? long.MaxValue : Target(slot) + 4;
            if (start > _size)
            {
                return false;
            }

            uint length = ScalarColumn.Load32(_payload, (int)start - 4);
            if ((long)length * size > _size - start)
            {
                return false;
            }

            positions[starts + i] = (int)start;
            positions[starts + count + i] = (int)length;
            sum += length;
        }

        if (!Visit(sum))
        {
            return false;
        }

        elements = (int)sum;
        return true;
    }

    private void WriteLengths(int lengths, int count)
    {
        if (count == 1)
        {
            _out.Number((uint)_positions.Items[lengths]);
            return;
        }

        int values = _values.Take(count);
        for (int i = 0; i < count; i++)
        {
            _values.Items[values + i] = (uint)_positions.Items[lengths + i];
        }

        Scalars(values, count, ScalarClass.UInt32);
        _values.Count = values;
    }

    private void SpreadRows(int starts, int count, int size, int to)
    {
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
    }

    private void Elements(int starts, int count, int elements, int scalar, int quantization)
    {
        int logSize = ScalarClass.LogSize(scalar);
        int[] positions = _positions.Items;
        if (logSize == 0 && scalar != ScalarClass.Bool && quantization == 0)
        {
            int any = elements < 4 ? byte.MaxValue : 0;
            for (int i = 0; i < count && any < 64; i++)
            {
                any |= ScalarColumn.OrBytes(_payload, positions[starts + i], positions[starts + count + i]);
            }

            _out.Bits(any < 64 ? 0UL : 1, 1);
            if (any >= 64)
            {
                Chunk(starts, count, elements);
                return;
            }
        }

        int values = _values.Take(elements);
        int to = values;
        for (int i = 0; i < count; i++)
        {
            int length = positions[starts + count + i];
            ScalarColumn.LoadRun(_payload, positions[starts + i], length, logSize, _values.Items, to);
            to += length;
        }

        Normalise(scalar, values, elements);
        Scalars(values, elements, scalar, quantization);
    }

    private void Chunk(int starts, int count, int size)
    {
        int to = _out.Chunk(size);
        for (int i = 0; to >= 0 && i < count; i++)
        {
            int length = _positions.Items[starts + count + i];
            Buffer.BlockCopy(_payload, _positions.Items[starts + i], _out.Chunks, to, length);
            to += length;
        }
    }

    private bool Strings(int slots, int count)
    {
        int starts = _positions.Take(2 * count);
        if (!FindVectors(slots, count, 1, starts, out int size))
        {
            return false;
        }

        WriteLengths(starts + count, count);
        Chunk(starts, count, size);
        _positions.Count = starts;
        return true;
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

            int values = _values.Take(total * count);
            if (total == 1)
            {
                Load(rows, count, _words[leaf], scalar, 0, values);
            }
            else
            {
                LoadLeaves(leaf, next, rows, count, values);
            }

            Scalars(values, total * count, scalar, quantization);
            _values.Count = values;
            leaf = next;
        }

        return true;
    }

    private void LoadLeaves(int first, int end, int rows, int count, int values)
    {
        int to = values;
        int scalar = _words[first + 1];
        for (int i = 0; i < count; i++)
        {
            for (int leaf = first; leaf < end; leaf += PayloadShape.LeafSize)
            {
                int length = _words[leaf + 2];
                ScalarColumn.LoadRun(_payload, _positions.Items[rows + i] + _words[leaf], length, ScalarClass.LogSize(scalar), _values.Items, to);
                to += length;
            }
        }

        Normalise(scalar, values, to - values);
    }
}
