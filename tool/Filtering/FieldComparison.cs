using Codec.Generated;

namespace Codec.Cli.Filtering;

/// <summary>Compares a field with a literal. A field inside a vector meets the condition if one element does.</summary>
/// <param name="paths">The path of names to the field, by message. A payload of another message does not meet the condition.</param>
/// <param name="literal">The literal. <see cref="FieldOperator.Exists"/> does not use it.</param>
internal sealed class FieldComparison(Dictionary<PayloadMessage, string[]> paths, FieldOperator comparison, FieldLiteral? literal) : FieldFilter
{
    // A payload can refer to the same part many times, so a malicious payload could cause an unbounded amount of work.
    private const int MaxValues = 1_000_000;

    // The number of bytes of a text that take about as long as another value.
    private const int BytesPerValue = 64;

    private int _values;

    public override bool Matches(ReadOnlySpan<byte> payload, PayloadMessage message)
    {
        if (!paths.TryGetValue(message, out string[]? path))
        {
            return false;
        }

        _values = MaxValues + (payload.Length / BytesPerValue);
        return message.Struct is { } record ? Struct(record, payload, path) : Table(message.Table!, PayloadCursor.Root(payload), path);
    }

    private bool Table(PayloadTable type, in PayloadCursor table, ReadOnlySpan<string> path)
    {
        if (path.IsEmpty || --_values < 0 || !type.Names.TryGetValue(path[0], out PayloadFieldName name))
        {
            return path.IsEmpty && comparison == FieldOperator.Exists;
        }

        PayloadField field = type.Fields[name.Index];
        int slot = table.Field(field.Entry, field.Type.Size);
        if (name.IsType)
        {
            return path.Length == 1 && UnionType(field, table);
        }

        if (slot == 0)
        {
            // A missing number has its default value.
            return path.Length == 1 && comparison != FieldOperator.Exists && field.Type.Kind is TypeKind.Scalar or TypeKind.Enum && !field.IsOptional
                && literal!.Compare(field.Default, field.Type, comparison);
        }

        return Value(field, table, slot, path[1..]);
    }

    private bool UnionType(PayloadField field, in PayloadCursor table)
    {
        ReadOnlySpan<byte> buffer = table.Buffer;
        int slot = table.Field(field.TypeEntry, field.TypeSize);
        PayloadUnion union = field.Union!;
        if (slot == 0 || comparison == FieldOperator.Exists)
        {
            // A missing union has the type NONE.
            return comparison == FieldOperator.Exists ? slot != 0 : field.Type.Kind == TypeKind.Union && literal!.Compare(0, union.Type, comparison);
        }

        int count = 1;
        int start = field.Type.Kind == TypeKind.Vector ? GeneratedReader.Vector(buffer, slot, union.TypeSize, out count) : slot;
        for (int i = 0; i < count && --_values >= 0; i++)
        {
            if (literal!.Compare(PayloadNumbers.Load(buffer[(start + (i * union.TypeSize))..], union.Scalar), union.Type, comparison))
            {
                return true;
            }
        }

        return false;
    }

    private bool Value(PayloadField field, in PayloadCursor table, int slot, ReadOnlySpan<string> rest)
    {
        ReadOnlySpan<byte> buffer = table.Buffer;
        switch (field.Type.Kind)
        {
            case TypeKind.Union:
                int typeSlot = table.Field(field.TypeEntry, field.TypeSize);
                return typeSlot != 0 && Member(field.Type.Union!, PayloadNumbers.Load(buffer[typeSlot..], field.Type.Scalar), buffer, slot, rest);
            case TypeKind.Vector when field.Nested is { } nested && !rest.IsEmpty:
                return Table(nested, PayloadCursor.Root(GeneratedReader.BytesAt(buffer, slot)), rest);
            case TypeKind.Vector:
                return Vector(field, table, slot, rest);
            default:
                return At(field.Type, buffer, slot, rest);
        }
    }

    private bool Vector(PayloadField field, in PayloadCursor table, int slot, ReadOnlySpan<string> rest)
    {
        PayloadType element = field.Type.Element!;
        ReadOnlySpan<byte> buffer = table.Buffer;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        if (comparison == FieldOperator.Exists && rest.IsEmpty)
        {
            return true;
        }

        int types = 0;
        if (element.Union is { } union)
        {
            int typeSlot = table.Field(field.TypeEntry, 4);
            types = typeSlot == 0 ? 0 : GeneratedReader.Vector(buffer, typeSlot, union.TypeSize, out int typeCount);
            count = types == 0 ? 0 : count;
        }

        for (int i = 0; i < count && --_values >= 0; i++)
        {
            int place = start + (i * element.Size);
            bool isMet = element.Union is { } values
                ? Member(values, PayloadNumbers.Load(buffer[(types + (i * values.TypeSize))..], values.Scalar), buffer, place, rest)
                : At(element, buffer, place, rest);
            if (isMet)
            {
                return true;
            }
        }

        return false;
    }

    private bool Member(PayloadUnion union, ulong type, ReadOnlySpan<byte> buffer, int slot, ReadOnlySpan<string> rest)
    {
        if (!union.Members.TryGetValue(type, out PayloadType? member))
        {
            return false;
        }

        return member.Struct is { } record
            ? Struct(record, buffer[GeneratedReader.Struct(buffer, slot, record.Size)..], rest)
            : At(member, buffer, slot, rest);
    }

    private bool At(PayloadType type, ReadOnlySpan<byte> buffer, int slot, ReadOnlySpan<string> rest) => type.Kind switch
    {
        TypeKind.Table => Table(type.Table!, PayloadCursor.At(buffer, slot), rest),
        TypeKind.String => rest.IsEmpty && (comparison == FieldOperator.Exists || Text(GeneratedReader.BytesAt(buffer, slot))),
        _ => Inline(type, buffer[slot..], rest),
    };

    private bool Text(ReadOnlySpan<byte> utf8)
    {
        _values -= utf8.Length / BytesPerValue;
        return _values >= 0 && literal!.Compare(utf8, comparison);
    }

    private bool Struct(PayloadStruct type, ReadOnlySpan<byte> bytes, ReadOnlySpan<string> path)
    {
        if (path.IsEmpty)
        {
            return comparison == FieldOperator.Exists;
        }

        return type.Names.TryGetValue(path[0], out int index) && Inline(type.Fields[index].Type, bytes[type.Fields[index].Offset..], path[1..]);
    }

    private bool Inline(PayloadType type, ReadOnlySpan<byte> bytes, ReadOnlySpan<string> rest)
    {
        switch (type.Kind)
        {
            case TypeKind.Struct:
                return Struct(type.Struct!, bytes, rest);
            case TypeKind.Array:
                for (int i = 0; i < type.Length && --_values >= 0; i++)
                {
                    if (Inline(type.Element!, bytes[(i * type.Element!.Size)..], rest))
                    {
                        return true;
                    }
                }

                return false;
            default:
                return rest.IsEmpty && (comparison == FieldOperator.Exists || literal!.Compare(PayloadNumbers.Load(bytes, type.Scalar), type, comparison));
        }
    }
}
