namespace Codec.Interpreter;

internal sealed partial class PayloadJsonReader
{
    private void Union(PayloadField field, JsonElement value, JsonElement type, int slot, int typeSlot)
    {
        PayloadUnion union = field.Type.Union!;
        ulong number = 0;
        if (type.ValueKind != JsonValueKind.Undefined)
        {
            Rename(field.JsonTypeName.Value);
            number = Named(union.Names, type);
            Rename(field.Name);
        }

        if (IsMissing(value) && !field.IsRequired)
        {
            return;
        }

        if (type.ValueKind == JsonValueKind.Undefined)
        {
            Fail($"The type of the union is missing: {field.Name}_type.");
        }

        PayloadNumbers.Store(_builder.At(typeSlot), union.Scalar, number);
        Member(union, number, value, slot);
    }

    private void Unions(PayloadField field, JsonElement value, JsonElement type, int slot, int typeSlot)
    {
        PayloadUnion union = field.Type.Element!.Union!;
        List<ulong> types = [];
        if (!IsMissing(type))
        {
            Rename(field.JsonTypeName.Value);
            Expect(type, JsonValueKind.Array, "an array");
            foreach (JsonElement element in type.EnumerateArray())
            {
                Push(types.Count);
                types.Add(Named(union.Names, element));
                Pop();
            }

            Rename(field.Name);
        }

        if (IsMissing(value) && !field.IsRequired)
        {
            if (field.Definition.DefaultIsEmptyVector)
            {
                AddVector(typeSlot, 0, union.TypeSize, Math.Max(4, union.TypeSize));
                AddVector(slot, 0, 4, 4);
            }

            return;
        }

        Expect(value, JsonValueKind.Array, "an array");
        if (IsMissing(type))
        {
            Fail($"The type of the union is missing: {field.Name}_type.");
        }

        int count = value.GetArrayLength();
        if (count != types.Count)
        {
            Fail($"The vector has {count} elements, and {field.Name}_type has {types.Count}.");
        }

        int typePlace = AddVector(typeSlot, count, union.TypeSize, Math.Max(4, union.TypeSize));
        int place = AddVector(slot, count, 4, 4);
        int index = 0;
        foreach (JsonElement element in value.EnumerateArray())
        {
            Push(index);
            PayloadNumbers.Store(_builder.At(typePlace + (index * union.TypeSize)), union.Scalar, types[index]);
            if (types[index] != 0 || element.ValueKind != JsonValueKind.Null)
            {
                Member(union, types[index], element, place + (4 * index));
            }

            Pop();
            index++;
        }
    }

    private void Member(PayloadUnion union, ulong number, JsonElement value, int slot)
    {
        if (!union.Members.TryGetValue(number, out PayloadType? member))
        {
            Fail($"The union {union.FullName} has no value of the type {number}.");
        }

        if (member.Struct is not { } record)
        {
            Value(member, slot, value);
            return;
        }

        _builder.Align(record.Alignment);
        int place = _builder.Add((record.Size + 3) & ~3);
        _builder.Align(4);
        _builder.Link(slot, place);
        Struct(record, place, value);
    }
}
