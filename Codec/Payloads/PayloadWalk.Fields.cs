using Codec.Generated;

namespace Codec.Payloads;

/// <content>The values of fields, and the elements of vectors.</content>
internal sealed partial class PayloadWalk
{
    private int SizeOf(int field) => (PayloadKind)Words[field + 1] switch
    {
        PayloadKind.Scalar or PayloadKind.Optional => ScalarClass.Size(Words[field + 2]),
        PayloadKind.Struct => Words[Words[field + 3]],
        _ => 4,
    };

    /// <summary>Finds the values of a field in each table, and returns the index of their positions.</summary>
    private int Find(PayloadBytes payload, int tables, int count, int entry, int size)
    {
        int slots = _positions.Take(count);
        payload.Find(_positions.Items, tables, count, entry, size, slots);
        return slots;
    }

    /// <summary>Sets the flags of the tables that have a field, and returns how many there are.</summary>
    private int Present(PayloadBytes payload, int field, int tables, int count, int flags)
    {
        int slots = Find(payload, tables, count, Words[field], SizeOf(field));
        int present = 0;
        for (int i = 0; i < count; i++)
        {
            bool isPresent = _positions.Items[slots + i] >= 0;
            present += isPresent ? 1 : 0;
            ref ulong word = ref _values.Items[flags + (i >> 6)];
            word = ((i & 63) == 0 ? 0 : word) | (isPresent ? 1UL << i : 0);
        }

        _positions.Count = slots;
        return present;
    }

    /// <summary>Inverts the flags of the tables whose partners have a field, and returns the number of flags that are set.</summary>
    private int ExcludePresent(int field, int bases, int count, int flags)
    {
        int mark = _values.Count;
        int wanted = bases < 0 ? 0 : TakeFlags(count);
        if (bases >= 0)
        {
            Present(_base!, field, bases, count, wanted);
        }

        int set = 0;
        for (int i = 0; i < (count + 63) >> 6; i++)
        {
            ulong word = _values.Items[flags + i] ^ (bases < 0 ? 0 : _values.Items[wanted + i]);
            _values.Items[flags + i] = word;
            set += BitCounts.Set(word);
        }

        _values.Count = mark;
        return set;
    }

    private void LoadField(PayloadBytes payload, int field, int tables, int count, ulong missing, int to)
    {
        int slots = Find(payload, tables, count, Words[field], SizeOf(field));
        Load(payload, slots, count, 0, Words[field + 2], missing, to);
        _positions.Count = slots;
    }

    /// <summary>Returns the index of the numbers of a baseline, or -1.</summary>
    private int LoadBases(int field, int bases, int count, ulong missing)
    {
        int values = bases < 0 ? -1 : _values.Take(count);
        if (bases >= 0)
        {
            LoadField(_base!, field, bases, count, missing, values);
        }

        return values;
    }

    private void Load(PayloadBytes payload, int rows, int count, int offset, int scalar, ulong missing, int to)
    {
        ScalarColumn.Load(payload.Bytes, _positions.Items, rows, count, offset, ScalarClass.LogSize(scalar), missing, _values.Items, to);
        Normalise(scalar, to, count);
    }

    // Every byte of a bool other than 0 means true.
    private void Normalise(int scalar, int values, int count)
    {
        for (int i = values; scalar == ScalarClass.Bool && i < values + count; i++)
        {
            _values.Items[i] = _values.Items[i] != 0 ? 1UL : 0;
        }
    }

    private bool Store(int rows, int count, int offset, int scalar, int values)
    {
        ScalarColumn.Store(_payload!.Bytes, _positions.Items, rows, count, offset, ScalarClass.LogSize(scalar), _values.Items, values);
        return true;
    }

    /// <summary>Moves the numbers to the front that belong to values which are not missing.</summary>
    private int Compact(int slots, int count, int moved)
    {
        int[] positions = _positions.Items;
        int to = moved;
        for (int i = 0; moved >= 0 && i < count; i++)
        {
            if (positions[slots + i] >= 0)
            {
                positions[to++] = positions[moved + i];
            }
        }

        return to - moved;
    }

