using Codec.Generated;

namespace Codec.Payloads;

/// <content>The values of fields, and the elements of vectors.</content>
internal sealed partial class PayloadWalk
{
    // Instead of the position of a partner, if there is no baseline.
    private const int Missing = -2;

    private int SizeOf(int field) => (PayloadKind)Words[field + 1] switch
    {
        PayloadKind.Scalar or PayloadKind.Optional => ScalarClass.Size(Words[field + 2]),
        PayloadKind.Struct => Words[Words[field + 3]],
        _ => 4,
    };

    private int ElementSize(PayloadKind kind, int scalar, int record) => kind switch
    {
        PayloadKind.String => 1,
        PayloadKind.Scalars => ScalarClass.Size(scalar),
        PayloadKind.Structs => Words[record],
        _ => 4,
    };

    /// <summary>Finds the values of a field in each table, and returns the index of their positions; -1 for a missing value.</summary>
    private int Find(PayloadBytes payload, in TableRows tables, int entry, int size, out bool areAll)
    {
        int slots = _positions.Take(tables.Count);
        int offsets = Offsets(payload, tables, entry);
        areAll = ScalarColumn.Find(_positions.Items, tables.At, tables.Count, offsets, payload.Count - size, slots);
        _positions.Count = offsets;
        return slots;
    }

    /// <summary>Returns the index of the offsets of a field in the tables of each vtable.</summary>
    private int Offsets(PayloadBytes payload, in TableRows tables, int entry)
    {
        int offsets = _positions.Take(tables.Different);
        for (int i = 0; i < tables.Different; i++)
        {
            int vtable = _positions.Items[tables.VTables + i];
            int offset = vtable < 0 ? 0 : payload.OffsetOf(vtable, entry);
            _positions.Items[offsets + i] = offset == 0 ? ScalarColumn.Missing : offset;
        }

        return offsets;
    }

    /// <summary>Sets the flags of the tables that have a field, and returns how many there are.</summary>
    private int Present(PayloadBytes payload, int field, in TableRows tables, int flags)
    {
        int slots = Find(payload, tables, Words[field], SizeOf(field), out _);
        _positions.Count = slots;
        return ScalarColumn.Present(_positions.Items, slots, tables.Count, _values.Items, flags);
    }

    /// <summary>Inverts the flags of the tables whose partners have a field, and returns the number of flags that are set.</summary>
    private int ExcludePresent(int field, in TableRows bases, int count, int flags)
    {
        int mark = _values.Count;
        int wanted = bases.Exist ? TakeFlags(count) : 0;
        if (bases.Exist)
        {
            Present(_base!, field, bases, wanted);
        }

        int set = 0;
        for (int i = 0; i < (count + 63) >> 6; i++)
        {
            ulong word = _values.Items[flags + i] ^ (bases.Exist ? _values.Items[wanted + i] : 0);
            _values.Items[flags + i] = word;
            set += BitCounts.Set(word);
        }

        _values.Count = mark;
        return set;
    }

    /// <summary>Returns the index of the numbers of a field.</summary>
    private int LoadField(PayloadBytes payload, int field, in TableRows tables, ulong missing)
    {
        int values = _values.Take(tables.Count);
        int slots = Find(payload, tables, Words[field], SizeOf(field), out _);
        Load(payload, slots, tables.Count, 0, Words[field + 2], missing, values);
        _positions.Count = slots;
        return values;
    }

    /// <summary>Returns the index of the numbers of a baseline, or -1.</summary>
    private int LoadBases(int field, in TableRows bases, ulong missing) => bases.Exist ? LoadField(_base!, field, bases, missing) : -1;

    private void Load(PayloadBytes payload, int rows, int count, int offset, int scalar, ulong missing, int to)
    {
        ScalarColumn.Load(payload.Bytes, _positions.Items, rows, count, offset, ScalarClass.LogSize(scalar), missing, _values.Items, to);
        Normalise(scalar, to, count);
    }

