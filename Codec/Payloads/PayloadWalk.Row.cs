using Codec.Generated;

namespace Codec.Payloads;

/// <content>A table that is the only row of its place in the schema, without a baseline. No column is needed for its numbers.</content>
internal sealed partial class PayloadWalk
{
    // The most flags that are written at once.
    private const int MaxRowFields = 56;

    // A union has two places in a table.
    private bool IsRow(int record) => _base is null && _in.Meter is null && Words[record] <= MaxRowFields
        && _shape!.PlacesOf(record).Length == PayloadShape.PlaceSize * Words[record];

    private bool Row(int record, int slot, int depth)
    {
        int fields = Words[record];
        int slots = _positions.Take(fields);

        // While packing, two numbers for each field. While unpacking, the flags of the table, and then a set flag for each number.
        int values = _values.Take((2 * fields) + 1);
        ulong flags = 0;
        if (_isPacking && !WriteRowFlags(record, slot, slots, values, out flags))
        {
            return Fail();
        }

        if (!_isPacking)
        {
            flags = _in.Bits(fields);
            _values.Items[values] = flags;
            if (!FindVTable(record, values, 1, out VTableCache.VTable vtable) || !Reserve(vtable.Size, vtable.Alignment, 4, out int table))
            {
                return false;
            }

            ScalarColumn.Store32(_payload!.Bytes, table, (uint)(table - vtable.Position));
            Refer(slot, table);
            _values.Items[values] = 1;
            for (ulong left = flags; left != 0; left &= left - 1)
            {
                int field = BitCounts.Lowest(left);
                int entry = Words[record + 1 + (PayloadShape.FieldSize * field)];
                _positions.Items[slots + field] = table + ScalarColumn.Load16(_payload.Bytes, vtable.Position + entry);
            }
        }

        (int positionMark, int valueMark) = (_positions.Count, _values.Count);
        for (ulong left = flags; left != 0; left &= left - 1)
        {
            int index = BitCounts.Lowest(left);
            int field = record + 1 + (PayloadShape.FieldSize * index);
            PayloadKind kind = (PayloadKind)Words[field + 1];
            bool isWalked = kind == PayloadKind.Struct ? Struct(Words[field + 3], _positions.Items[slots + index], Missing)
                : kind != PayloadKind.Scalar ? Values(field, slots + index, -1, 1, -1, -1, depth)
                : _isPacking ? WriteScalars(field, values + (2 * index), 1)
                : ReadScalars(field, _values.Take(1), -1, 1, values, 1, slots + index);
            if (!isWalked)
            {
                return false;
            }

            (_positions.Count, _values.Count) = (positionMark, valueMark);
        }

        return true;
    }

    /// <summary>Writes which fields of a table are present, or differ from their default. Keeps their positions and these differences.</summary>
    private bool WriteRowFlags(int record, int slot, int slots, int values, out ulong flags)
    {
        PayloadBytes payload = _payload!;
        int[] places = _shape!.PlacesOf(record);
        flags = 0;
        if (!payload.FindTable(slot, out int table, out int vtable))
        {
            return false;
        }

        for (int i = 0; i < places.Length; i += PayloadShape.PlaceSize)
        {
            int index = places[i];
            int at = payload.Find(table, vtable, places[i + 1], places[i + 2]);
            _positions.Items[slots + index] = at;
            int field = record + 1 + (PayloadShape.FieldSize * index);
            bool isSet = at >= 0 && ((PayloadKind)Words[field + 1] != PayloadKind.Scalar || Differs(field, at, values + (2 * index)));
            flags |= isSet ? 1UL << index : 0;
        }

        _out.Bits(flags, Words[record]);
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Differs(int field, int at, int kept)
    {
        (ulong[] items, int scalar) = (_values.Items, Words[field + 2]);
        ulong expected = _shape!.DefaultOf(field);
        items[kept] = One(_payload!, at, scalar, 0);
        if (QuantizationOf(field) is > 0 and var quantization)
        {
            QuantizedColumn column = new(Words, quantization, scalar);
            ToCodes(column, kept, 1, isBase: false);
            items[kept + 1] = column.CodeOf(expected);
            return items[kept] != items[kept + 1];
        }

        ScalarColumn.ToResiduals(items, kept, -1, 1, scalar, expected);
        return items[kept] != 0;
    }
}
