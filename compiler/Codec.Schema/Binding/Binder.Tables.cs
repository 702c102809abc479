namespace Codec.Schema.Binding;

internal sealed partial class Binder
{
    /// <summary>The maximum number of fields. A vtable takes 4 bytes, and 2 bytes for each field, and stores its size in 16 bits.</summary>
    private const int MaxFields = (ushort.MaxValue - 4) / 2;

    // Until all types are declared.
    private static readonly TypeReference UnknownType = new BoundType(TypeKind.Scalar, ScalarKind.Bool).ToReference();

    // flatc gives a field of such a type a further accessor, whose name ends with the suffix.
    private static readonly (string Suffix, TypeKind Kind)[] AccessorSuffixes =
    [
        ("_length", TypeKind.Vector), ("Length", TypeKind.Vector), ("Type", TypeKind.Union),
        ("_byte_vector", TypeKind.String), ("ByteVector", TypeKind.String),
    ];

    private void BindTable(RecordSymbol record, AttributeSet attributes)
    {
        if (attributes.Find("force_align") is { } force)
        {
            ReportIgnoredAlignment(force, "it on a vector or a struct");
        }

        RecordSyntax syntax = record.Syntax!;
        HashSet<string> names = [];
        List<AttributeSyntax?> ids = [];
        bool hasKey = false;
        foreach (FieldSyntax field in syntax.Fields)
        {
            CheckFieldName(field.Name);
            AttributeSet fieldAttributes = Attributes(field.Attributes);
            BoundType? type = BindType(field.Type, isInStruct: false);
            bool isUnion = (type?.Element ?? type)?.Kind == TypeKind.Union;
            if ((isUnion && !names.Add(field.Name.Text + "_type")) | !names.Add(field.Name.Text))
            {
                Report(SchemaRule.DuplicateName, field.Name, $"'{record.FullName}' already has a field '{field.Name.Text}'{(isUnion ? $" or '{field.Name.Text}_type'" : string.Empty)}.");
            }

            if (type is null)
            {
                continue;
            }

            if (type.Kind == TypeKind.Array)
            {
                Report(SchemaRule.TypeNotAllowed, field.Type.Name, "A table cannot hold an array of fixed length; expected a vector, or a struct around the array.");
                continue;
            }

            record.TableFields.Add(BindField(field, fieldAttributes, type, ref hasKey));
            ids.Add(fieldAttributes.Find("id"));
        }

        CheckAccessors(record.TableFields);
        AssignIds(record, ids);
    }

    private void CheckAccessors(List<FieldSymbol> fields)
    {
        Dictionary<string, TypeKind>? kinds = null;
        foreach (FieldSymbol field in fields)
        {
            string name = field.Field.Name;
            foreach ((string suffix, TypeKind kind) in AccessorSuffixes)
            {
                string? start = name.EndsWith(suffix, StringComparison.Ordinal) ? name.Substring(0, name.Length - suffix.Length) : null;
                if (start is not null && (kinds ??= KindsOf(fields)).TryGetValue(start, out TypeKind found) && found == kind)
                {
                    diagnostics.Report(SchemaRule.DuplicateName, field.Field.Span, $"In flatc, '{name}' is also an accessor of the field '{start}'; expected another name.");
                }
            }
        }
    }

    private static Dictionary<string, TypeKind> KindsOf(List<FieldSymbol> fields)
    {
        Dictionary<string, TypeKind> kinds = [];
        foreach (FieldSymbol field in fields)
        {
            // In flatc, a vector with a 64-bit length has no such accessors.
            if (!field.Field.IsVector64)
            {
                kinds[field.Field.Name] = field.Type.Kind;
            }

            if (field.Type.Element?.Kind == TypeKind.Union)
            {
                kinds[field.Field.Name + "_type"] = TypeKind.Vector;
            }
        }

        return kinds;
    }

    private FieldSymbol BindField(FieldSyntax field, AttributeSet attributes, BoundType type, ref bool hasKey)
    {
        FieldDefault value = BindDefault(field, type);
        bool isOptional = value.Presence == FieldPresence.Optional;
        Allow(
            attributes, "required", !type.IsScalar && !isOptional, "is allowed only on a string, vector, table, struct or union; a scalar always has a value");
        CheckFieldAttributes(field, attributes, type);
        if (attributes.Find("key") is { } key)
        {
            CheckKey(key, type, isOptional, ref hasKey);
        }

        // In a vector that is sorted by strings, an element without the string has no position.
        bool isRequired = attributes.Has("required") || (type.Kind == TypeKind.String && attributes.Has("key"));
        bool isVector64 = attributes.Has("vector64");
        TableField result = new()
        {
            Type = UnknownType,
            Id = 0,
            Presence = isRequired ? FieldPresence.Required : value.Presence,
            Default = value.Scalar,
            DefaultText = value.Text,
            DefaultIsEmptyVector = value.IsEmptyVector,
            IsKey = attributes.Has("key"),
            IsDeprecated = attributes.Has("deprecated"),
            IsFlexBuffer = attributes.Has("flexbuffer"),
            Hash = attributes.Find("hash")?.Value?.Text,
            Quantization = BindQuantization(field, attributes, type, value),
            ForceAlign = ForceAlign(attributes, type),
            IsOffset64 = isVector64 || attributes.Has("offset64"),
            IsVector64 = isVector64,
        };
        return new FieldSymbol(Describe(result, field, _source), type, Nested(attributes));
    }

