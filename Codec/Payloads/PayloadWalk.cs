using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>
/// Packs and unpacks payloads. All tables of one place in the schema are visited at once, so that the values of each field are a column. Values are
/// compared with those of the same place in a baseline, or with the defaults of the schema. docs/packing.md specifies the order. Not thread-safe.
/// </summary>
/// <remarks>
/// Rows are tables, structs or texts. A method gets the index of the rows' positions: those of structs, or of the offsets to tables and texts. If there is a
/// baseline, their partners are the positions of the same rows in the baseline, or -1.
/// </remarks>
internal sealed partial class PayloadWalk
{
    /// <summary>In bytes: twice the largest payload of the default format. Larger messages are rare, so their memory is not kept.</summary>
    internal const int MaxKept = 128 * 1024;

    // A payload with shared parts is stored if visiting all parts would take much longer than its size justifies.
    private const int MaxVisits = 8;
    private const int FreeVisits = 1024;

    // A guess: memory that is too short grows.
    private const int ExpectedRatio = 3;

    // No code of a caller runs while a thread uses its walk.
    [ThreadStatic]
    private static PayloadWalk? _ofThread;

    // Positions in a payload; -1 for a value that is missing.
    private readonly ColumnStack<int> _positions = new();

    // Numbers, and flags in words of 64.
    private readonly ColumnStack<ulong> _values = new();
    private readonly ColumnWriter _out = new();
    private readonly ColumnReader _in = new();
    private readonly VTableCache _vtables = new();

    private PayloadBytes? _payload;
    private PayloadBytes? _base;
    private PayloadShape? _shape;
    private bool _isPacking;

    // Whether rows are copied from the baseline, because the packed payload does not have them.
    private bool _isCopying;

    // How many more rows and elements may be visited.
    private long _visits;
    private PacketError _error;

    internal static PayloadWalk OfThread => _ofThread ??= new PayloadWalk();

    /// <summary>Gets memory for a payload that is packed. While unpacking, it holds the packed payload.</summary>
    internal PayloadBytes PackingMemory => _in.Memory;

    /// <summary>Gets memory for a payload that is unpacked.</summary>
    internal PayloadBytes UnpackingMemory => _out.Memory;

    /// <summary>Sets the meter that learns the bits of each field while payloads are unpacked, or <see langword="null"/>.</summary>
    internal IFieldMeter? Meter { set => _in.Meter = value; }

    private int[] Words => _shape!.Words;

    /// <summary>Packs a payload.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="baseline">The baseline, or <see langword="null"/>.</param>
    /// <param name="destination">The memory for the packed payload.</param>
    /// <param name="written">The size of the packed payload in bytes; 0 unless the result is <see cref="OperationStatus.Done"/>.</param>
    internal OperationStatus Pack(PayloadShape shape, PayloadBytes payload, PayloadBytes? baseline, Span<byte> destination, out int written)
    {
        int size = payload.Count;
        Begin(shape, payload, baseline, isPacking: true);
        _visits = ((long)MaxVisits * size) + FreeVisits;
        _out.Begin(size);
        _out.Bits(0, 1);
        bool isWalked = shape.IsStruct ? size == Words[shape.Root] && Root() : size >= 8 && Root();
        isWalked &= _error == PacketError.None;
        written = _out.Finish(isWalked ? destination : default);
        End();
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
        payload.Written.CopyTo(destination.Slice(1));
        written = size + 1;
        return OperationStatus.Done;
    }

    /// <summary>Unpacks a payload.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="packed">The packed payload.</param>
    /// <param name="baseline">The baseline, or <see langword="null"/>.</param>
    /// <param name="limit">The largest payload of the message in bytes.</param>
    /// <param name="payload">The memory for the payload. If there is an error, its content is undefined.</param>
    internal PacketError Unpack(PayloadShape shape, ReadOnlySpan<byte> packed, PayloadBytes? baseline, int limit, PayloadBytes payload)
    {
        if (packed.Length > 0 && (packed[0] & 1) != 0)
        {
            if (packed[0] != 1 || packed.Length - 1 > limit)
            {
                return packed[0] != 1 ? PacketError.PackedInvalid : PacketError.PayloadTooLarge;
            }

            payload.Set(packed.Slice(1));
            return PacketError.None;
        }

        Begin(shape, payload, baseline, isPacking: false);
        payload.Begin(PackedPayload.GetMaxUnpackedSize(limit), ExpectedRatio * (long)packed.Length);
        _in.Begin(packed);
        _vtables.Clear();
        bool isRead = _in.Bits(1) == 0 && PlaceRoot() && Root() && _in.End();
        _in.Trim();
        End();
        if (isRead)
        {
            return PacketError.None;
        }

        // The reader has no error if bits follow the last column.
        PacketError error = _in.Error == PacketError.None ? _error : _in.Error;
        return error == PacketError.None ? PacketError.PackedInvalid : error;
    }