    private void LoadAll(PayloadBytes payload, int rows, int count, int offset, int length, int scalar, int to)
    {
        // Rows of the payload itself are not missing.
        int logSize = ScalarClass.LogSize(scalar);
        if (length == 1 && payload != _base)
        {
            ScalarColumn.LoadAll(payload.Bytes, _positions.Items, rows, count, offset, logSize, _values.Items, to);
        }
        else if (length == 1)
        {
            ScalarColumn.Load(payload.Bytes, _positions.Items, rows, count, offset, logSize, 0, _values.Items, to);
        }

        for (int i = 0; length > 1 && i < count; i++)
        {
            int row = _positions.Items[rows + i];
            if (row >= 0)
            {
                ScalarColumn.LoadRun(payload.Bytes, row + offset, length, logSize, _values.Items, to + (i * length));
            }
            else
            {
                Array.Clear(_values.Items, to + (i * length), length);
            }
        }

        Normalise(scalar, to, length * count);
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

    /// <summary>Moves the numbers of present values to the front.</summary>
    private int Compact(int slots, int count, int moved)
    {
        int[] positions = _positions.Items;
        int to = moved;
        for (int i = 0; moved >= 0 && i < count; i++)
        {
            int isPresent = ~(positions[slots + i] >> 31) & 1;
            positions[to] = positions[moved + i];
            to += isPresent;
        }

        return to - moved;
    }

    /// <summary>Packs or unpacks the values of a field that is not a number.</summary>
    /// <param name="field">The field.</param>
    /// <param name="tables">The tables, some of which have the field.</param>
    /// <param name="bases">Their partners.</param>
    /// <param name="known">The index of the slots that were found while packing, or of the types of unions that were read.</param>
    /// <param name="set">The number of tables that have the field, unless there is a baseline.</param>
    /// <param name="depth">The depth of the tables.</param>
    private bool Content(int field, in TableRows tables, in TableRows bases, int known, int set, int depth)
    {
        PayloadKind kind = (PayloadKind)Words[field + 1];
        int count = tables.Count;
        bool areAll = !bases.Exist && set == count;
        int slots = _isPacking && kind != PayloadKind.Union ? known : Find(_payload!, tables, Words[field], SizeOf(field), out areAll);
        int partners = bases.Exist ? Find(_base!, bases, Words[field], SizeOf(field), out _) : -1;
        if (kind == PayloadKind.Union)
        {
            return Union(field, tables, bases, slots, partners, known, depth);
        }

        bool isUnions = kind == PayloadKind.Unions;
        int typeSlots = isUnions ? Find(_payload!, tables, Words[field] - 2, 4, out _) : -1;
        int typePartners = isUnions && bases.Exist ? Find(_base!, bases, Words[field] - 2, 4, out _) : -1;
        if (!areAll)
        {
            Compact(slots, count, partners);
            Compact(slots, count, typeSlots);
            Compact(slots, count, typePartners);
            count = Compact(slots, count, slots);
        }

        return Values(field, slots, partners, count, typeSlots, typePartners, depth);
    }

    private bool Values(int field, int slots, int partners, int count, int typeSlots, int typePartners, int depth)
    {
        (PayloadKind kind, int scalar, int record) = ((PayloadKind)Words[field + 1], Words[field + 2], Words[field + 3]);
        return kind switch
        {
            PayloadKind.Optional => Column(0, scalar, 1, QuantizationOf(field), slots, partners, count),
            PayloadKind.Struct => Structs(record, slots, partners, count),
            PayloadKind.String => Strings(slots, partners, count),
            PayloadKind.Table => Tables(record, slots, partners, count, depth + 1),
            _ => Vectors(field, slots, partners, count, typeSlots, typePartners, depth),
        };
    }

    /// <summary>Packs or unpacks adjacent numbers at an offset in each row.</summary>
    private bool Column(int offset, int scalar, int length, int quantization, int rows, int partners, int count)
    {
        int total = length * count;
        int values = _values.Take(total);
        int bases = partners < 0 ? -1 : _values.Take(total);
        if (_isPacking)
        {
            LoadAll(_payload!, rows, count, offset, length, scalar, values);
        }

        if (partners >= 0)
        {
            LoadAll(_base!, partners, count, offset, length, scalar, bases);
        }

        if (!Numbers(values, bases, total, scalar, quantization, length == 1 ? rows : -1, offset))
        {
            return false;
        }

        for (int i = 0; !_isPacking && length > 1 && i < count; i++)
        {
            int at = _positions.Items[rows + i] + offset;
            ScalarColumn.StoreRun(_payload!.Bytes, at, length, ScalarClass.LogSize(scalar), _values.Items, values + (i * length));
        }

        _values.Count = values;
        return true;
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

        if (count == 1 && !Struct(record, _positions.Items[rows], partners < 0 ? Missing : _positions.Items[partners]))
        {
            return false;
        }

        int end = record + 3 + (PayloadShape.LeafSize * Words[record + 2]);
        for (int leaf = record + 3; count > 1 && leaf < end; leaf += PayloadShape.LeafSize)
        {
            _in.BeginField(leaf);
            if (!Column(Words[leaf], Words[leaf + 1], Words[leaf + 2], Words[leaf + 3], rows, partners, count))
            {
                return false;
            }

            _in.EndField();
        }

        (_positions.Count, _values.Count) = (positionMark, valueMark);
        return true;
    }

    /// <summary>
    /// Packs or unpacks a struct. It has too few values for a column of each leaf, so adjacent numbers of one class are rows. The partner is -1 if the
    /// baseline does not have it, and <see cref="Missing"/> if there is no baseline.
    /// </summary>
    private bool Struct(int record, int row, int partner)
    {
        int end = record + 3 + (PayloadShape.LeafSize * Words[record + 2]);
        int slots = _positions.Take(2 * Words[record]);
        for (int leaf = record + 3; leaf < end;)
        {
            (int scalar, int quantization, int count) = (Words[leaf + 1], Words[leaf + 3], 0);
            for (; leaf < end && Words[leaf + 1] == scalar && Words[leaf + 3] == quantization; leaf += PayloadShape.LeafSize)
            {
                int at = row + Words[leaf];
                for (int i = Words[leaf + 2]; i > 0; i--, at += ScalarClass.Size(scalar))
                {
                    _positions.Items[slots + count++] = at;
                }
            }

            int partners = partner == Missing ? -1 : slots + count;
            for (int i = 0; partners >= 0 && i < count; i++)
            {
                _positions.Items[partners + i] = partner < 0 ? -1 : _positions.Items[slots + i] - row + partner;
            }

            if (!Column(0, scalar, 1, quantization, slots, partners, count))
            {
                return false;
            }
        }

        return true;
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
}