    private RecordSymbol? Nested(AttributeSet attributes)
    {
        if (attributes.Find("nested_flatbuffer") is not { } nested)
        {
            return null;
        }

        if (nested.Value is { Kind: LiteralKind.Text } value)
        {
            return Use(value with { Start = value.Start + 1, Length = value.Length - 2 }, _symbols.Refer(_scope, value, _source));
        }

        ReportMisuse(nested, "must name the nested buffer's table in quotes");
        return null;
    }

    /// <summary>Returns the declared alignment of a vector's elements, in bytes; 0 if none is declared or it has no effect. flatc accepts any number.</summary>
    private int ForceAlign(AttributeSet attributes, BoundType type)
    {
        if (attributes.Find("force_align") is not { } force)
        {
            return 0;
        }

        if (type.Kind != TypeKind.Vector)
        {
            ReportIgnoredAlignment(force, "it on a vector or a struct");
            return 0;
        }

        int usual = TableField.UsualAlignment(type.Element!.Alignment);
        if (NumberOf(force) is { } wanted and <= MaxForceAlign && wanted >= usual && (wanted & (wanted - 1)) == 0)
        {
            return (int)wanted;
        }

        ReportIgnoredAlignment(force, $"a power of two from the vector's own {usual} to {MaxForceAlign}");
        return 0;
    }

    private void ReportIgnoredAlignment(AttributeSyntax force, string expected) =>
        Report(SchemaRule.IgnoredAlignment, force.Name, $"The alignment {force.Value?.Text ?? "0"} is ignored; expected {expected}.");

    private void AssignIds(RecordSymbol record, List<AttributeSyntax?> ids)
    {
        List<FieldSymbol> fields = record.TableFields;
        bool isExplicit = ids.Any(id => id is not null);
        Dictionary<int, FieldSymbol> owners = [];
        int next = 0;
        bool isValid = true;
        for (int i = 0; i < fields.Count; i++)
        {
            bool isUnion = (fields[i].Type.Element ?? fields[i].Type).Kind == TypeKind.Union;
            int id = isUnion ? next + 1 : next;
            if (isExplicit && !TryExplicitId(fields[i], ids[i], isUnion, owners, out id))
            {
                isValid = false;
                continue;
            }

            fields[i].Id = id;
            next = Math.Max(next, id + 1);
        }

        record.IdCount = next;
        if (isExplicit && isValid)
        {
            CheckNoGap(fields, owners, next);
        }

        if (next > MaxFields)
        {
            Report(SchemaRule.TooManyFields, record.Syntax!.Name, $"'{record.FullName}' has {next} fields; expected at most {MaxFields}, because a vtable cannot describe more.");
        }
    }

    private bool TryExplicitId(FieldSymbol field, AttributeSyntax? attribute, bool isUnion, Dictionary<int, FieldSymbol> owners, out int id)
    {
        id = 0;
        if (attribute is null)
        {
            diagnostics.Report(SchemaRule.FieldIds, field.Field.Span, $"'{field.Field.Name}' has no id, but other fields have one; expected ids on all fields or on none.");
            return false;
        }

        if (NumberOf(attribute) is not ({ } number and >= 0 and <= ushort.MaxValue))
        {
            Report(SchemaRule.FieldIds, attribute.Name, $"The id of '{field.Field.Name}' is out of range; expected 0 to {ushort.MaxValue}.");
            return false;
        }

        id = (int)number;
        if (isUnion && id == 0)
        {
            Report(SchemaRule.FieldIds, attribute.Name, $"'{field.Field.Name}' is a union, whose type takes the id before its own; expected an id from 1 on.");
            return false;
        }

        for (int taken = isUnion ? id - 1 : id; taken <= id; taken++)
        {
            if (owners.TryGetValue(taken, out FieldSymbol? other))
            {
                Report(SchemaRule.FieldIds, attribute.Name, $"The id {taken} already belongs to '{other.Field.Name}'; expected a free id.");
                return false;
            }

            owners.Add(taken, field);
        }

        return true;
    }

    private void CheckNoGap(List<FieldSymbol> fields, Dictionary<int, FieldSymbol> owners, int count)
    {
        for (int id = 0; id < count; id++)
        {
            if (!owners.ContainsKey(id))
            {
                FieldSymbol after = fields.Where(field => field.Id > id).OrderBy(field => field.Id).First();
                diagnostics.Report(SchemaRule.FieldIds, after.Field.Span, $"No field has the id {id}; expected ids from 0 without gaps.");
                return;
            }
        }
    }
}