    private void Begin(PayloadShape shape, PayloadBytes payload, PayloadBytes? baseline, bool isPacking)
    {
        (_shape, _payload, _base, _isPacking) = (shape, payload, baseline, isPacking);
        (_isCopying, _error) = (false, PacketError.None);
    }

    private void End()
    {
        _payload = null;
        _base = null;
        _positions.Clear();
        _values.Clear();
    }

    private bool PlaceRoot()
    {
        if (_shape!.IsStruct)
        {
            return Reserve(Words[_shape.Root], 1, 0, out _);
        }

        // The offset to the root is at 0, and the identifier at 4.
        bool isPlaced = Reserve(_shape.Identifier == 0 ? 4 : 8, 4, 0, out _);
        if (isPlaced && _shape.Identifier != 0)
        {
            ScalarColumn.Store32(_payload!.Bytes, 4, _shape.Identifier);
        }

        return isPlaced;
    }

    private bool Root()
    {
        int row = _positions.Take(2);
        _positions.Items[row] = 0;
        _positions.Items[row + 1] = 0;
        int partner = _base is null ? -1 : row + 1;
        return _shape!.IsStruct ? Structs(_shape.Root, row, partner, 1) : Tables(_shape.Root, row, partner, 1, 1);
    }

    private bool Tables(int record, int rows, int partners, int count, int depth)
    {
        if (depth > _shape!.MaxDepth)
        {
            return Fail();
        }

        if (!Visit(count))
        {
            return false;
        }

        int positionMark = _positions.Count;
        int valueMark = _values.Count;
        bool isWalked = count == 1 && IsRow(record) ? Row(record, _positions.Items[rows], depth)
            : (_base is null || _isCopying || DropUnchanged(PayloadKind.Table, record, ref rows, ref partners, ref count, depth))
            && (count == 0 || Rows(record, rows, partners, count, depth));
        _positions.Count = positionMark;
        _values.Count = valueMark;
        return isWalked;
    }

    private bool Rows(int record, int rows, int partners, int count, int depth)
    {
        int fields = Words[record];
        int words = (count + 63) >> 6;
        TableRows tables = default;
        TableRows bases = TableRows.None;
        if ((_isPacking && !Follow(_payload!, rows, count, out tables)) || (_base is not null && !Follow(_base, partners, count, out bases)))
        {
            return Fail();
        }

        // The index of the differing values, of the slots or of the types of each field, and the number of its flags that are set.
        int found = _positions.Take(2 * fields);
        int masks = _isPacking ? 0 : _values.Take(fields * words);
        for (int i = 0; i < fields; i++)
        {
            int field = record + 1 + (PayloadShape.FieldSize * i);
            if (_isPacking)
            {
                WriteFlags(field, tables, bases, found + (2 * i));
                continue;
            }

            _in.BeginField(field);
            if (!ReadFlags(field, bases, count, masks + (i * words), found + (2 * i)))
            {
                return false;
            }

            _in.EndField();
        }

        if (!_isPacking && !Place(record, rows, count, masks, found, out tables))
        {
            return false;
        }

        for (int i = 0; i < fields; i++)
        {
            int field = record + 1 + (PayloadShape.FieldSize * i);
            int positionMark = _positions.Count;
            int valueMark = _values.Count;
            (int first, int set) = (_positions.Items[found + (2 * i)], _positions.Items[found + (2 * i) + 1]);
            _in.BeginField(field);
            bool isWalked = (PayloadKind)Words[field + 1] != PayloadKind.Scalar
                ? set == 0 || Content(field, tables, bases, first, set, depth)
                : _isPacking ? WriteScalars(field, first, set) : first == 0 || ReadScalars(field, tables, bases, masks + (i * words), set);
            if (!isWalked)
            {
                return false;
            }

            _in.EndField();
            _positions.Count = positionMark;
            _values.Count = valueMark;
        }

        return true;
    }

