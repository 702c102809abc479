using Codec.Generated;

namespace Codec.Payloads;

/// <content>The tables of an unpacked payload.</content>
internal sealed partial class PayloadWalk
{
    /// <summary>Appends tables and their vtables.</summary>
    private bool Place(int record, int slots, int tables, int count, int masks, int found)
    {
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

            _positions.Items[tables + i] = table;
            _positions.Items[tables + count + i] = vtable.Position;
            ScalarColumn.Store32(_payload!.Bytes, table, (uint)(table - vtable.Position));
            Refer(_positions.Items[slots + i], table);
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

    private bool FindVTable(int record, int presence, int words, out VTableCache.VTable vtable)
    {
        // The cache has only tables with at most 64 fields.
        ulong fields = words == 0 ? 0 : _values.Items[presence];
        if (words <= 1 && _vtables.TryGet(record, fields, out vtable))
        {
            return true;
        }

        int count = Words[record];
        int size = count == 0 ? 4 : Words[record + 1 + (PayloadShape.FieldSize * (count - 1))] + 2;
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
                ScalarColumn.Store16(_payload!.Bytes, vtable.Position + places[i + 1], vtable.Size);
                vtable.Size += places[i + 2];
                vtable.Alignment = Math.Max(vtable.Alignment, places[i + 3]);
            }
        }

        ScalarColumn.Store16(_payload!.Bytes, vtable.Position, size);
        ScalarColumn.Store16(_payload.Bytes, vtable.Position + 2, vtable.Size);
        if (words <= 1)
        {
            _vtables.Add(vtable);
        }

        return vtable.Size <= ushort.MaxValue || Fail();
    }
}
