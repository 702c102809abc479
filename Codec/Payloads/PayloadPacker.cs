using Codec.Generated;

namespace Codec.Payloads;

/// <summary>
/// Packs a payload. All tables of one place in the schema are visited at once, so that the values of each field are a column. Not thread-safe.
/// </summary>
internal sealed partial class PayloadPacker
{
    // Payloads whose parts are shared are stored if the visit of all parts would take much longer than the payload is.
    private const int MaxVisits = 8;
    private const int FreeVisits = 1024;

    [ThreadStatic]
    private static PayloadPacker? _ofThread;

    private readonly ColumnScratch _scratch = ColumnScratch.OfThread;
    private readonly ColumnStack<int> _positions;
    private readonly ColumnStack<ulong> _values;
    private readonly ColumnWriter _out;
    private byte[] _copy = [];
    private byte[] _payload = [];
    private int _size;
    private PayloadShape? _shape;
    private int[] _words = [];

    // How many more rows and elements are visited.
    private long _visits;

    // Whether a quantized value is out of its range, and is not sent.
    private bool _isRefused;

    private PayloadPacker() => (_positions, _values, _out) = (_scratch.Positions, _scratch.Values, _scratch.Writer);

    internal static PayloadPacker OfThread => _ofThread ??= new PayloadPacker();

    /// <summary>Packs a payload.</summary>
    /// <returns>Whether it matches the shape.</returns>
    internal OperationStatus Pack(PayloadShape shape, ReadOnlySpan<byte> payload, Span<byte> destination, out int written)
    {
        if (_copy.Length < payload.Length)
        {
            _copy = new byte[payload.Length];
        }

        payload.CopyTo(_copy);
        OperationStatus status = Pack(shape, _copy, payload.Length, destination, out written);
        if (_copy.Length > ColumnScratch.MaxKept)
        {
            _copy = [];
        }

        return status;
    }

    /// <summary>Packs the first bytes of an array.</summary>
    internal OperationStatus Pack(PayloadShape shape, byte[] payload, int size, Span<byte> destination, out int written)
    {
        (_payload, _size, _shape, _words) = (payload, size, shape, shape.Words);
        _visits = ((long)MaxVisits * size) + FreeVisits;
        _isRefused = false;
        _out.Begin(size);
        _out.Bits(0, 1);
        bool isWalked = shape.IsStruct ? Root(shape.Root) : size >= 8 && Tables(shape.Root, Position(0), 1, 1);
        isWalked &= !_isRefused;
        written = isWalked ? _out.Finish(destination) : -1;
        _payload = [];
        _scratch.Clear();
        if (written >= 0)
        {
            return OperationStatus.Done;
        }

        written = 0;
        if (!isWalked && _visits >= 0)
        {
            return OperationStatus.InvalidData;
        }

        // Packing does not make the payload shorter.
        if (destination.Length <= size)
        {
            return OperationStatus.DestinationTooSmall;
        }

        destination[0] = 1;
        payload.AsSpan(0, size).CopyTo(destination.Slice(1));
        written = size + 1;
        return OperationStatus.Done;
    }

    private bool Root(int record)
    {
        if (_size != _words[record])
        {
            return false;
        }

        Structs(record, Position(0), 1);
        return true;
    }

    private int Position(int at)
    {
        int index = _positions.Take(1);
        _positions.Items[index] = at;
        return index;
    }

    /// <summary>Packs the tables that offsets refer to.</summary>
    /// <param name="record">The record of the table in the shape.</param>
    /// <param name="slots">The index of the positions of the offsets.</param>
    /// <param name="count">The number of tables: at least 1.</param>
    /// <param name="depth">The depth of the tables, which is 1 for the root.</param>
    private bool Tables(int record, int slots, int count, int depth)
    {
        if (depth > _shape!.MaxDepth || !Visit(count))
        {
            return false;
        }

        int positionMark = _positions.Count;
        int valueMark = _values.Count;
        int tables = _positions.Take(2 * count);
        int[] positions = _positions.Items;
        for (int i = 0; i < count; i++)
        {
            if (!FindTable(positions[slots + i], out positions[tables + i], out positions[tables + count + i]))
            {
                return false;
            }
        }

        // The first index and the number of the values of each field.
        int fields = _words[record];
        int found = _positions.Take(2 * fields);
        for (int i = 0; i < fields; i++)
        {
            Collect(record + 1 + (PayloadShape.FieldSize * i), tables, count, found + (2 * i));
        }

        for (int i = 0; i < fields; i++)
        {
            int[] items = _positions.Items;
            int values = items[found + (2 * i)];
            int present = items[found + (2 * i) + 1];
            if (present > 0 && !Field(record + 1 + (PayloadShape.FieldSize * i), values, present, depth))
            {
                return false;
            }
        }

        _positions.Count = positionMark;
        _values.Count = valueMark;
        return true;
    }