    /// <summary>Writes which tables have a field, or another number than expected. Keeps the differences of these numbers, or the slots of others.</summary>
    private void WriteFlags(int field, in TableRows tables, in TableRows bases, int found)
    {
        (PayloadKind kind, int scalar, int count) = ((PayloadKind)Words[field + 1], Words[field + 2], tables.Count);
        int set;
        int kept;
        if (kind == PayloadKind.Scalar)
        {
            ulong expected = _shape!.DefaultOf(field);
            kept = LoadField(_payload!, field, tables, expected);
            int wanted = LoadBases(field, bases, expected);
            if (QuantizationOf(field) is > 0 and var quantization)
            {
                set = WriteCodeFlags(quantization, scalar, kept, wanted, count, expected);
            }
            else
            {
                ScalarColumn.ToResiduals(_values.Items, kept, wanted, count, scalar, expected);
                set = WriteResiduals(kept, count, scalar);
                _values.Count = kept + set + ColumnSpread.Size;
            }
        }
        else if (kind == PayloadKind.Union)
        {
            kept = 0;
            set = WriteTypes(field, tables, bases);
        }
        else
        {
            kept = Find(_payload!, tables, Words[field], SizeOf(field), out bool areAll);
            set = count;
            if (!areAll || bases.Exist)
            {
                int flags = TakeFlags(count);
                set = ScalarColumn.Present(_positions.Items, kept, count, _values.Items, flags);
                ExcludePresent(field, bases, count, flags);
                _out.Flags(_values.Items, flags, count);
                _values.Count = flags;
            }
            else
            {
                _out.TryFlags(count, count);
            }
        }

        (_positions.Items[found], _positions.Items[found + 1]) = (kept, set);
    }

    /// <summary>
    /// Reads what <see cref="WriteFlags"/> has written. Afterwards, the flags of a field that is not a number are set for the tables that have it.
    /// </summary>
    private bool ReadFlags(int field, in TableRows bases, int count, int flags, int found)
    {
        int set = 0;
        if (_isCopying)
        {
            Array.Clear(_values.Items, flags, (count + 63) >> 6);
        }
        else if (!_in.Flags(_values.Items, flags, count, out set))
        {
            return false;
        }

        int first = 0;
        switch ((PayloadKind)Words[field + 1])
        {
            case PayloadKind.Scalar:
                // All tables or none get the number. They then share their vtables, and are not larger than those of the generated writer.
                first = set > 0 || (bases.Exist && Present(_base!, field, bases, TakeFlags(count)) > 0) ? 1 : 0;
                break;
            case PayloadKind.Union:
                first = _values.Take(count);
                if (!ReadTypes(field, bases, count, flags, set, first, out set))
                {
                    return Fail();
                }

                break;
            default:
                set = ExcludePresent(field, bases, count, flags);
                break;
        }

        (_positions.Items[found], _positions.Items[found + 1]) = (first, set);
        return true;
    }

    private bool WriteScalars(int field, int values, int count) => QuantizationOf(field) is > 0 and var quantization
        ? WriteCodes(quantization, Words[field + 2], values, values + count, count)
        : WriteColumn(values, count, Words[field + 2]);

    /// <summary>Writes numbers, after which their spread follows if there are several.</summary>
    private bool WriteColumn(int values, int count, int scalar)
    {
        (ulong[] items, int logSize, bool isReal) = (_values.Items, ScalarClass.LogSize(scalar), ScalarClass.IsReal(scalar));
        if (scalar != ScalarClass.Bool && count > 1)
        {
            _out.Column(items, values, count, logSize, isReal, ScalarColumn.SpreadAt(items, values + count));
        }
        else if (scalar != ScalarClass.Bool)
        {
            _out.Column(items, values, count, logSize, isReal);
        }

        return true;
    }

    private bool ReadScalars(int field, in TableRows tables, in TableRows bases, int flags, int set)
    {
        int values = _values.Take(tables.Count);
        int wanted = LoadBases(field, bases, _shape!.DefaultOf(field));
        return ReadScalars(field, values, wanted, tables.Count, flags, set, Find(_payload!, tables, Words[field], 0, out _));
    }

    private bool ReadScalars(int field, int values, int wanted, int count, int flags, int set, int slots)
    {
        int scalar = Words[field + 2];
        ulong expected = _shape!.DefaultOf(field);
        return QuantizationOf(field) is > 0 and var quantization && !_isCopying
            ? ReadCodes(quantization, scalar, values, wanted, count, expected, flags, set) && Store(slots, count, 0, scalar, values)
            : ReadColumn(values, wanted, count, scalar, expected, flags, set, slots, 0);
    }

