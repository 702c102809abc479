namespace Codec.Payloads;

/// <content>Quantized numbers.</content>
internal sealed partial class PayloadUnpacker
{
    /// <summary>Reads numbers, which are expected to be 0 or as near to it as their range is.</summary>
    private bool Quantized(in QuantizedColumn column, int values, int count)
    {
        count /= column.Size;
        int flags = _scratch.TakeFlags(count);
        return _in.Flags(_values.Items, flags, count, out int set) && Codes(column, values, count, column.CodeOf(0), flags, set);
    }

    /// <summary>Reads the codes of the values that have a flag, and converts all codes to the bits of numbers.</summary>
    private bool Codes(in QuantizedColumn column, int values, int count, ulong expected, int flags, int set)
    {
        if (set > 0 && !ReadCodes(column, values, set, expected))
        {
            return false;
        }

        Residuals.Decode(_values.Items, values, count, ScalarClass.UInt64, expected, flags, set);
        for (int i = count - 1; i >= 0; i--)
        {
            column.Decode(_values.Items[values + i], _values.Items, values + (i * column.Size));
        }

        return true;
    }

    /// <summary>Reads codes, from which the expected one is subtracted.</summary>
    private bool ReadCodes(in QuantizedColumn column, int values, int count, ulong expected)
    {
        int parts = _values.Take(count);
        ulong[] items = _values.Items;
        if (!_in.Bits(1, out ulong hasColumns))
        {
            return false;
        }

        Array.Clear(items, values, count);
        bool isValid = hasColumns == 1 || _in.Fixed(items, values, count, column.Width);
        ulong mask = ulong.MaxValue >> (64 - (8 << column.LogSize));
        for (int part = 0; isValid && part < column.Parts; part++)
        {
            isValid = hasColumns == 0 || _in.Column(items, parts, count, column.LogSize, isReal: false);
            ulong expectedPart = column.PartOf(expected, part);
            ulong max = column.MaxOf(part);
            for (int i = 0; isValid && i < count; i++)
            {
                ulong number = hasColumns == 0 ? column.PartOf(items[values + i], part) : (Residuals.FromZigzag(items[parts + i]) + expectedPart) & mask;
                items[values + i] |= number << column.ShiftOf(part);
                isValid = number <= max || Fail();
            }
        }

        for (int i = 0; isValid && i < count; i++)
        {
            items[values + i] -= expected;
        }

        _values.Count = parts;
        return isValid;
    }
}
