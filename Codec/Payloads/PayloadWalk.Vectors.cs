namespace Codec.Payloads;

/// <content>Vectors and texts.</content>
internal sealed partial class PayloadWalk
{
    private bool Vectors(int field, int slots, int partners, int count, int typeSlots, int typePartners, int depth)
    {
        (PayloadKind kind, int scalar, int record) = ((PayloadKind)Words[field + 1], Words[field + 2], Words[field + 3]);
        int size = ElementSize(kind, scalar, record);
        int starts = _positions.Take(2 * count);
        int baseStarts = partners < 0 ? -1 : _positions.Take(2 * count);
        if ((_isPacking && !FindVectors(_payload!, slots, count, size, starts))
            || (partners >= 0 && !FindVectors(_base!, partners, count, size, baseStarts))
            || !Lengths(starts + count, baseStarts < 0 ? -1 : baseStarts + count, count)
            || !(_isPacking || PlaceVectors(slots, count, size, Words[field + 7] & byte.MaxValue, starts, isText: false)))
        {
            return false;
        }

        int elements = Sum(starts + count, count);
        if (kind == PayloadKind.Scalars)
        {
            return elements == 0 || Elements(starts, baseStarts, count, elements, scalar, QuantizationOf(field));
        }

        int rows = _positions.Take(elements);
        int basis = baseStarts < 0 ? -1 : _positions.Take(elements);
        SpreadRows(starts, starts, count, size, rows);
        if (basis >= 0)
        {
            SpreadRows(starts, baseStarts, count, size, basis);
        }

        if (kind == PayloadKind.Unions)
        {
            return Unions(field, starts, baseStarts, count, rows, basis, elements, typeSlots, typePartners, depth);
        }

        return elements == 0 || kind switch
        {
            PayloadKind.Structs => Structs(record, rows, basis, elements),
            PayloadKind.Strings => Strings(rows, basis, elements),
            _ => (basis < 0 || _isCopying || Words[field + 6] == 0 || Origins(field, starts, baseStarts, count, rows, basis, elements))
                && Tables(record, rows, basis, elements, depth + 1),
        };
    }

    /// <summary>
    /// Follows offsets to vectors, and writes the positions of their first elements, then their lengths. A vector that is missing in a baseline has no
    /// elements.
    /// </summary>
    private bool FindVectors(PayloadBytes payload, int slots, int count, int size, int starts)
    {
        int[] positions = _positions.Items;
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            bool isFound = payload.FindVector(positions[slots + i], size, out positions[starts + i], out positions[starts + count + i]);
            if (!isFound && (payload != _base || positions[slots + i] >= 0))
            {
                return Fail();
            }

            sum += positions[starts + count + i];
        }

        // Only a baseline that its sender did not write has parts that are shared. They could be many times as long as the baseline.
        if (payload == _base && sum * size > payload.Count)
        {
            _visits = -1;
            return Fail();
        }