    /// <summary>Writes which tables have a field, and keeps the values that <see cref="Field"/> writes.</summary>
    private void Collect(int field, int tables, int count, int found)
    {
        PayloadKind kind = (PayloadKind)_words[field + 1];
        int scalar = _words[field + 2];
        int slots = _positions.Take(count);
        int values = _values.Take(count);
        int flags = _scratch.TakeFlags(count);
        int present;
        switch (kind)
        {
            case PayloadKind.Scalar:
                ulong expected = _shape!.DefaultOf(field);
                Find(tables, count, _words[field], ScalarClass.Size(scalar), slots);
                Load(slots, count, 0, scalar, expected, values);
                int numbers = scalar;
                if (PayloadShape.QuantizationOf(_words[field + 7]) is > 0 and var quantization)
                {
                    QuantizedColumn column = new(_words, quantization, scalar);
                    (numbers, expected) = (ScalarClass.UInt64, column.CodeOf(expected));
                    _ = Quantize(column, values, count);
                }

                present = Residuals.Encode(_values.Items, values, count, numbers, expected, flags);
                _out.Flags(_values.Items, flags, count);
                Keep(found, values, scalar == ScalarClass.Bool ? 0 : present);
                _positions.Count = slots;
                _values.Count = values + present;
                return;
            case PayloadKind.Union:
                Find(tables, count, _words[field] - 2, ScalarClass.Size(scalar), slots);
                Load(slots, count, 0, scalar, 0, values);
                Find(tables, count, _words[field], 4, slots);
                present = Types(_words[field + 3], slots, count, values, flags);
                _out.Flags(_values.Items, flags, count);
                if (present > 0)
                {
                    WriteTypes(slots + present, present, scalar, values);
                }

                _positions.Count = slots + (2 * present);
                break;
            case PayloadKind.Unions:
                Find(tables, count, _words[field], 4, slots);
                int types = _positions.Take(count);
                Find(tables, count, _words[field] - 2, 4, types);
                MoveTypes(slots, types, count);
                present = _scratch.Compact(slots, count, flags);
                _out.Flags(_values.Items, flags, count);
                Array.Copy(_positions.Items, types, _positions.Items, slots + present, present);
                _positions.Count = slots + (2 * present);
                break;
            default:
                int size = kind == PayloadKind.Struct ? _words[_words[field + 3]] : kind == PayloadKind.Optional ? ScalarClass.Size(scalar) : 4;
                Find(tables, count, _words[field], size, slots);
                present = _scratch.Compact(slots, count, flags);
                _out.Flags(_values.Items, flags, count);
                _positions.Count = slots + present;
                break;
        }

        Keep(found, slots, present);
        _values.Count = values;
    }

    private bool Field(int field, int values, int count, int depth)
    {
        int record = _words[field + 3];
        switch ((PayloadKind)_words[field + 1])
        {
            case PayloadKind.Scalar:
                int scalar = _words[field + 2];
                if (PayloadShape.QuantizationOf(_words[field + 7]) is > 0 and var quantization)
                {
                    QuantizedColumn column = new(_words, quantization, scalar);
                    Codes(column, values, count, column.CodeOf(_shape!.DefaultOf(field)));
                    return true;
                }

                _out.Column(_values.Items, values, count, ScalarClass.LogSize(scalar), ScalarClass.IsReal(scalar));
                return true;
            case PayloadKind.Optional:
                int loaded = _values.Take(count);
                Load(values, count, 0, _words[field + 2], 0, loaded);
                Scalars(loaded, count, _words[field + 2], PayloadShape.QuantizationOf(_words[field + 7]));
                _values.Count = loaded;
                return true;
            case PayloadKind.Struct:
                Structs(record, values, count);
                return true;
            case PayloadKind.String:
                return Strings(values, count);
            case PayloadKind.Table:
                return Tables(record, values, count, depth + 1);
            case PayloadKind.Union:
                return Members(record, values, count, depth);
            default:
                return Vectors(field, values, count, depth);
        }
    }

    /// <summary>Keeps the types of unions that have a value of a known type, after the positions of these values.</summary>
    private int Types(int record, int slots, int count, int types, int flags)
    {
        int[] positions = _positions.Items;
        for (int i = 0; i < count; i++)
        {
            if (positions[slots + i] < 0 || !HasMember(record, _values.Items[types + i]))
            {
                positions[slots + i] = -1;
                _values.Items[types + i] = 0;
            }
        }

        int present = _scratch.Compact(slots, count, flags);
        _positions.Count = slots + present;
        int kept = _positions.Take(present);
        for (int i = 0; i < count; i++)
        {
            if (_values.Items[types + i] != 0)
            {
                _positions.Items[kept++] = (int)_values.Items[types + i];
            }
        }

        return present;
    }