    /// <summary>Packs or unpacks the values of a field that is not a number.</summary>
    /// <param name="field">The field.</param>
    /// <param name="tables">The index of the tables.</param>
    /// <param name="bases">The index of their partners, or -1.</param>
    /// <param name="count">The number of tables, some of which have the field.</param>
    /// <param name="types">The index of the types of unions that were read.</param>
    /// <param name="depth">The depth of the tables.</param>
    private bool Content(int field, int tables, int bases, int count, int types, int depth)
    {
        (PayloadKind kind, int scalar, int record) = ((PayloadKind)Words[field + 1], Words[field + 2], Words[field + 3]);
        int slots = Find(_payload!, tables, count, Words[field], SizeOf(field));
        int partners = bases < 0 ? -1 : Find(_base!, bases, count, Words[field], SizeOf(field));
        if (kind == PayloadKind.Union)
        {
            return Union(field, tables, bases, count, slots, partners, types, depth);
        }

        bool isUnions = kind == PayloadKind.Unions;
        int typeSlots = isUnions ? Find(_payload!, tables, count, Words[field] - 2, 4) : -1;
        int typePartners = isUnions && bases >= 0 ? Find(_base!, bases, count, Words[field] - 2, 4) : -1;
        Compact(slots, count, partners);
        Compact(slots, count, typeSlots);
        Compact(slots, count, typePartners);
        count = Compact(slots, count, slots);
        return kind switch
        {
            PayloadKind.Optional => Optionals(slots, partners, count, scalar, QuantizationOf(field)),
            PayloadKind.Struct => Structs(record, slots, partners, count),
            PayloadKind.String => Strings(slots, partners, count),
            PayloadKind.Table => Tables(record, slots, partners, count, depth + 1),
            _ => Vectors(field, slots, partners, count, typeSlots, typePartners, depth),
        };
    }

    private bool Optionals(int slots, int partners, int count, int scalar, int quantization)
    {
        int values = _values.Take(count);
        int bases = partners < 0 ? -1 : _values.Take(count);
        if (_isPacking)
        {
            Load(_payload!, slots, count, 0, scalar, 0, values);
        }

        if (partners >= 0)
        {
            Load(_base!, partners, count, 0, scalar, 0, bases);
        }

        return Numbers(values, bases, count, scalar, quantization) && (_isPacking || Store(slots, count, 0, scalar, values));
    }

    private bool Structs(int record, int rows, int partners, int count)
    {
        (int positionMark, int valueMark) = (_positions.Count, _values.Count);
        if (_base is not null && !(_isCopying
            ? CopyStructs(rows, partners, ref count, Words[record])
            : DropUnchanged(PayloadKind.Struct, record, ref rows, ref partners, ref count, 0)))
        {
            return false;
        }

        int end = record + 3 + (PayloadShape.LeafSize * Words[record + 2]);
        for (int leaf = record + 3, next; count > 0 && leaf < end; leaf = next)
        {
            int total = Words[leaf + 2];

            // One struct has too few values for a column of each leaf.
            for (next = leaf + PayloadShape.LeafSize;
                count == 1 && next < end && (Words[next + 1], Words[next + 3]) == (Words[leaf + 1], Words[leaf + 3]);
                next += PayloadShape.LeafSize)
            {
                total += Words[next + 2];
            }

            int values = _values.Take(total * count);
            int bases = partners < 0 ? -1 : _values.Take(total * count);
            if (_isPacking)
            {
                Leaves(_payload!, leaf, next, rows, count, values, total, isStored: false);
            }

            if (partners >= 0)
            {
                Leaves(_base!, leaf, next, partners, count, bases, total, isStored: false);
            }

            if (!Numbers(values, bases, total * count, Words[leaf + 1], Words[leaf + 3]))
            {
                return false;
            }

            if (!_isPacking)
            {
                Leaves(_payload!, leaf, next, rows, count, values, total, isStored: true);
            }

            _values.Count = values;
        }

        (_positions.Count, _values.Count) = (positionMark, valueMark);
        return true;
    }

