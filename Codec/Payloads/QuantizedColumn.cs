namespace Codec.Payloads;

/// <summary>Converts the bits of the numbers of a quantized field to codes and back.</summary>
internal readonly struct QuantizedColumn
{
    private readonly Quantizer _quantizer;
    private readonly int _bits;
    private readonly int _scalar;

    /// <summary>Reads a record of a shape.</summary>
    /// <param name="words">The words of the shape.</param>
    /// <param name="record">The offset of the record.</param>
    /// <param name="scalar">The <see cref="ScalarClass"/> of the numbers.</param>
    internal QuantizedColumn(int[] words, int record, int scalar)
    {
        (_scalar, _bits) = (scalar, words[record + 1]);
        bool isRefusing = words[record + 2] != 0;
        _quantizer = words[record] == Quantizer.Scalar
            ? new Quantizer(Real(words, record + 3), Real(words, record + 5), Real(words, record + 7), Real(words, record + 9), isRefusing)
            : new Quantizer(words[record], _bits, isRefusing);
    }

    /// <summary>Gets the numbers that have a code together.</summary>
    internal int Size => _quantizer.Kind == Quantizer.Scalar ? 1 : _quantizer.Kind + 2;

    /// <summary>Gets the parts of a code, each of which has a column.</summary>
    internal int Parts => Math.Max(1, 2 * _quantizer.Kind);

    /// <summary>Gets the bits of a code.</summary>
    internal int Width => ShiftOf(Parts);

    /// <summary>Gets the base-2 logarithm of the size of a part in bytes.</summary>
    internal int LogSize => _bits > 32 ? 3 : 2;

    /// <summary>Gets the position of the first bit of a part. The first part of a quaternion, its index, has 2 bits.</summary>
    internal int ShiftOf(int part) => _quantizer.Kind == Quantizer.Quaternion && part > 0 ? 2 + ((part - 1) * _bits) : part * _bits;

    internal ulong PartOf(ulong code, int part) => (code >> ShiftOf(part)) & ((1UL << (ShiftOf(part + 1) - ShiftOf(part))) - 1);

    internal ulong MaxOf(int part) => _quantizer.Kind == Quantizer.Quaternion && part == 0 ? 3 : _quantizer.MaxNumber;

    /// <summary>Returns the code of a number, or of a vector whose numbers are all 0.</summary>
    internal ulong CodeOf(ulong bits)
    {
        ulong code;
        _ = _quantizer.Kind switch
        {
            Quantizer.Scalar => _quantizer.TryEncode(ToReal(bits), out code),
            Quantizer.UnitVector => _quantizer.TryEncode(0, 0, 0, out code),
            _ => _quantizer.TryEncode(0, 0, 0, 0, out code),
        };
        return code;
    }

    /// <summary>Converts numbers to a code.</summary>
    /// <returns><see langword="false"/> if the value is refused.</returns>
    internal bool TryEncode(ulong[] values, int at, out ulong code) => _quantizer.Kind switch
    {
        Quantizer.Scalar => _quantizer.TryEncode(ToReal(values[at]), out code),
        Quantizer.UnitVector => _quantizer.TryEncode(ToFloat(values[at]), ToFloat(values[at + 1]), ToFloat(values[at + 2]), out code),
        _ => _quantizer.TryEncode(ToFloat(values[at]), ToFloat(values[at + 1]), ToFloat(values[at + 2]), ToFloat(values[at + 3]), out code),
    };

    /// <summary>Converts a code, whose parts are valid, to numbers.</summary>
    internal void Decode(ulong code, ulong[] values, int at)
    {
        float x, y, z, w = 0;
        switch (_quantizer.Kind)
        {
            case Quantizer.Scalar:
                double value = _quantizer.Decode(code);
                values[at] = _scalar == ScalarClass.Float ? ToBits((float)value)
                    : _scalar == ScalarClass.Float + 1 ? (ulong)BitConverter.DoubleToInt64Bits(value) : (ulong)(long)value;
                return;
            case Quantizer.UnitVector:
                _quantizer.Decode(code, out x, out y, out z);
                break;
            default:
                _quantizer.Decode(code, out x, out y, out z, out w);
                values[at + 3] = ToBits(w);
                break;
        }

        (values[at], values[at + 1], values[at + 2]) = (ToBits(x), ToBits(y), ToBits(z));
    }

    private static double Real(int[] words, int at) => BitConverter.Int64BitsToDouble((uint)words[at] | ((long)words[at + 1] << 32));

    private static float ToFloat(ulong bits) => new SingleBits { Bits = (uint)bits }.Value;

    private static ulong ToBits(float value) => new SingleBits { Value = value }.Bits;

    private double ToReal(ulong bits)
    {
        int unused = 64 - (8 << ScalarClass.LogSize(_scalar));
        return _scalar == ScalarClass.Float ? ToFloat(bits)
            : _scalar == ScalarClass.Float + 1 ? BitConverter.Int64BitsToDouble((long)bits)
            : ScalarClass.IsSigned(_scalar) ? (long)(bits << unused) >> unused : bits;
    }

    // netstandard2.0 has no conversion that allocates no memory.
    [StructLayout(LayoutKind.Explicit)]
    private struct SingleBits
    {
        [FieldOffset(0)]
        public float Value;

        [FieldOffset(0)]
        public uint Bits;
    }
}