    // Moves those to the front whose vector of values is not missing.
    private void MoveTypes(int slots, int types, int count)
    {
        int[] positions = _positions.Items;
        int to = types;
        for (int i = 0; i < count; i++)
        {
            if (positions[slots + i] >= 0)
            {
                positions[to++] = positions[types + i];
            }
        }
    }

    private void WriteTypes(int types, int count, int scalar, int values)
    {
        for (int i = 0; i < count; i++)
        {
            _values.Items[values + i] = (uint)_positions.Items[types + i];
        }

        _out.Column(_values.Items, values, count, ScalarClass.LogSize(scalar), isReal: false);
    }

    private bool HasMember(int record, ulong type)
    {
        for (int i = 0; i < _words[record]; i++)
        {
            if ((uint)_words[record + 1 + (PayloadShape.MemberSize * i)] == type)
            {
                return true;
            }
        }

        return false;
    }

    private bool Unions(int field, int slots, int count, int starts, int rows, int elements, int depth)
    {
        (int scalar, int record) = (_words[field + 2], _words[field + 3]);
        int types = _positions.Take(elements);
        int typeStarts = _positions.Take(2 * count);
        if (!FindVectors(slots + count, count, ScalarClass.Size(scalar), typeStarts, out _))
        {
            return false;
        }

        int values = _values.Take(elements);
        int to = values;
        for (int i = 0; i < count; i++)
        {
            int length = _positions.Items[typeStarts + count + i];
            if (length != _positions.Items[starts + count + i])
            {
                return false;
            }

            ScalarColumn.LoadRun(_payload, _positions.Items[typeStarts + i], length, ScalarClass.LogSize(scalar), _values.Items, to);
            to += length;
        }

        for (int i = 0; i < elements; i++)
        {
            ulong type = _values.Items[values + i];
            type = HasMember(record, type) ? type : 0;
            _values.Items[values + i] = type;
            _positions.Items[types + i] = (int)type;
        }

        Scalars(values, elements, scalar);
        return Members(record, rows, elements, depth);
    }

    /// <summary>Writes the values of unions, member by member.</summary>
    /// <param name="record">The record of the union.</param>
    /// <param name="slots">The index of the positions of the offsets, after which the types follow.</param>
    /// <param name="count">The number of unions.</param>
    /// <param name="depth">The depth of the table with the unions.</param>
    private bool Members(int record, int slots, int count, int depth)
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
                found += positions[slots + count + row] == _words[member] ? 1 : 0;
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
                    long at = Target(_positions.Items[slots + i]);
                    if (at > _size - _words[record])
                    {
                        return false;
                    }

                    _positions.Items[slots + i] = (int)at;
                }

                return Structs(record, slots, count);
        }
    }

    /// <summary>Writes numbers that have the default 0.</summary>
    private void Scalars(int values, int count, int scalar, int quantization = 0)
    {
        if (quantization > 0)
        {
            Quantized(new QuantizedColumn(_words, quantization, scalar), values, count);
            return;
        }

        int flags = _scratch.TakeFlags(count);
        ulong[] items = _values.Items;
        int differing = Residuals.Encode(items, values, count, scalar, 0, flags);
        _out.Flags(items, flags, count);
        if (differing > 0 && scalar != ScalarClass.Bool)
        {
            _out.Column(items, values, differing, ScalarClass.LogSize(scalar), ScalarClass.IsReal(scalar));
        }
    }

    private void Keep(int found, int first, int count) => (_positions.Items[found], _positions.Items[found + 1]) = (first, count);

    private bool Visit(long count) => (_visits -= count) >= 0;

    /// <summary>Follows an offset inside the payload. The result may be outside.</summary>
    private long Target(int slot) => slot + (long)ScalarColumn.Load32(_payload, slot);

    private bool FindTable(int slot, out int table, out int vtable)
    {
        long at = Target(slot);
        table = (int)at;
        vtable = 0;
        if (at > _size - 4)
        {
            return false;
        }

        long start = at - (int)ScalarColumn.Load32(_payload, table);
        vtable = (int)start;
        if (start < 0 || start > _size - 4)
        {
            return false;
        }

        int length = ScalarColumn.Load16(_payload, vtable);
        return length >= 4 && start + length <= _size;
    }

    private void Find(int tables, int count, int entry, int size, int to) => _scratch.Find(_payload, _size, tables, count, entry, size, to);

    private void Load(int rows, int count, int offset, int scalar, ulong missing, int to)
    {
        ScalarColumn.Load(_payload, _positions.Items, rows, count, offset, ScalarClass.LogSize(scalar), missing, _values.Items, to);
        Normalise(scalar, to, count);
    }

    // Every byte of a bool other than 0 means true.
    private void Normalise(int scalar, int values, int count)
    {
        for (int i = 0; scalar == ScalarClass.Bool && i < count; i++)
        {
            _values.Items[values + i] = _values.Items[values + i] != 0 ? 1UL : 0;
        }
    }
}
