using Codec.Generated;

namespace Codec.Payloads;

/// <content>Unions, whose values are visited member by member.</content>
internal sealed partial class PayloadWalk
{
    /// <summary>Returns the index of the types of unions; 0 if the value is missing or the schema does not have the type.</summary>
    private int LoadTypes(PayloadBytes payload, int field, in TableRows tables)
    {
        int types = _values.Take(tables.Count);
        int slots = Find(payload, tables, Words[field] - 2, ScalarClass.Size(Words[field + 2]), out _);
        Load(payload, slots, tables.Count, 0, Words[field + 2], 0, types);
        int values = Find(payload, tables, Words[field], 4, out _);
        for (int i = 0; i < tables.Count; i++)
        {
            if (_positions.Items[values + i] < 0)
            {
                _values.Items[types + i] = 0;
            }
        }

        _positions.Count = slots;
        Normalise(Words[field + 3], types, tables.Count, out _);
        return types;
    }

    // Types that the schema does not have become 0.
    private void Normalise(int record, int types, int count, out bool isChanged)
    {
        isChanged = false;
        for (int i = types; i < types + count; i++)
        {
            ulong type = _values.Items[i];
            bool isKnown = type == 0;
            for (int member = 0; member < Words[record]; member++)
            {
                isKnown |= (uint)Words[record + 1 + (PayloadShape.MemberSize * member)] == type;
            }

            isChanged |= !isKnown;
            _values.Items[i] = isKnown ? type : 0;
        }
    }

    private int LoadBaseTypes(int field, in TableRows bases, int count)
    {
        if (bases.Exist)
        {
            return LoadTypes(_base!, field, bases);
        }

        int types = _values.Take(count);
        Array.Clear(_values.Items, types, count);
        return types;
    }

    /// <summary>Writes which unions have another type than in the baseline, and their types. Returns the number of unions that have a type.</summary>
    private int WriteTypes(int field, in TableRows tables, in TableRows bases)
    {
        int count = tables.Count;
        int types = LoadTypes(_payload!, field, tables);
        int wanted = LoadBaseTypes(field, bases, count);
        int flags = TakeFlags(count);
        ulong[] values = _values.Items;
        Array.Clear(values, flags, (count + 63) >> 6);
        int present = 0;
        int differing = 0;
        for (int i = 0; i < count; i++)
        {
            ulong type = values[types + i];
            present += type != 0 ? 1 : 0;
            if (type != values[wanted + i])
            {
                values[types + differing++] = type;
                values[flags + (i >> 6)] |= 1UL << i;
            }
        }

        _out.Flags(values, flags, count);
        _out.Column(values, types, differing, ScalarClass.LogSize(Words[field + 2]), isReal: false);
        _values.Count = types;
        return present;
    }

    /// <summary>Reads the types that differ from the baseline's. Afterwards, the flags are set for the unions that have a type.</summary>
    private bool ReadTypes(int field, in TableRows bases, int count, int flags, int set, int types, out int present)
    {
        int wanted = LoadBaseTypes(field, bases, count);
        int read = _values.Take(set);
        present = 0;
        ulong[] values = _values.Items;
        if (set > 0 && !_in.Column(values, read, set, ScalarClass.LogSize(Words[field + 2]), isReal: false))
        {
            return false;
        }

        for (int i = 0; i < count; i++)
        {
            ref ulong word = ref values[flags + (i >> 6)];
            bool isRead = (word >> i & 1) != 0;
            ulong type = isRead ? values[read++] : values[wanted + i];
            values[types + i] = type;
            word = type != 0 ? word | 1UL << i : word & ~(1UL << i);
            present += type != 0 ? 1 : 0;
            if (isRead && type == 0 && !bases.Exist)
            {
                return false;
            }
        }

        Normalise(Words[field + 3], types, count, out bool isChanged);
        _values.Count = types + count;
        return !isChanged;
    }

    private bool Union(int field, in TableRows tables, in TableRows bases, int slots, int partners, int types, int depth)
    {
        int count = tables.Count;
        if (_isPacking)
        {
            types = LoadTypes(_payload!, field, tables);
        }
        else
        {
            Store(Find(_payload!, tables, Words[field] - 2, 0, out _), count, 0, Words[field + 2], types);
        }

        return Members(Words[field + 3], slots, partners, count, types, LoadBaseTypes(field, bases, count), depth);
    }

