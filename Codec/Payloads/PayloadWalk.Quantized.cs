using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <content>Quantized numbers.</content>
internal sealed partial class PayloadWalk
{
    private int QuantizationOf(int field) => PayloadShape.QuantizationOf(Words[field + 7]);

    /// <summary>Writes quantized numbers, or reads them, with their flags. Without a baseline, the expected value is 0, or the nearest to 0.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool Quantized(int quantization, int scalar, int values, int bases, int count)
    {
        count /= new QuantizedColumn(Words, quantization, scalar).Size;
        if (_isPacking)
        {
            int differing = WriteCodeFlags(quantization, scalar, values, bases, count, 0);
            return WriteCodes(quantization, scalar, values, values + differing, differing);
        }

        int flags = TakeFlags(count);
        return _in.Flags(_values.Items, flags, count, out int set) && ReadCodes(quantization, scalar, values, bases, count, 0, flags, set);
    }

    /// <summary>Writes which numbers have another code than expected. Keeps these codes, and after them the baseline's.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private int WriteCodeFlags(int quantization, int scalar, int values, int bases, int count, ulong expected)
    {
        QuantizedColumn column = new(Words, quantization, scalar);
        bases = ToBaseCodes(column, bases, count, expected);
        ToCodes(column, values, count, isBase: false);
        int flags = TakeFlags(count);
        int differing = KeepDiffering(values, bases, count, flags);
        _out.Flags(_values.Items, flags, count);
        Array.Copy(_values.Items, bases, _values.Items, values + differing, differing);
        _values.Count = values + (2 * differing);
        return differing;
    }

    /// <summary>Replaces the bits of numbers by codes. A value of a baseline is not refused.</summary>
    private void ToCodes(in QuantizedColumn column, int values, int count, bool isBase)
    {
        ulong[] items = _values.Items;
        for (int i = 0; i < count; i++)
        {
            if (!column.TryEncode(items, values + (i * column.Size), out ulong code) && !isBase)
            {
                Fail(PacketError.PayloadInvalid);
            }

            items[values + i] = code;
        }
    }

    /// <summary>Returns the index of the codes of a baseline's numbers, or of those that are expected without a baseline.</summary>
    private int ToBaseCodes(in QuantizedColumn column, int bases, int count, ulong expected)
    {
        if (bases < 0)
        {
            bases = _values.Take(count);
            ulong code = column.CodeOf(expected);
            for (int i = 0; i < count; i++)
            {
                _values.Items[bases + i] = code;
            }
        }
        else
        {
            ToCodes(column, bases, count, isBase: true);
        }

        return bases;
    }

    /// <summary>Moves the codes that differ from the baseline's to the front, with their counterparts in the baseline.</summary>
    private int KeepDiffering(int values, int bases, int count, int flags)
    {
        ulong[] items = _values.Items;
        Array.Clear(items, flags, (count + 63) >> 6);
        int differing = 0;
        for (int i = 0; i < count; i++)
        {
            (ulong code, ulong expected) = (items[values + i], items[bases + i]);
            items[flags + (i >> 6)] |= code != expected ? 1UL << i : 0;
            (items[values + differing], items[bases + differing]) = (code, expected);
            differing += code != expected ? 1 : 0;
        }

        return differing;
    }

    /// <summary>Writes codes as they are, or as columns of the differences of their parts, whichever is shorter.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool WriteCodes(int quantization, int scalar, int values, int bases, int count)
    {
        QuantizedColumn column = new(Words, quantization, scalar);
        int parts = _values.Take(count);
        ulong[] items = _values.Items;
        (int At, int Used, ulong Open, int Chunk) start = _out.Position;
        for (int part = 0; part < column.Parts && count > 0; part++)
        {
            for (int i = 0; i < count; i++)
            {
                ulong difference = column.PartOf(items[values + i], part) - column.PartOf(items[bases + i], part);
                items[parts + i] = ScalarColumn.ToZigzag(difference, 64 - (8 << column.LogSize));
            }

            _out.Bits(1, part == 0 ? 1 : 0);
            _out.Column(items, parts, count, column.LogSize, isReal: false);
        }

        if (count > 0 && !_out.TakesFewerBits(start.At, start.Used, 1 + ((long)count * column.Width)))
        {
            _out.Position = start;
            _out.Bits(0, 1);
            _out.Fixed(items, values, count, column.Width);
        }

        _values.Count = parts;
        return true;
    }

    /// <summary>Reads the codes of the values that have a flag, and converts all codes to the bits of numbers.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private bool ReadCodes(int quantization, int scalar, int values, int bases, int count, ulong expected, int flags, int set)
    {
        QuantizedColumn column = new(Words, quantization, scalar);
        bases = ToBaseCodes(column, bases, count, expected);
        int codes = _values.Take(2 * count);
        ulong[] items = _values.Items;
        for (int i = 0, next = codes + count; i < count; i++)
        {
            items[next] = items[bases + i];
            next += (int)(items[flags + (i >> 6)] >> i & 1);
        }

        if (set > 0 && !ReadDiffering(column, codes, codes + count, set))
        {
            return false;
        }

        // The array may have grown.
        items = _values.Items;
        for (int i = count - 1, next = codes + set - 1; i >= 0; i--)
        {
            bool differs = (items[flags + (i >> 6)] >> i & 1) != 0;
            column.Decode(differs ? items[next--] : items[bases + i], items, values + (i * column.Size));
        }

        _values.Count = codes;
        return true;
    }

    private bool ReadDiffering(in QuantizedColumn column, int codes, int bases, int count)
    {
        int parts = _values.Take(count);
        ulong[] items = _values.Items;
        Array.Clear(items, codes, count);
        ulong hasColumns = _in.Bits(1);
        bool isRead = hasColumns == 1 || _in.Fixed(items, codes, count, column.Width);
        ulong mask = ulong.MaxValue >> (64 - (8 << column.LogSize));
        for (int part = 0; isRead && part < column.Parts; part++)
        {
            isRead = hasColumns == 0 || _in.Column(items, parts, count, column.LogSize, isReal: false);
            for (int i = 0; isRead && i < count; i++)
            {
                ulong number = hasColumns == 0
                    ? column.PartOf(items[codes + i], part)
                    : (ScalarColumn.FromZigzag(items[parts + i]) + column.PartOf(items[bases + i], part)) & mask;
                items[codes + i] |= number << column.ShiftOf(part);
                isRead = number <= column.MaxOf(part) || Fail();
            }
        }

        return isRead;
    }
}
