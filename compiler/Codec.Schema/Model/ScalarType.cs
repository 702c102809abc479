namespace Codec.Schema.Model;

/// <summary>
/// A scalar type of the schema language: its names, its size, and how every language reads, parses and prints it. A new type is a row of this table.
/// </summary>
public sealed class ScalarType
{
    // In the order of ScalarKind: the names in a schema, the size in bytes, the number in the shape of packed payloads (Codec.Payloads.ScalarClass),
    // the form, the C# type and the suffix of its literals, the C++ type, and the type in the Wireshark dissector.
    private static readonly ScalarType[] All =
    [
        new(ScalarKind.None, "", 0, 0, ScalarForm.None, "", "", "", ""),
        new(ScalarKind.Bool, "bool", 1, 0, ScalarForm.Boolean, "bool", "", "std::uint8_t", "bool"),
        new(ScalarKind.Byte, "byte int8", 1, 2, ScalarForm.Signed, "sbyte", "", "std::int8_t", "i8"),
        new(ScalarKind.UByte, "ubyte uint8", 1, 1, ScalarForm.Unsigned, "byte", "", "std::uint8_t", "u8"),
        new(ScalarKind.Short, "short int16", 2, 4, ScalarForm.Signed, "short", "", "std::int16_t", "i16"),
        new(ScalarKind.UShort, "ushort uint16", 2, 3, ScalarForm.Unsigned, "ushort", "", "std::uint16_t", "u16"),
        new(ScalarKind.Int, "int int32", 4, 6, ScalarForm.Signed, "int", "", "std::int32_t", "i32"),
        new(ScalarKind.UInt, "uint uint32", 4, 5, ScalarForm.Unsigned, "uint", "U", "std::uint32_t", "u32"),
        new(ScalarKind.Long, "long int64", 8, 8, ScalarForm.Signed, "long", "L", "std::int64_t", "i64"),
        new(ScalarKind.ULong, "ulong uint64", 8, 7, ScalarForm.Unsigned, "ulong", "UL", "std::uint64_t", "u64"),
        new(ScalarKind.Float, "float float32", 4, 9, ScalarForm.Real, "float", "f", "float", "f32", RealFormat.Single),
        new(ScalarKind.Double, "double float64", 8, 10, ScalarForm.Real, "double", "d", "double", "f64", RealFormat.Double),
    ];

    private static readonly Dictionary<string, ScalarType> Names =
        All.SelectMany(type => type._names.Select(name => (name, type))).ToDictionary(pair => pair.name, pair => pair.type, StringComparer.Ordinal);

    private readonly string[] _names;
    private readonly RealFormat? _real;

    private ScalarType(
        ScalarKind kind, string names, int size, uint packing, ScalarForm form, string cSharp, string cSharpSuffix, string cpp, string lua, RealFormat? real = null)
    {
        _names = names.Split([' '], StringSplitOptions.RemoveEmptyEntries);
        (Kind, Size, Packing, Form, CSharp, CSharpSuffix, Cpp, Lua, _real) = (kind, size, packing, form, cSharp, cSharpSuffix, cpp, lua, real);
    }

    /// <summary>Gets the names of all types in the schema language.</summary>
    internal static IEnumerable<string> Words => Names.Keys;

    /// <summary>Gets the enum value of the type.</summary>
    public ScalarKind Kind { get; }

    /// <summary>Gets the first name in the schema language.</summary>
    public string Name => _names[0];

    /// <summary>Gets the size of a value in bytes, which is also its alignment: 1, 2, 4 or 8; 0 for None.</summary>
    public int Size { get; }

    internal uint Packing { get; }
    internal ScalarForm Form { get; }
    internal string CSharp { get; }

    /// <summary>Gets what follows the digits of a literal in C#.</summary>
    internal string CSharpSuffix { get; }

    internal string Cpp { get; }
    internal string Lua { get; }
    internal bool IsReal => Form == ScalarForm.Real;
    internal bool IsSigned => Form == ScalarForm.Signed;

    /// <summary>Gets whether the type is an integer. Bool is not an integer.</summary>
    internal bool IsInteger => Form is ScalarForm.Signed or ScalarForm.Unsigned;

    /// <summary>Gets the minimum of an integer type.</summary>
    internal long Smallest => IsSigned ? long.MinValue >> (64 - (8 * Size)) : 0;

    /// <summary>Gets the maximum of an integer type. Bool accepts any byte.</summary>
    internal ulong Largest => ulong.MaxValue >> (64 - (8 * Size) + (IsSigned ? 1 : 0));

    /// <summary>Returns the row of a type.</summary>
    public static ScalarType Of(ScalarKind kind) => All[(int)kind];

    /// <summary>Returns the type that a word of the schema language names, such as <c>uint</c> or <c>uint32</c>; null if it is not a scalar type.</summary>
    internal static ScalarType? Find(string word) => Names.TryGetValue(word, out ScalarType? type) ? type : null;

    internal double ToReal(ulong bits) => _real!.ToReal(bits);

    internal ulong ToBits(double value) => _real!.ToBits(value);

    /// <summary>Parses a decimal floating-point number without a sign.</summary>
    internal double ParseReal(string text) => _real!.Parse(text);

    /// <summary>Formats a floating-point number with the fewest digits that read back as the number. The sign of a zero is kept, that of NaN is not.</summary>
    internal string Print(double value)
    {
        // Older frameworks format -0.0 as 0.
        string sign = BitConverter.DoubleToInt64Bits(value) < 0 && !double.IsNaN(value) ? "-" : "";
        double magnitude = Math.Abs(value);
        return sign + (double.IsNaN(value) || double.IsInfinity(value) ? magnitude.ToString(CultureInfo.InvariantCulture) : _real!.Digits(magnitude));
    }
}