    /// <summary>Loads or stores the numbers of leaves, row by row.</summary>
    private void Leaves(PayloadBytes payload, int first, int end, int rows, int count, int values, int total, bool isStored)
    {
        int scalar = Words[first + 1];
        int logSize = ScalarClass.LogSize(scalar);
        if (total == 1)
        {
            _ = isStored && Store(rows, count, Words[first], scalar, values);
            if (!isStored)
            {
                Load(payload, rows, count, Words[first], scalar, 0, values);
            }

            return;
        }

        int to = values;
        for (int i = 0; i < count; i++)
        {
            int row = _positions.Items[rows + i];
            for (int leaf = first; leaf < end; leaf += PayloadShape.LeafSize)
            {
                int length = Words[leaf + 2];
                if (isStored)
                {
                    ScalarColumn.StoreRun(payload.Bytes, row + Words[leaf], length, logSize, _values.Items, to);
                }
                else if (row >= 0)
                {
                    ScalarColumn.LoadRun(payload.Bytes, row + Words[leaf], length, logSize, _values.Items, to);
                }
                else
                {
                    Array.Clear(_values.Items, to, length);
                }

                to += length;
            }
        }

        Normalise(scalar, values, isStored ? 0 : to - values);
    }

    private bool Strings(int slots, int partners, int count)
    {
        (int positionMark, int valueMark) = (_positions.Count, _values.Count);
        if (_base is not null && !(_isCopying
            ? CopyStrings(slots, partners, ref count)
            : DropUnchanged(PayloadKind.String, 0, ref slots, ref partners, ref count, 0)))
        {
            return false;
        }

        int starts = _positions.Take(2 * count);
        if (count > 0 && !((!_isPacking || FindVectors(_payload!, slots, count, 1, starts))
            && Lengths(starts + count, -1, count)
            && (_isPacking || PlaceVectors(slots, count, 1, 4, starts, isText: true))
            && Chunk(starts, count)))
        {
            return false;
        }

        (_positions.Count, _values.Count) = (positionMark, valueMark);
        return true;
    }

    private bool Vectors(int field, int slots, int partners, int count, int typeSlots, int typePartners, int depth)
    {
        (PayloadKind kind, int scalar, int record) = ((PayloadKind)Words[field + 1], Words[field + 2], Words[field + 3]);
        int size = kind == PayloadKind.Scalars ? ScalarClass.Size(scalar) : kind == PayloadKind.Structs ? Words[record] : 4;
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

    /// <summary>Follows offsets to vectors. A vector that is missing in a baseline has no elements.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="slots">The index of the positions of the offsets.</param>
    /// <param name="count">The number of vectors.</param>
    /// <param name="size">The size of an element in bytes.</param>
    /// <param name="starts">The index of the positions of the first elements, after which the lengths follow; both are written.</param>
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
            _out.Number(basis < 0 ? length : Residuals.ToZigzag(length - wanted, 32));
            return true;
        }

        bool isRead = _in.Number(uint.MaxValue, out length);
        length = basis < 0 ? length : (uint)(Residuals.FromZigzag(length) + wanted);
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
            ulong isChunk = 0;
            if (_isPacking)
            {
                int any = elements < 4 ? byte.MaxValue : 0;
                for (int i = 0; i < count && any < 64; i++)
                {
                    any |= ScalarColumn.OrBytes(_payload!.Bytes, positions[starts + i], positions[starts + count + i]);
                }

                isChunk = any < 64 ? 0UL : 1;
                _out.Bits(isChunk, 1);
            }
            else if (!_in.Bits(1, out isChunk))
            {
                return false;
            }

            if (isChunk != 0)
            {
                return Chunk(starts, count);
            }
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

    /// <summary>Loads the elements of vectors; 0 for those that the vectors of a baseline do not have.</summary>
    private void Runs(PayloadBytes payload, int starts, int from, int count, int scalar, int values)
    {
        int to = values;
        for (int i = 0; i < count; i++)
        {
            int length = _positions.Items[starts + count + i];
            int loaded = Math.Min(length, _positions.Items[from + count + i]);
            ScalarColumn.LoadRun(payload.Bytes, _positions.Items[from + i], loaded, ScalarClass.LogSize(scalar), _values.Items, to);
            Array.Clear(_values.Items, to + loaded, length - loaded);
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
