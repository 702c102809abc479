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

    private AttributeSet Attributes(IReadOnlyList<AttributeSyntax> attributes)
    {
        HashSet<string> seen = [];
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

            if (!seen.Add(name))
            {
                Report(SchemaRule.RepeatedAttribute, attribute.Name, $"'{name}' is given twice; the first one counts.");
            }

            CheckIntegerFits(attribute);
        }

        return new AttributeSet(attributes, _source);
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
            && NumberText.TryInteger(value.Text, out bool isNegative, out ulong magnitude, out bool isTooLarge)
            && (isTooLarge || !NumberText.TryFit(ScalarKind.Int, isNegative, magnitude, out _)))
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

        bool ok = NumberText.TryInteger(value.Text, out bool isNegative, out ulong magnitude, out bool isTooLarge);
        return !ok || isTooLarge || value.Text[value.Text.Length - 1] == ' ' || magnitude > int.MaxValue + 1UL ? null : isNegative ? -(long)magnitude : (long)magnitude;
    }

    private void CheckFieldAttributes(FieldSyntax field, AttributeSet attributes, BoundType type)
    {
        if (attributes.Find("hash") is { } hash)
        {
            CheckHash(hash, type);
        }
        else if (attributes.Find("cpp_type") is { } cppType)
        {
            ReportMisuse(cppType, "is allowed only on a field with 'hash'");
        }

        TypeKind element = type.Element?.Kind ?? type.Kind;
        if (attributes.Find("native_inline") is { } inline
            && !(type.Kind == TypeKind.Struct || (type.Kind == TypeKind.Vector && element is TypeKind.Struct or TypeKind.Table)))
        {
            ReportMisuse(inline, "is allowed only on a struct or on a vector of structs or tables");
        }

        if (attributes.Find("native_custom_alloc") is { } allocator)
        {
            ReportMisuse(allocator, "is allowed only on a table or struct");
        }

        if (attributes.Find("shared") is { } shared && type.Kind != TypeKind.String)
        {
            ReportMisuse(shared, "is allowed only on a string");
        }

        bool isBytes = type is { Kind: TypeKind.Vector, Element: { Kind: TypeKind.Scalar, Scalar: ScalarKind.UByte } };
        foreach (string name in new[] { "flexbuffer", "nested_flatbuffer" })
        {
            if (attributes.Find(name) is { } bytes && !isBytes)
            {
                ReportMisuse(bytes, "is allowed only on a [ubyte]");
            }
        }

        Check64Bit(attributes, type);
        RejectEquality(attributes);
        RejectPacketAttributes(attributes, $"the field '{field.Name.Text}'");
    }

    private void CheckHash(AttributeSyntax hash, BoundType type)
    {
        ScalarKind scalar = type.Kind switch
        {
            TypeKind.Scalar => type.Scalar,
            TypeKind.Vector when type.Element!.Kind == TypeKind.Scalar => type.Element.Scalar,
            _ => ScalarKind.None,
        };
        int bits = 8 * ScalarType.Of(scalar).Size;
        if (bits < 16 || !ScalarType.Of(scalar).IsInteger)
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

    private void RejectEquality(AttributeSet attributes)
    {
        if (attributes.Find(EqualityAttribute) is { } equality)
        {
            ReportMisuse(equality, "is allowed only on a table, a struct or a union");
        }
    }

    private void ReportMisuse(AttributeSyntax attribute, string expected) =>
        Report(SchemaRule.AttributeMisuse, attribute.Name, $"The attribute '{attribute.Name.Text}' {expected}.");
}
