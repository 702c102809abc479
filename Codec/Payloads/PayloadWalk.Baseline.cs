using Codec.Generated;

namespace Codec.Payloads;

/// <content>Rows that are equal to those of the baseline, and elements that have moved.</content>
internal sealed partial class PayloadWalk
{
    /// <summary>Writes or reads which rows differ from their partners. Equal rows are removed, and copied if the payload is being unpacked.</summary>
    private bool DropUnchanged(PayloadKind kind, int record, ref int rows, ref int partners, ref int count, int depth)
    {
        int flags = TakeFlags(count);
        Array.Clear(_values.Items, flags, (count + 63) >> 6);
        int paired = 0;
        for (int i = 0; i < count; i++)
        {
            int partner = _positions.Items[partners + i];
            if (partner >= 0)
            {
                bool differs = _isPacking && !AreEqual(kind, 0, record, _positions.Items[rows + i], partner, -1, -1, depth - 1);
                _values.Items[flags + (paired >> 6)] |= differs ? 1UL << paired : 0;
                paired++;
            }
        }

        if (_isPacking)
        {
            _out.Flags(_values.Items, flags, paired);
        }
        else if (!_in.Flags(_values.Items, flags, paired, out _))
        {
            return false;
        }

        int kept = _positions.Take(4 * count);
        int[] positions = _positions.Items;
        (int keptPartners, int same, int samePartners) = (kept + count, kept + (2 * count), kept + (3 * count));
        (int keptCount, int sameCount) = (0, 0);
        paired = 0;
        for (int i = 0; i < count; i++)
        {
            (int row, int partner) = (positions[rows + i], positions[partners + i]);
            bool isKept = partner < 0 || (_values.Items[flags + (paired >> 6)] >> paired & 1) != 0;
            paired += partner < 0 ? 0 : 1;
            if (isKept)
            {
                positions[kept + keptCount] = row;
                positions[keptPartners + keptCount++] = partner;
            }
            else
            {
                positions[same + sameCount] = row;
                positions[samePartners + sameCount++] = partner;
            }
        }

        (rows, partners, count) = (kept, keptPartners, keptCount);
        if (_isPacking || sameCount == 0)
        {
            return true;
        }

        _isCopying = true;
        bool isCopied = kind switch
        {
            PayloadKind.Table => Rows(record, same, samePartners, sameCount, depth),
            PayloadKind.Struct => CopyStructs(same, samePartners, ref sameCount, Words[record]),
            _ => CopyStrings(same, samePartners, ref sameCount),
        };
        _isCopying = false;
        return isCopied;
    }

    private bool CopyStructs(int rows, int partners, ref int count, int size)
    {
        for (int i = 0; i < count; i++)
        {
            Buffer.BlockCopy(_base!.Bytes, _positions.Items[partners + i], _payload!.Bytes, _positions.Items[rows + i], size);
        }

        count = 0;
        return true;
    }

    private bool CopyStrings(int slots, int partners, ref int count)
    {
        for (int i = 0; i < count; i++)
        {
            if (!_base!.FindVector(_positions.Items[partners + i], 1, out int from, out int length))
            {
                return Fail();
            }

            if (!Reserve(4 + (long)length + 1, 4, 4, out int text))
            {
                return false;
            }

            Buffer.BlockCopy(_base.Bytes, from - 4, _payload!.Bytes, text, 4 + length);
            Refer(_positions.Items[slots + i], text);
        }

        count = 0;
        return true;
    }

    /// <summary>Returns whether a value of a field, or an element, is equal to its partner. The type of a union is passed separately.</summary>
    private bool AreEqual(PayloadKind kind, int scalar, int record, int at, int from, int type, int otherType, int depth)
    {
        switch (kind)
        {
            case PayloadKind.Optional:
                return One(_payload!, at, scalar, 0) == One(_base!, from, scalar, 0);
            case PayloadKind.Struct:
                return AreBytesEqual(at, from, Words[record]);
            case PayloadKind.Table:
                return AreTablesEqual(record, at, from, depth + 1);
            case PayloadKind.Union:
                ulong own = TypeOf(_payload!, at < 0 ? -1 : type, scalar, record, out int member);
                ulong other = TypeOf(_base!, from < 0 ? -1 : otherType, scalar, record, out _);
                return own == other && (own == 0 || AreMembersEqual((PayloadKind)Words[member + 1], Words[member + 2], at, from, depth));
            default:
                return AreVectorsEqual(kind, scalar, record, at, from, type, otherType, depth);
        }
    }

