namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    /// <summary>The largest alignment that flatc accepts for force_align, in bytes.</summary>
    private const int MaxForceAlign = 32;

    /// <summary>The maximum depth of structs inside structs, which code that follows the layout of a struct recurses through.</summary>
    private const int MaxStructDepth = 64;

    private void BindStruct(RecordSymbol record, AttributeSet attributes)
    {
        RecordSyntax syntax = record.Syntax!;
        HashSet<string> names = [];
        long size = 0;
        bool hasKey = false;
        bool isValid = true;
        foreach (FieldSyntax field in syntax.Fields)
        {
            CheckFieldName(field.Name);
            if (!names.Add(field.Name.Text))
            {
                Report(SchemaRule.DuplicateName, field.Name, $"'{record.FullName}' already has a field '{field.Name.Text}'.");
            }

            AttributeSet fieldAttributes = Attributes(field.Attributes);
            if (BindStructType(field) is not { } type)
            {
                isValid = false;
                continue;
            }

            CheckStructField(field, fieldAttributes, type);
            if (fieldAttributes.Find("key") is { } key)
            {
                CheckKey(key, type, isOptional: false, ref hasKey);
            }

            if ((type.Element ?? type).Record is { } inner && inner.Depth >= record.Depth)
            {
                record.Depth = inner.Depth + 1;

                // Only the first struct that is too deep is reported, not those around it.
                if (record.Depth == MaxStructDepth + 1)
                {
                    Report(SchemaRule.TypeNotAllowed, field.Type.Name, $"'{inner.FullName}' has structs to a depth of {MaxStructDepth}; expected a struct that is less deep.");
                }
            }

            size = AddField(record, field, fieldAttributes, type, size);
            record.Alignment = Math.Max(record.Alignment, type.Alignment);
        }

        if (isValid)
        {
            Complete(record, attributes, size);
        }
    }

    private BoundType? BindStructType(FieldSyntax field)
    {
        BoundType? type = BindType(field.Type, isInStruct: true);
        if (type is null or { IsFixed: true })
        {
            return type;
        }

        BoundType inner = type.Element ?? type;
        bool isIncomplete = type.Kind != TypeKind.Vector && inner.Kind == TypeKind.Struct;
        Report(
            isIncomplete ? SchemaRule.IncompleteType : SchemaRule.TypeNotAllowed,
            field.Type.Name,
            isIncomplete
                ? $"'{field.Type.Name.Text}' is not complete here; expected a struct that is declared without errors before."
                : $"'{field.Name.Text}' has no fixed size; expected a scalar, an enum, a struct, or an array of these like [int:3].");
        return null;
    }

    private void CheckStructField(FieldSyntax field, AttributeSet attributes, BoundType type)
    {
        bool isZero = field.Default is not { } value || IsZero(value, type);
        Allow(attributes, "deprecated", false, "is allowed only on a table's field; a struct's layout never changes");
        Allow(attributes, "required", false, "is allowed only on a table's field; a struct's fields are always present");
        if (isZero && (type.Element ?? type).Enum is { } symbol)
        {
            CheckDefaultIsInEnum(field, symbol, ScalarValue.OfWhole(symbol.Underlying, 0));
        }

        if (attributes.Find("force_align") is { } force)
        {
            ReportIgnoredAlignment(force, "it on the struct");
        }

        CheckFieldAttributes(field, attributes, type);
    }

    /// <summary>Returns whether a default is zero. A struct's field cannot have a default, but flatc accepts a zero.</summary>
    private bool IsZero(LiteralSyntax value, BoundType type)
    {
        if (type.IsScalar && !value.IsNull && !ScalarType.Of(type.Scalar).IsReal)
        {
            ScalarValue? constant = Constant(value, type);
            if (constant is null or { Bits: 0 })
            {
                return constant is not null;
            }
        }
        else if (type.IsScalar && value.Kind is LiteralKind.Integer or LiteralKind.Text && value.Text == "0" && !value.HasEscapes)
        {
            return true;
        }

        Report(SchemaRule.ValueMismatch, value, "A field of a struct is always present and cannot have a default.");
        return false;
    }

    /// <summary>Adds a field after the others, and returns the end of the field. <see cref="Complete"/> reports a struct that is too large.</summary>
    private long AddField(RecordSymbol record, FieldSyntax field, AttributeSet attributes, BoundType type, long size)
    {
        long padding = -size & (type.Alignment - 1);
        Pad(record, padding);
        long offset = Math.Min(size + padding, int.MaxValue);
        StructField result = new()
        {
            Type = type.ToReference(),
            IsKey = attributes.Has("key"),
            Hash = attributes.Find("hash")?.Value?.Text,
            Quantization = BindQuantization(field, attributes, type),
            Offset = (int)offset,
            PaddingAfter = 0,
        };
        record.StructFields.Add(Describe(result, field, _source));
        return Math.Min(offset + type.Size, 1L + int.MaxValue);
    }

    private static void Pad(RecordSymbol record, long padding)
    {
        int last = record.StructFields.Count - 1;
        if (padding > 0 && last >= 0)
        {
            record.StructFields[last] = record.StructFields[last] with { PaddingAfter = (int)padding };
        }
    }

    private void Complete(RecordSymbol record, AttributeSet attributes, long size)
    {
        SyntaxText name = record.Syntax!.Name;
        if (size == 0)
        {
            Report(SchemaRule.StructSize, name, $"The struct '{name.Text}' has no fields; expected at least one.");
            return;
        }

        if (attributes.Find("force_align") is { } force)
        {
            long? alignment = NumberOf(force);
            if (alignment is not { } wanted || wanted < record.Alignment || wanted > MaxForceAlign || (wanted & (wanted - 1)) != 0)
            {
                Report(
                    SchemaRule.InvalidAlignment,
                    force.Name,
                    $"The alignment {force.Value?.Text ?? "0"} is not allowed; expected a power of two from the struct's own {record.Alignment} to {MaxForceAlign}.");
                return;
            }

            record.Alignment = (int)wanted;
        }

        long padding = -size & (record.Alignment - 1);
        if (size + padding > int.MaxValue)
        {
            Report(SchemaRule.StructSize, name, $"The struct '{name.Text}' is larger than a buffer can be; expected at most {int.MaxValue} bytes.");
            return;
        }

        Pad(record, padding);
        record.Size = (int)(size + padding);
        record.IsComplete = true;
    }
}
