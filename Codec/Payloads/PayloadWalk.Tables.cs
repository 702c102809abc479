using Codec.Generated;

namespace Codec.Payloads;

/// <content>The tables of an unpacked payload.</content>
internal sealed partial class PayloadWalk
{
    /// <summary>Follows the offsets to tables at slots; -1 for a missing table.</summary>
    private bool Follow(PayloadBytes payload, int slots, int count, out TableRows tables)
    {
        int at = _positions.Take(3 * count);
        int vtables = at + (2 * count);
        int different = 0;
        int[] positions = _positions.Items;
        for (int i = 0; i < count; i++)
        {
            (int table, int vtable) = (0, -1);
            if (positions[slots + i] >= 0 && !payload.FindTable(positions[slots + i], out table, out vtable))
            {
                tables = default;
                return false;
            }

            positions[at + i] = table;
            positions[at + count + i] = _vtables.NumberOf(positions, vtable, vtables, ref different);
        }

        tables = new TableRows(at, count, vtables, different);
        return true;
    }

    /// <summary>Appends tables and their vtables.</summary>
    private bool Place(int record, int slots, int count, int masks, int found, out TableRows tables)
    {
        tables = default;
        int fields = Words[record];
        int words = (fields + 63) >> 6;
        int maskWords = (count + 63) >> 6;
        int mark = _values.Count;
        int shared = _values.Take(words);
        Array.Clear(_values.Items, shared, words);
        bool isUniform = true;
        for (int i = 0; i < fields; i++)
        {
            (int placed, int set) = (_positions.Items[found + (2 * i)], _positions.Items[found + (2 * i) + 1]);
            bool isScalar = (PayloadKind)Words[record + 2 + (PayloadShape.FieldSize * i)] == PayloadKind.Scalar;
            _values.Items[shared + (i >> 6)] |= (isScalar ? placed != 0 : set == count) ? 1UL << i : 0;
            isUniform &= isScalar || set == count || set == 0;
        }

        int presence = isUniform ? shared : _values.Take(words * count);
        for (int i = 0; !isUniform && i < fields; i++)
        {
            ulong field = 1UL << i;
            bool isShared = (_values.Items[shared + (i >> 6)] & field) != 0;
            bool isMissing = !isShared && _positions.Items[found + (2 * i) + 1] == 0;
            bool isScalar = (PayloadKind)Words[record + 2 + (PayloadShape.FieldSize * i)] == PayloadKind.Scalar;
            for (int row = 0; row < count; row++)
            {
                bool isSet = isShared || (!isMissing && !isScalar && (_values.Items[masks + (maskWords * i) + (row >> 6)] >> row & 1) != 0);
                ref ulong own = ref _values.Items[presence + (words * row) + (i >> 6)];
                own = ((i & 63) == 0 ? 0 : own) | (isSet ? field : 0);
            }
        }

        int at = _positions.Take(3 * count);
        int different = 0;
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

            _positions.Items[at + i] = table;
            _positions.Items[at + count + i] = _vtables.NumberOf(_positions.Items, vtable.Position, at + (2 * count), ref different);
            ScalarColumn.Store32(_payload!.Bytes, table, (uint)(table - vtable.Position));
            Refer(_positions.Items[slots + i], table);
        }

        _values.Count = mark;
        tables = new TableRows(at, count, at + (2 * count), different);
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

    private bool FindVTable(int record, int presence, int words, out VTableCache.VTable vtable)
    {
        // Tables with more than 64 fields share a vtable only with the table before.
        VTableCache.VTable own = default;
        ref VTableCache.VTable found = ref own;
        if (words <= 1)
        {
            found = ref _vtables.Find(record, words == 0 ? 0 : _values.Items[presence]);
        }

        if (found.Size == 0 && !PlaceVTable(record, presence, ref found))
        {
            vtable = default;
            return false;
        }

        vtable = found;
        return vtable.Size <= ushort.MaxValue || Fail();
    }

    private bool PlaceVTable(int record, int presence, ref VTableCache.VTable vtable)
    {
        int count = Words[record];
        int size = count == 0 ? 4 : Words[record + 1 + (PayloadShape.FieldSize * (count - 1))] + 2;
        (vtable.Size, vtable.Alignment) = (4, 4);
        if (!Reserve(size, 4, 0, out vtable.Position))
        {
            return false;
        }

        int[] places = _shape!.PlacesOf(record);
        for (int i = 0; i < places.Length; i += PayloadShape.PlaceSize)
        {
            int field = places[i];
            if ((_values.Items[presence + (field >> 6)] >> field & 1) != 0)
            {
                ScalarColumn.Store16(_payload!.Bytes, vtable.Position + places[i + 1], vtable.Size);
                vtable.Size += places[i + 2];
                vtable.Alignment = Math.Max(vtable.Alignment, places[i + 3]);
            }
        }

        ScalarColumn.Store16(_payload!.Bytes, vtable.Position, size);
        ScalarColumn.Store16(_payload.Bytes, vtable.Position + 2, vtable.Size);
        return true;
    }
}