    /// <summary>Packs or unpacks the elements of vectors of unions. The positions of the vectors of their types are not yet known.</summary>
    private bool Unions(
        int field, int starts, int baseStarts, int count, int rows, int partners, int elements, int typeSlots, int typePartners, int depth)
    {
        (int scalar, int record) = (Words[field + 2], Words[field + 3]);
        int size = ScalarClass.Size(scalar);
        int typeStarts = _positions.Take(2 * count);
        int baseTypeStarts = baseStarts < 0 ? -1 : _positions.Take(2 * count);
        Array.Copy(_positions.Items, starts + count, _positions.Items, typeStarts + count, count);
        bool isFound = _isPacking
            ? FindTypes(_payload!, typeSlots, count, size, starts, typeStarts)
            : PlaceVectors(typeSlots, count, size, Math.Max(4, size), typeStarts, isText: false);
        if (!isFound || (baseStarts >= 0 && !FindTypes(_base!, typePartners, count, size, baseStarts, baseTypeStarts)))
        {
            return false;
        }

        int types = _values.Take(elements);
        int baseTypes = _values.Take(elements);
        if (_isPacking)
        {
            Runs(_payload!, starts, typeStarts, count, scalar, types);
            Normalise(record, types, elements, out _);
        }

        Array.Clear(_values.Items, baseTypes, elements);
        if (baseStarts >= 0)
        {
            Runs(_base!, starts, baseTypeStarts, count, scalar, baseTypes);
            Normalise(record, baseTypes, elements, out _);
        }

        // Members needs the types, which the column destroys.
        int sent = _values.Take(elements);
        Array.Copy(_values.Items, types, _values.Items, sent, elements);
        if (elements > 0 && !Numbers(sent, baseStarts < 0 ? -1 : baseTypes, elements, scalar))
        {
            return false;
        }

        if (!_isPacking)
        {
            Array.Copy(_values.Items, sent, _values.Items, types, elements);
            StoreRuns(typeStarts, count, ScalarClass.LogSize(scalar), types);
            Normalise(record, types, elements, out bool isChanged);
            if (isChanged)
            {
                return Fail();
            }
        }

        return Members(record, rows, partners, elements, types, baseTypes, depth);
    }

    // The vectors of types must have the lengths of the vectors of values.
    private bool FindTypes(PayloadBytes payload, int slots, int count, int size, int starts, int typeStarts)
    {
        bool areEqual = FindVectors(payload, slots, count, size, typeStarts);
        for (int i = 0; areEqual && i < count; i++)
        {
            areEqual = _positions.Items[starts + count + i] == _positions.Items[typeStarts + count + i] || Fail();
        }

        return areEqual;
    }

    /// <summary>Packs or unpacks the values of unions, whose offsets are at slots, member by member.</summary>
    private bool Members(int record, int slots, int partners, int count, int types, int baseTypes, int depth)
    {
        int chosen = _positions.Take(count);
        int basis = partners < 0 ? -1 : _positions.Take(count);
        for (int i = 0; i < Words[record]; i++)
        {
            int member = record + 1 + (PayloadShape.MemberSize * i);
            ulong type = (uint)Words[member];
            int found = 0;
            for (int row = 0; row < count; row++)
            {
                if (_values.Items[types + row] == type)
                {
                    _positions.Items[chosen + found] = _positions.Items[slots + row];
                    if (basis >= 0)
                    {
                        _positions.Items[basis + found] = _values.Items[baseTypes + row] == type ? _positions.Items[partners + row] : -1;
                    }

                    found++;
                }
            }

            if (found > 0 && !Member((PayloadKind)Words[member + 1], Words[member + 2], chosen, basis, found, depth))
            {
                return false;
            }
        }

        return true;
    }

    private bool Member(PayloadKind kind, int record, int slots, int partners, int count, int depth) => kind switch
    {
        PayloadKind.Table => Tables(record, slots, partners, count, depth + 1),
        PayloadKind.String => Strings(slots, partners, count),
        _ => (_isPacking ? FollowStructs(_payload!, record, slots, count) : PlaceStructs(record, slots, count))
            && (partners < 0 || FollowStructs(_base!, record, partners, count))
            && Structs(record, slots, partners, count),
    };

    private bool FollowStructs(PayloadBytes payload, int record, int slots, int count)
    {
        for (int i = slots; i < slots + count; i++)
        {
            long at = _positions.Items[i] < 0 ? -1 : payload.Target(_positions.Items[i]);
            if (at >= 0 && at > payload.Count - Words[record])
            {
                return Fail();
            }

            _positions.Items[i] = (int)at;
        }

        return true;
    }

    private bool PlaceStructs(int record, int slots, int count)
    {
        for (int i = slots; i < slots + count; i++)
        {
            if (!Reserve(Words[record], Math.Max(4, Words[record + 1]), 0, out int start))
            {
                return false;
            }

            Refer(_positions.Items[i], start);
            _positions.Items[i] = start;
        }

        return true;
    }
}