    /// <summary>Reads the numbers that differ from expected ones, and stores all numbers at slots, unless the index of the slots is -1.</summary>
    private bool ReadColumn(int values, int bases, int count, int scalar, ulong expected, int flags, int set, int slots, int offset)
    {
        int logSize = ScalarClass.LogSize(scalar);
        bool isDense = set == count && bases < 0;

        // The flags of bools are their differences. Other numbers that all differ are read to their places.
        int read = isDense && scalar != ScalarClass.Bool ? values : _values.Take(set);
        if (scalar == ScalarClass.Bool)
        {
            _values.Items.AsSpan(read, set).Fill(1);
        }
        else if (set > 0 && !_in.Column(_values.Items, read, set, logSize, ScalarClass.IsReal(scalar)))
        {
            return false;
        }

        ulong[] items = _values.Items;
        ScalarColumn.FromResiduals(items, read, set, bases < 0 ? scalar : ScalarClass.Signed(scalar), bases < 0 ? expected : 0);
        if (slots >= 0 && bases < 0 && expected == 0 && !isDense)
        {
            ScalarColumn.Store(_payload!.Bytes, _positions.Items, slots, count, offset, logSize, items, read, flags);
            return true;
        }

        if (read != values)
        {
            ScalarColumn.Expand(items, read, bases, count, scalar == ScalarClass.Bool ? 1 : ScalarColumn.Mask(logSize), expected, flags, values);
        }

        return slots < 0 || Store(slots, count, offset, scalar, values);
    }

    /// <summary>
    /// Writes the flags of the numbers that are not 0, moves these to the front, and returns how many there are. Their spread follows them, in memory that
    /// is not taken.
    /// </summary>
    private int WriteResiduals(int values, int count, int scalar)
    {
        int unused = 64 - (8 << ScalarClass.LogSize(scalar));

        // In most columns with zeros, the first numbers contain zeros and others.
        ColumnSpread spread = ScalarColumn.Spread(_values.Items, values, Math.Min(count, 64), unused);
        if (count > 64 && (spread.Least != 0 || spread.Any == 0))
        {
            spread = ScalarColumn.Spread(_values.Items, values, count, unused);
        }

        int set = spread.Any == 0 ? 0 : count;
        if (spread.Least == 0 && set > 0)
        {
            int flags = TakeFlags(count);
            set = ScalarColumn.Compact(_values.Items, values, count, flags);
            _out.Flags(_values.Items, flags, count);
            spread = ScalarColumn.Spread(_values.Items, values, set, unused);
        }
        else
        {
            _out.TryFlags(count, set);
        }

        ScalarColumn.SpreadAt(_values.Items, values + set) = spread;
        return set;
    }

    /// <summary>Writes the numbers of a column, or reads them, with their flags, and stores them at slots. Their default is 0.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Numbers(int values, int bases, int count, int scalar, int quantization = 0, int slots = -1, int offset = 0)
    {
        if (_isCopying)
        {
            Array.Copy(_values.Items, bases, _values.Items, values, count);
        }
        else if (quantization > 0)
        {
            if (!Quantized(quantization, scalar, values, bases, count))
            {
                return false;
            }
        }
        else if (!_isPacking)
        {
            int flags = TakeFlags(count);
            return _in.Flags(_values.Items, flags, count, out int set) && ReadColumn(values, bases, count, scalar, 0, flags, set, slots, offset);
        }
        else
        {
            ScalarColumn.ToResiduals(_values.Items, values, bases, count, scalar, 0);
            return WriteColumn(values, WriteResiduals(values, count, scalar), scalar);
        }

        return _isPacking || slots < 0 || Store(slots, count, offset, scalar, values);
    }

    private bool Visit(long count) => !_isPacking || (_visits -= count) >= 0;

    private bool Fail(PacketError error = PacketError.PackedInvalid)
    {
        _error = error;
        return false;
    }

    private bool Reserve(long size, int alignment, int before, out int start)
    {
        start = _payload!.Reserve(size, alignment, before);
        return start >= 0 || Fail(PacketError.PayloadTooLarge);
    }

    private void Refer(int slot, int target) => ScalarColumn.Store32(_payload!.Bytes, slot, (uint)(target - slot));

    private int TakeFlags(int count) => _values.Take((count + 63) >> 6);
}