    private bool AreMembersEqual(PayloadKind kind, int record, int slot, int partner, int depth)
    {
        if (kind != PayloadKind.Struct)
        {
            return AreEqual(kind, 0, record, slot, partner, -1, -1, depth);
        }

        (long at, long from) = (_payload!.Target(slot), _base!.Target(partner));
        return at <= _payload.Count - Words[record] && from <= _base.Count - Words[record] && AreBytesEqual((int)at, (int)from, Words[record]);
    }

    private bool AreVectorsEqual(PayloadKind kind, int scalar, int record, int slot, int partner, int types, int otherTypes, int depth)
    {
        int size = ElementSize(kind, scalar, record);
        if (!_payload!.FindVector(slot, size, out int at, out int length) || !_base!.FindVector(partner, size, out int from, out int other)
            || length != other || !Visit(length))
        {
            return false;
        }

        if (kind is PayloadKind.String or PayloadKind.Scalars or PayloadKind.Structs)
        {
            return AreBytesEqual(at, from, length * size);
        }

        (int type, int otherType, int typeSize) = (0, 0, ScalarClass.Size(scalar));
        bool areEqual = kind != PayloadKind.Unions || (_payload.FindVector(types, typeSize, out type, out int count) && count == length
            && _base.FindVector(otherTypes, typeSize, out otherType, out count) && count == length);
        for (int i = 0; areEqual && i < length; i++)
        {
            (int next, int otherNext) = (type + (typeSize * i), otherType + (typeSize * i));
            areEqual = AreEqual(PayloadShape.ElementOf(kind), scalar, record, at + (4 * i), from + (4 * i), next, otherNext, depth);
        }

        return areEqual;
    }

    private bool AreBytesEqual(int at, int partner, int count) =>
        _payload!.Bytes.AsSpan(at, count).SequenceEqual(_base!.Bytes.AsSpan(partner, count));

    private bool AreTablesEqual(int record, int slot, int partner, int depth)
    {
        bool areEqual = depth <= _shape!.MaxDepth & Visit(1) & _payload!.FindTable(slot, out int table, out int vtable)
            & _base!.FindTable(partner, out int other, out int otherVTable);
        for (int i = 0; areEqual && i < Words[record]; i++)
        {
            int field = record + 1 + (PayloadShape.FieldSize * i);
            (PayloadKind kind, int scalar) = ((PayloadKind)Words[field + 1], Words[field + 2]);
            int at = _payload.Find(table, vtable, Words[field], SizeOf(field));
            int from = _base.Find(other, otherVTable, Words[field], SizeOf(field));
            bool isUnion = kind is PayloadKind.Union or PayloadKind.Unions;
            int typeSize = kind == PayloadKind.Union ? ScalarClass.Size(scalar) : 4;
            int type = isUnion ? _payload.Find(table, vtable, Words[field] - 2, typeSize) : -1;
            int otherType = isUnion ? _base.Find(other, otherVTable, Words[field] - 2, typeSize) : -1;
            ulong expected = kind == PayloadKind.Scalar ? _shape.DefaultOf(field) : 0;
            areEqual = kind == PayloadKind.Scalar ? One(_payload, at, scalar, expected) == One(_base, from, scalar, expected)
                : kind != PayloadKind.Union && (at < 0 || from < 0) ? at == from
                : AreEqual(kind, scalar, Words[field + 3], at, from, type, otherType, depth);
        }

        return areEqual;
    }

    // The value of one number.
    private static ulong One(PayloadBytes payload, int at, int scalar, ulong missing)
    {
        ulong value = at < 0 ? missing : ScalarColumn.Load64(payload.Bytes, at) & ScalarColumn.Mask(ScalarClass.LogSize(scalar));
        return scalar == ScalarClass.Bool && value != 0 ? 1 : value;
    }

    // The type of one union, and its member in the shape.
    private ulong TypeOf(PayloadBytes payload, int at, int scalar, int record, out int member)
    {
        ulong type = One(payload, at, scalar, 0);
        for (int i = 0; i < Words[record]; i++)
        {
            member = record + 1 + (PayloadShape.MemberSize * i);
            if ((uint)Words[member] == type)
            {
                return type;
            }
        }

        member = 0;
        return 0;
    }

