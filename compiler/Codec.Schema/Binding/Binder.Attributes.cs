namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    // The attributes that flatc 25.12 accepts without a declaration.
    private static readonly HashSet<string> BuiltInAttributes =
    [
        "bit_flags", "cpp_ptr_type", "cpp_ptr_type_get", "cpp_str_flex_ctor", "cpp_str_type", "cpp_type", "csharp_partial", "deprecated",
        "flexbuffer", "force_align", "hash", "id", "idempotent", "key", "native_custom_alloc", "native_default", "native_inline",
        "native_type", "native_type_pack_name", "nested_flatbuffer", "offset64", "original_order", "private", "required", "shared",
        "streaming", "vector64",
    ];

    // Requests value equality in C#; declared in packets.fbs.
    private const string EqualityAttribute = "csharp_equality";

    internal static IEnumerable<string> KnownAttributes => BuiltInAttributes;

    private AttributeSet Attributes(IReadOnlyList<AttributeSyntax> attributes)
    {
        HashSet<string>? seen = attributes.Count > 1 ? [] : null;
        foreach (AttributeSyntax attribute in attributes)
        {
            string name = attribute.Name.Text;
            if (name.StartsWith(PacketPrefix, StringComparison.Ordinal) && !PacketAttributes.Contains(name))
            {
                Report(SchemaRule.UnknownPacketAttribute, attribute.Name, $"'{name}' is not a packet attribute; expected one of {string.Join(", ", PacketAttributes)}.");
            }
            else if (!BuiltInAttributes.Contains(name) && !_declaredAttributes.Contains(name))
            {
                Report(SchemaRule.UnknownAttribute, attribute.Name, $"Unknown attribute '{name}'; expected {Remedy(name)}.");
            }

            if (seen?.Add(name) == false)
            {
                Report(SchemaRule.RepeatedAttribute, attribute.Name, $"'{name}' is given twice; the first one counts.");
            }

            CheckIntegerFits(attribute);
        }

        return new AttributeSet(attributes);
    }

    private static string Remedy(string name)
    {
        if (BuiltInSchemas.Packets.Text.Contains($"attribute \"{name}\";"))
        {
            return "'include \"packets.fbs\";', which declares it";
        }

        string known = PacketAttributes.Contains(PacketPrefix + name) ? PacketPrefix + name : "a known one";
        return $"{known}, or 'attribute \"{name}\";' before its use";
    }

    private void CheckIntegerFits(AttributeSyntax attribute)
    {
        if (attribute.Value is { Kind: LiteralKind.Integer } value
            && NumberText.Integer(value.Text) is { } number
            && NumberText.Fit(ScalarKind.Int, number) is null)
        {
            Report(SchemaRule.ValueOutOfRange, value, $"{value.Shown} does not fit an attribute; expected {NumberText.Range(ScalarKind.Int)}.");
        }
    }

    /// <summary>
    /// Returns the number of an attribute, which is written as an integer or in quotes; 0 if it has no value, null if the value is not an integer in
    /// range. As in flatc, spaces in the quotes are allowed before the integer, but not after it.
    /// </summary>
    private static long? NumberOf(AttributeSyntax attribute)
    {
        if (attribute.Value is not { } value)
        {
            return 0;
        }

        return NumberText.Integer(value.Text) is { } number && Math.Abs(number) <= int.MaxValue + 1L && value.Text[value.Text.Length - 1] != ' '
            ? (long)number
            : null;
    }

    private void CheckFieldAttributes(FieldSyntax field, AttributeSet attributes, BoundType type)
    {
        if (attributes.All.Count == 0)
        {
            return;
        }

        if (attributes.Find("hash") is { } hash)
        {
            CheckHash(hash, type);
        }

        bool isVector = type.Kind == TypeKind.Vector;
        bool isBytes = isVector && type.Element is { Kind: TypeKind.Scalar, Scalar: ScalarKind.UByte };
        bool isInline = type.Kind == TypeKind.Struct || (isVector && type.Element!.Kind is TypeKind.Struct or TypeKind.Table);
        Allow(attributes, "cpp_type", attributes.Has("hash"), "is allowed only on a field with 'hash'");
        Allow(attributes, "native_inline", isInline, "is allowed only on a struct or on a vector of structs or tables");
        Allow(attributes, "native_custom_alloc", false, "is allowed only on a table or struct");
        Allow(attributes, "shared", type.Kind == TypeKind.String, "is allowed only on a string");
        Allow(attributes, "flexbuffer", isBytes, "is allowed only on a [ubyte]");
        Allow(attributes, "nested_flatbuffer", isBytes, "is allowed only on a [ubyte]");
        Check64Bit(attributes, type);
        RejectEquality(attributes);
        RejectPacketAttributes(attributes, $"the field '{field.Name.Text}'");
    }

    private void CheckHash(AttributeSyntax hash, BoundType type)
    {
        BoundType number = type.Kind == TypeKind.Vector ? type.Element! : type;
        ScalarType scalar = ScalarType.Of(number.Kind == TypeKind.Scalar ? number.Scalar : ScalarKind.None);
        int bits = 8 * scalar.Size;
        if (bits < 16 || !scalar.IsInteger)
        {
            ReportMisuse(hash, "is allowed only on a short, ushort, int, uint, long or ulong");
        }
        else if (hash.Value?.Text != $"fnv1_{bits}" && hash.Value?.Text != $"fnv1a_{bits}")
        {
            ReportMisuse(hash, $"must be \"fnv1_{bits}\" or \"fnv1a_{bits}\" for this type");
        }
    }

    private void Check64Bit(AttributeSet attributes, BoundType type)
    {
        AttributeSyntax? vector = attributes.Find("vector64");
        if ((vector ?? attributes.Find("offset64")) is not { } attribute)
        {
            return;
        }

        bool isVector = type.Kind == TypeKind.Vector;
        if (!isVector && (vector is not null || type.Kind != TypeKind.String))
        {
            ReportMisuse(attribute, vector is null ? "is allowed only on a string or a vector" : "is allowed only on a vector");
        }
        else if (isVector && type.Element!.Kind is not (TypeKind.Scalar or TypeKind.Struct))
        {
            ReportMisuse(attribute, "is allowed only on a vector of numbers or structs");
        }
        else if (vector is not null && attributes.Has("flexbuffer"))
        {
            ReportMisuse(vector, "is not allowed with flexbuffer");
        }
    }

    private void RejectEquality(AttributeSet attributes) =>
        Allow(attributes, EqualityAttribute, false, "is allowed only on a table, a struct or a union");

    private void Allow(AttributeSet attributes, string name, bool isAllowed, string expected)
    {
        if (!isAllowed && attributes.Find(name) is { } attribute)
        {
            ReportMisuse(attribute, expected);
        }
    }

    private void ReportMisuse(AttributeSyntax attribute, string expected) =>
        Report(SchemaRule.AttributeMisuse, attribute.Name, $"The attribute '{attribute.Name.Text}' {expected}.");
}