        return Visit(sum);
    }

    private int Sum(int lengths, int count)
    {
        int sum = 0;
        for (int i = 0; i < count; i++)
        {
            sum += _positions.Items[lengths + i];
        }

        return sum;
    }

    /// <summary>Writes or reads the lengths of vectors.</summary>
    private bool Lengths(int lengths, int baseLengths, int count)
    {
        int values = _values.Take(count);
        int bases = baseLengths < 0 ? -1 : _values.Take(count);
        for (int i = 0; i < count; i++)
        {
            _values.Items[values + i] = (uint)_positions.Items[lengths + i];
            if (bases >= 0)
            {
                _values.Items[bases + i] = (uint)_positions.Items[baseLengths + i];
            }
        }

        if (!(count == 1 && !_isCopying ? Length(values, bases) : Numbers(values, bases, count, ScalarClass.UInt32)))
        {
            return false;
        }

        for (int i = 0; i < count; i++)
        {
            _positions.Items[lengths + i] = _isPacking ? _positions.Items[lengths + i] : (int)_values.Items[values + i];
        }

        _values.Count = values;
        return true;
    }

    private bool Length(int value, int basis)
    {
        ref ulong length = ref _values.Items[value];
        ulong wanted = basis < 0 ? 0 : _values.Items[basis];
        if (_isPacking)
        {
            _out.Number(basis < 0 ? length : ScalarColumn.ToZigzag(length - wanted, 32));
            return true;
        }

        bool isRead = _in.Number(uint.MaxValue, out length);
        length = basis < 0 ? length : (uint)(ScalarColumn.FromZigzag(length) + wanted);
        return isRead;
    }

    /// <summary>Appends vectors or texts, whose lengths follow the positions of their first elements, which are written.</summary>
    private bool PlaceVectors(int slots, int count, int size, int alignment, int starts, bool isText)
    {
        for (int i = 0; i < count; i++)
        {
            // The byte after a text is 0.
            uint length = (uint)_positions.Items[starts + count + i];
            if (!Reserve(4 + ((long)length * size) + (isText ? 1 : 0), alignment, 4, out int vector))
            {
                return false;
            }

            ScalarColumn.Store32(_payload!.Bytes, vector, length);
            Refer(_positions.Items[slots + i], vector);
            _positions.Items[starts + i] = vector + 4;
        }

        return true;
    }

    /// <summary>Writes the positions of all elements; -1 for those that the vectors of a baseline do not have.</summary>
    private void SpreadRows(int starts, int from, int count, int size, int to)
    {
        int[] positions = _positions.Items;
        for (int i = 0; i < count; i++)
        {
            int at = positions[from + i];
            int left = positions[from + count + i];
            for (int k = positions[starts + count + i]; k > 0; k--, left--)
            {
                positions[to++] = left > 0 ? at : -1;
                at += size;
            }
        }
    }

    private bool Elements(int starts, int baseStarts, int count, int elements, int scalar, int quantization)
    {
        int logSize = ScalarClass.LogSize(scalar);
        int[] positions = _positions.Items;
        if (logSize == 0 && scalar != ScalarClass.Bool && quantization == 0 && baseStarts < 0)
        {
            int any = elements < 4 ? byte.MaxValue : 0;
            for (int i = 0; _isPacking && i < count && any < 64; i++)
            {
                any |= ScalarColumn.OrBytes(_payload!.Bytes, positions[starts + i], positions[starts + count + i]);
            }

            ulong isChunk = _isPacking ? (any < 64 ? 0UL : 1) : _in.Bits(1);
            if (_isPacking)
            {
                _out.Bits(isChunk, 1);
            }

            if (isChunk != 0)
            {
                return Chunk(starts, count);
            }
        }

        if (scalar == ScalarClass.Bool && baseStarts < 0)
        {
            return Bools(starts, count, elements);
        }

        int values = _values.Take(elements);
        int bases = baseStarts < 0 ? -1 : _values.Take(elements);
        if (_isPacking)
        {
            Runs(_payload!, starts, starts, count, scalar, values);
        }

        if (bases >= 0)
        {
            Runs(_base!, starts, baseStarts, count, scalar, bases);
        }

        return Numbers(values, bases, elements, scalar, quantization) && (_isPacking || StoreRuns(starts, count, logSize, values));
    }

    private bool Bools(int starts, int count, int elements)
    {
        int words = (elements + 63) >> 6;
        int flags = _values.Take(words + 1);
        ulong[] items = _values.Items;
        Array.Clear(items, flags, words);
        if (!_isPacking && !_in.Flags(items, flags, elements, out _))
        {
            return false;
        }

        int[] positions = _positions.Items;
        long flag = 0;
        for (int i = 0; i < count; i++)
        {
            (int at, int length) = (positions[starts + i], positions[starts + count + i]);
            if (_isPacking)
            {
                ScalarColumn.LoadFlags(_payload!.Bytes, at, length, items, flags, flag);
            }
            else
            {
                ScalarColumn.StoreFlags(_payload!.Bytes, at, length, items, flags, flag);
            }

            flag += length;
        }

        if (_isPacking)
        {
            _out.Flags(items, flags, elements);
        }

        return true;
    }

    /// <summary>Loads the elements of vectors; 0 for those that the vectors of a baseline do not have.</summary>
    private void Runs(PayloadBytes payload, int starts, int from, int count, int scalar, int values)
    {
        int to = values;
        for (int i = 0; i < count; i++)
        {
            int length = _positions.Items[starts + count + i];
            int loaded = Math.Min(length, _positions.Items[from + count + i]);
            ScalarColumn.LoadRun(payload.Bytes, _positions.Items[from + i], loaded, ScalarClass.LogSize(scalar), _values.Items, to);
            if (loaded < length)
            {
                Array.Clear(_values.Items, to + loaded, length - loaded);
            }

            to += length;
        }

        Normalise(scalar, values, to - values);
    }

    private bool StoreRuns(int starts, int count, int logSize, int values)
    {
        for (int i = 0; i < count; i++)
        {
            int length = _positions.Items[starts + count + i];
            ScalarColumn.StoreRun(_payload!.Bytes, _positions.Items[starts + i], length, logSize, _values.Items, values);
            values += length;
        }

        return true;
    }

    /// <summary>Writes or reads the bytes of vectors or texts.</summary>
    private bool Chunk(int starts, int count)
    {
        long size = 0;
        for (int i = 0; i < count; i++)
        {
            size += (uint)_positions.Items[starts + count + i];
        }

        int at = 0;
        if (!_isPacking && !_in.Chunk(size, out at))
        {
            return false;
        }

        at = _isPacking ? _out.Chunk((int)size) : at;
        for (int i = 0; at >= 0 && i < count; i++)
        {
            (int start, int length) = (_positions.Items[starts + i], _positions.Items[starts + count + i]);
            if (_isPacking)
            {
                Buffer.BlockCopy(_payload!.Bytes, start, _out.Chunks, at, length);
            }
            else
            {
                Buffer.BlockCopy(_in.Bytes, at, _payload!.Bytes, start, length);
            }

            at += length;
        }

        return true;
    }
}