    /// <summary>
    /// In keyed vectors, makes elements with the same key partners, instead of those with the same index. The lengths of the vectors follow their positions.
    /// </summary>
    private bool Origins(int field, int starts, int baseStarts, int count, int rows, int partners, int elements)
    {
        (int positionMark, int valueMark) = (_positions.Count, _values.Count);
        int total = Sum(baseStarts + count, count);
        int baseRows = _positions.Take(total);
        SpreadRows(baseStarts, baseStarts, count, 4, baseRows);
        int key = Words[field + 3] + 1 + (PayloadShape.FieldSize * (Words[field + 6] - 1));
        int flags = TakeFlags(elements);
        int moves = _values.Take(elements);
        int used = TakeFlags(total);
        Array.Clear(_values.Items, used, (total + 63) >> 6);
        int set = 0;
        int keys = -1;
        int baseKeys = -1;
        if (_isPacking)
        {
            keys = Keys(_payload!, key, rows, elements);
            baseKeys = Keys(_base!, key, baseRows, total);
            if (keys < 0 || baseKeys < 0)
            {
                return Fail();
            }

            Array.Clear(_values.Items, flags, (elements + 63) >> 6);
        }
        else if (!_in.Flags(_values.Items, flags, elements, out set)
            || (set > 0 && !_in.Column(_values.Items, moves, set, ScalarClass.LogSize(ScalarClass.UInt32), isReal: false)))
        {
            return false;
        }

        int row = 0;
        int first = 0;
        int moved = 0;
        for (int i = 0; i < count; i++)
        {
            int known = _positions.Items[baseStarts + count + i];
            int expected = 0;
            int index = -1;
            for (int left = _positions.Items[starts + count + i]; left > 0; left--, row++)
            {
                int origin;
                if (_isPacking)
                {
                    ulong wanted = _values.Items[keys + row];
                    bool isNext = expected < known && _values.Items[baseKeys + first + expected] == wanted && !IsUsed(used, first + expected);
                    index = isNext || index >= 0 ? index : Index(baseKeys + first, known);
                    origin = isNext ? expected : Search(index, baseKeys + first, known, wanted, used, first);
                    if (origin != expected)
                    {
                        _values.Items[flags + (row >> 6)] |= 1UL << row;
                        _values.Items[moves + moved++] = origin < 0 ? 1 : 2 + ScalarColumn.ToZigzag((ulong)(origin - expected), 32);
                    }
                }
                else
                {
                    ulong move = (_values.Items[flags + (row >> 6)] >> row & 1) == 0 ? 2 : _values.Items[moves + moved++];
                    origin = move == 1 ? -1 : (int)((long)ScalarColumn.FromZigzag(move - 2) + expected);
                    if (origin < -1 || (origin < 0 && move != 1) || origin >= known || (origin >= 0 && IsUsed(used, first + origin)))
                    {
                        return Fail();
                    }
                }

                _positions.Items[partners + row] = origin < 0 ? -1 : _positions.Items[baseRows + first + origin];
                if (origin >= 0)
                {
                    _values.Items[used + ((first + origin) >> 6)] |= 1UL << (first + origin);
                    expected = origin + 1;
                }
            }

            first += known;
        }

        if (_isPacking)
        {
            _out.Flags(_values.Items, flags, elements);
            _out.Column(_values.Items, moves, moved, ScalarClass.LogSize(ScalarClass.UInt32), isReal: false);
        }

        (_positions.Count, _values.Count) = (positionMark, valueMark);
        return true;
    }

    private bool IsUsed(int used, int row) => (_values.Items[used + (row >> 6)] >> row & 1) != 0;

    /// <summary>Loads the keys of elements; -1 if an element is not a table.</summary>
    private int Keys(PayloadBytes payload, int key, int rows, int count) =>
        Follow(payload, rows, count, out TableRows tables) ? LoadField(payload, key, tables, _shape!.DefaultOf(key)) : -1;

    /// <summary>Creates a hash table of keys: the numbers of the elements from 1.</summary>
    private int Index(int keys, int count)
    {
        int size = Capacity(count);
        int index = _positions.Take(size);
        Array.Clear(_positions.Items, index, size);

        for (int i = 0; i < count; i++)
        {
            int at = Hash(_values.Items[keys + i], size);
            while (_positions.Items[index + at] != 0)
            {
                at = (at + 1) & (size - 1);
            }

            _positions.Items[index + at] = i + 1;
        }

        return index;
    }

    private int Search(int index, int keys, int count, ulong key, int used, int first)
    {
        int size = Capacity(count);
        for (int at = Hash(key, size); _positions.Items[index + at] != 0; at = (at + 1) & (size - 1))
        {
            int origin = _positions.Items[index + at] - 1;
            if (_values.Items[keys + origin] == key && !IsUsed(used, first + origin))
            {
                return origin;
            }
        }

        return -1;
    }

    // A power of two above twice the number of keys.
    private static int Capacity(int count) => 2 << BitCounts.Width((ulong)count);

    private static int Hash(ulong key, int size) => (int)((key * 0x9E37_79B9_7F4A_7C15) >> 32) & (size - 1);
}
