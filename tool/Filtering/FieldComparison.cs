using Codec.Generated;

namespace Codec.Cli.Filtering;

/// <summary>Compares a field with a literal. A field inside a vector meets the condition if one element does.</summary>
internal sealed class FieldComparison(Dictionary<PayloadMessage, string[]> paths, FieldOperator comparison, FieldLiteral? literal)
{
    // A payload can refer to the same part many times, so a malicious payload could cause an unbounded amount of work.
    private const int MaxValues = 1_000_000;

    // The number of bytes of a text that take about as long as another value.
    private const int BytesPerValue = 64;

    private readonly bool _isExistence = comparison == FieldOperator.Exists;
    private int _values;

    public bool Matches(ReadOnlySpan<byte> payload, PayloadMessage message)
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
        if (path.IsEmpty || --_values < 0 || !type.Names.TryGetValue(path[0], out int index))
        {
            return path.IsEmpty && _isExistence;
        }

        PayloadField field = type.Fields[index % type.Fields.Length];
        int slot = table.Field(field.Entry, field.Type.Size);
        if (index >= type.Fields.Length)
        {
            return path.Length == 1 && UnionType(field, table);
        }

        if (slot == 0)
        {
            // A missing number has its default value.
            return path.Length == 1 && !_isExistence && field.Type.Kind is TypeKind.Scalar or TypeKind.Enum && !field.IsOptional
                && literal!.Compare(field.Default, field.Type, comparison);
        }

        return Value(field, table, slot, path[1..]);
    }

    private bool UnionType(PayloadField field, in PayloadCursor table)
    {
        ReadOnlySpan<byte> buffer = table.Buffer;
        int slot = table.Field(field.TypeEntry, field.TypeSize);
        PayloadUnion union = field.Union!;
        if (slot == 0 || _isExistence)
        {
            // A missing union has the type NONE.
            return _isExistence ? slot != 0 : field.Type.Kind == TypeKind.Union && literal!.Compare(0, union.Type, comparison);
        }

        int count = 1;
        int start = field.Type.Kind == TypeKind.Vector ? GeneratedReader.Vector(buffer, slot, union.TypeSize, out count) : slot;
        for (int i = 0; i < count && --_values >= 0; i++)
        {
            if (literal!.Compare(union.TypeAt(buffer, start, i), union.Type, comparison))
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
                return Value(field.Type, buffer, slot, rest);
        }
    }

    private bool Vector(PayloadField field, in PayloadCursor table, int slot, ReadOnlySpan<string> rest)
    {
        PayloadType element = field.Type.Element!;
        ReadOnlySpan<byte> buffer = table.Buffer;
        int start = GeneratedReader.Vector(buffer, slot, element.Size, out int count);
        if (_isExistence && rest.IsEmpty)
        {
            return true;
        }

        int types = 0;
        if (element.Union is { } union)
        {
            int typeSlot = table.Field(field.TypeEntry, 4);
            types = typeSlot == 0 ? 0 : GeneratedReader.Vector(buffer, typeSlot, union.TypeSize, out _);
            count = types == 0 ? 0 : count;
        }

        for (int i = 0; i < count && --_values >= 0; i++)
        {
            int place = start + (i * element.Size);
            bool isMet = element.Union is { } values
                ? Member(values, values.TypeAt(buffer, types, i), buffer, place, rest)
                : Value(element, buffer, place, rest);
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

        return Value(member, buffer, member.Struct is { } record ? GeneratedReader.Struct(buffer, slot, record.Size) : slot, rest);
    }

    private bool Value(PayloadType type, ReadOnlySpan<byte> buffer, int slot, ReadOnlySpan<string> rest)
    {
        switch (type.Kind)
        {
            case TypeKind.Table:
                return Table(type.Table!, PayloadCursor.At(buffer, slot), rest);
            case TypeKind.String:
                return rest.IsEmpty && (_isExistence || Text(GeneratedReader.BytesAt(buffer, slot)));
            case TypeKind.Struct:
                return Struct(type.Struct!, buffer[slot..], rest);
            case TypeKind.Array:
                for (int i = 0; i < type.Length && --_values >= 0; i++)
                {
                    if (Value(type.Element!, buffer, slot + (i * type.Element!.Size), rest))
                    {
                        return true;
                    }
                }

                return false;
            default:
                return rest.IsEmpty && (_isExistence || literal!.Compare(PayloadNumbers.Load(buffer[slot..], type.Scalar), type, comparison));
        }
    }

    private bool Text(ReadOnlySpan<byte> utf8)
    {
        _values -= utf8.Length / BytesPerValue;
        return _values >= 0 && literal!.Compare(utf8, comparison);
    }

    private bool Struct(PayloadStruct type, ReadOnlySpan<byte> bytes, ReadOnlySpan<string> path) => path.IsEmpty
        ? _isExistence
        : type.Names.TryGetValue(path[0], out int index) && Value(type.Fields[index].Type, bytes, type.Fields[index].Offset, path[1..]);
}
