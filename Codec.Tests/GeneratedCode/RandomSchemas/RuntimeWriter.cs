using System.Collections;
using Google.FlatBuffers;

namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>
/// Writes a plain object with the builder of the FlatBuffers runtime, as flatc's code does, but with fields and objects in random order. Strings can
/// be shared, and defaults can be written. The generated writer never writes such layouts.
/// </summary>
internal sealed class RuntimeWriter(SchemaModel model, Random random)
{
    private static readonly MethodInfo BytesMethod = typeof(RuntimeWriter).GetMethod(nameof(RawBytes), BindingFlags.NonPublic | BindingFlags.Static)!;

    private readonly SchemaIndex _index = new(model);
    private readonly FlatBufferBuilder _builder = new(16);

    public byte[] Write(object value, TableDefinition table, string? identifier)
    {
        _builder.Clear();
        _builder.ForceDefaults = random.Next(3) == 0;
        int root = Table(value, table);
        if (identifier is null)
        {
            _builder.Finish(root);
        }
        else
        {
            _builder.Finish(root, identifier);
        }

        return _builder.SizedByteArray();
    }

    private int Table(object value, TableDefinition table)
    {
        (TableField Field, object? Value)[] fields = [.. PlainFields.Of(value.GetType(), table).Select(pair => (pair.Field, pair.Property.GetValue(value)))];
        Dictionary<int, int> offsets = [];
        foreach ((TableField field, object? content) in Shuffled(fields))
        {
            if (field.Type.IsOffset && content is not null)
            {
                Child(field, content, offsets);
            }
        }

        _builder.StartTable(table.Fields.Select(field => field.Id + 1).Append(0).Max());
        foreach ((TableField field, object? content) in Shuffled(fields))
        {
            Field(field, content, offsets);
        }

        return _builder.EndTable();
    }

    private T[] Shuffled<T>(IEnumerable<T> items) => [.. items.OrderBy(_ => random.Next())];

    private void Field(TableField field, object? content, Dictionary<int, int> offsets)
    {
        if (field.Type.Kind == TypeKind.Union)
        {
            // Without a value, both fields are missing, as in the payloads of flatc's code.
            if (offsets.TryGetValue(field.Id, out int member))
            {
                AddNumber(field.UnionTypeId, BytesOf(TypeOf(content!)), isDefault: false);
                _builder.AddOffset(field.Id, member, 0);
            }
        }
        else if (field.Type.IsOffset)
        {
            if (offsets.TryGetValue(field.UnionTypeId, out int types) && field.HasUnionType)
            {
                _builder.AddOffset(field.UnionTypeId, types, 0);
            }

            _builder.AddOffset(field.Id, offsets.GetValueOrDefault(field.Id), 0);
        }
        else if (content is not null)
        {
            byte[] bytes = BytesOf(content);
            if (field.Type.Kind == TypeKind.Struct)
            {
                Put(bytes, field.Type.InlineAlignment);
                _builder.AddStruct(field.Id, _builder.Offset, 0);
            }
            else
            {
                bool isDefault = field.Presence != FieldPresence.Optional && field.Default is ScalarValue fallback && IsEqual(bytes, fallback);
                AddNumber(field.Id, bytes, isDefault);
            }
        }
    }

    private static bool IsEqual(byte[] bytes, ScalarValue value)
    {
        ulong bits = BitConverter.ToUInt64([.. bytes, .. new byte[8 - bytes.Length]]);
        return value.IsReal ? value.Type.ToReal(bits) == value.Real : bits == value.WireBits;
    }

    // The builder writes a number only if it differs from the given default, so the default is the number itself or its complement.
    private void AddNumber(int id, byte[] bytes, bool isDefault)
    {
        switch (bytes.Length)
        {
            case 1:
                _builder.AddByte(id, bytes[0], isDefault ? bytes[0] : (byte)~bytes[0]);
                break;
            case 2:
                ushort two = BitConverter.ToUInt16(bytes);
                _builder.AddUshort(id, two, isDefault ? two : (ushort)~two);
                break;
            case 4:
                uint four = BitConverter.ToUInt32(bytes);
                _builder.AddUint(id, four, isDefault ? four : ~four);
                break;
            default:
                ulong eight = BitConverter.ToUInt64(bytes);
                _builder.AddUlong(id, eight, isDefault ? eight : ~eight);
                break;
        }
    }

    private void Child(TableField field, object content, Dictionary<int, int> offsets)
    {
        TypeReference type = field.Type;
        switch (type.Kind)
        {
            case TypeKind.Union when Convert.ToUInt64(TypeOf(content), null) == 0:
                break;
            case TypeKind.Vector when type.Element!.Kind == TypeKind.Union:
                object[] values = [.. ((IEnumerable)content).Cast<object>()];
                int typeSize = ScalarType.Of(_index.Union(type.Element.Definition!).Underlying).Size;
                offsets[field.UnionTypeId] = Vector([.. values.Select(value => BytesOf(TypeOf(value)))], typeSize, typeSize);
                offsets[field.Id] = Offsets([.. values.Select(value => Offset(type.Element, value))]);
                break;
            case TypeKind.Vector when type.Element!.IsOffset:
                offsets[field.Id] = Offsets([.. ((IEnumerable)content).Cast<object>().Select(element => Offset(type.Element, element))]);
                break;
            case TypeKind.Vector:
                offsets[field.Id] = Vector(
                    [.. ((IEnumerable)content).Cast<object>().Select(BytesOf)], Math.Max(type.Element!.InlineAlignment, field.ForceAlign), type.Element.InlineSize);
                break;
            default:
                offsets[field.Id] = Offset(type, content);
                break;
        }
    }

    private int Offset(TypeReference type, object content)
    {
        switch (type.Kind)
        {
            case TypeKind.String:
                return random.Next(2) == 0 ? _builder.CreateSharedString((string)content).Value : _builder.CreateString((string)content).Value;
            case TypeKind.Table:
                return Table(content, _index.Table(type.Definition!));
            case TypeKind.Struct:
                Put(BytesOf(content), type.InlineAlignment);
                return _builder.Offset;
            default:
                ulong member = Convert.ToUInt64(TypeOf(content), null);
                return Offset(
                    _index.Union(type.Definition!).Members.First(candidate => (ulong)candidate.Id.Whole == member).Type,
                    content.GetType().GetProperty("Value")!.GetValue(content)!);
        }
    }

    private int Offsets(int[] offsets)
    {
        _builder.StartVector(4, offsets.Length, 4);
        for (int i = offsets.Length - 1; i >= 0; i--)
        {
            _builder.AddOffset(offsets[i]);
        }

        return _builder.EndVector().Value;
    }

    private int Vector(byte[][] elements, int alignment, int size = 1)
    {
        _builder.StartVector(size, elements.Length, alignment);
        foreach (byte[] element in elements.Reverse())
        {
            Put(element, 1);
        }

        return _builder.EndVector().Value;
    }

    private void Put(byte[] bytes, int alignment)
    {
        _builder.Prep(alignment, bytes.Length);
        for (int i = bytes.Length - 1; i >= 0; i--)
        {
            _builder.PutByte(bytes[i]);
        }
    }

    private static object TypeOf(object union) => union.GetType().GetProperty("Type")!.GetValue(union)!;

    private static byte[] BytesOf(object value) => (byte[])BytesMethod.MakeGenericMethod(value.GetType()).Invoke(null, [value])!;

    private static byte[] RawBytes<T>(T value)
        where T : struct => MemoryMarshal.AsBytes(new ReadOnlySpan<T>(in value)).ToArray();
}
