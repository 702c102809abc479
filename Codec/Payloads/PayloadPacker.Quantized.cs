namespace Codec.Payloads;

/// <content>Quantized numbers.</content>
internal sealed partial class PayloadPacker
{
    /// <summary>Replaces the bits of numbers by codes.</summary>
    /// <returns>The number of codes.</returns>
    private int Quantize(in QuantizedColumn column, int values, int count)
    {
        ulong[] items = _values.Items;
        int codes = count / column.Size;
        for (int i = 0; i < codes; i++)
        {
            _isRefused |= !column.TryEncode(items, values + (i * column.Size), out ulong code);
            items[values + i] = code;
        }

        return codes;
    }

    /// <summary>Writes numbers, which are expected to be 0 or as near to it as their range is.</summary>
    private void Quantized(in QuantizedColumn column, int values, int count)
    {
        count = Quantize(column, values, count);
        ulong expected = column.CodeOf(0);
        int flags = _scratch.TakeFlags(count);
        int differing = Residuals.Encode(_values.Items, values, count, ScalarClass.UInt64, expected, flags);
        _out.Flags(_values.Items, flags, count);
        if (differing > 0)
        {
            Codes(column, values, differing, expected);
        }
    }

    /// <summary>Writes codes, as they are or as columns of their parts, whichever is shorter.</summary>
    /// <param name="column">The quantization.</param>
    /// <param name="values">The index of the codes, from which the expected one has been subtracted.</param>
    /// <param name="count">The number of codes: at least 1.</param>
    /// <param name="expected">The expected code.</param>
    private void Codes(in QuantizedColumn column, int values, int count, ulong expected)
    {
        int parts = _values.Take(count);
        ulong[] items = _values.Items;
        for (int i = 0; i < count; i++)
        {
            items[values + i] += expected;
        }

        ColumnWriter.Mark start = _out.Position;
        _out.Bits(1, 1);
        for (int part = 0; part < column.Parts; part++)
        {
            ulong expectedPart = column.PartOf(expected, part);
            for (int i = 0; i < count; i++)
            {
                items[parts + i] = Residuals.ToZigzag(column.PartOf(items[values + i], part) - expectedPart, 64 - (8 << column.LogSize));
            }

            _out.Column(items, parts, count, column.LogSize, isReal: false);
        }

        if (!_out.TakesFewerBits(start, 1 + ((long)count * column.Width)))
        {
            _out.Position = start;
            _out.Bits(0, 1);
            _out.Fixed(items, values, count, column.Width);
        }

        _values.Count = parts;
    }
}
