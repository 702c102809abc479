using Codec.Schema.Diagnostics;

namespace Codec.Interpreter;

/// <summary>
/// Writes payloads from JSON by their schema. Accepts the same JSON as <c>FromJson</c> of generated code, and writes the same bytes as the
/// generated writer. Not thread-safe.
/// </summary>
/// <param name="skipUnknown">Whether fields that the schema does not have are skipped.</param>
internal sealed partial class PayloadJsonReader(bool skipUnknown = false)
{
    // The number of JSON characters that an error message shows.
    private const int MaxShown = 32;

    // Tables nest to a depth of 64, most of them inside an array. The schema limits the depth of structs.
    internal const int MaxDepth = 1024;

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = MaxDepth };

    private static readonly UTF8Encoding StrictUtf8 = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private static ReadOnlySpan<byte> ByteOrderMark => [0xEF, 0xBB, 0xBF];

    // The path: names of fields, and indexes of elements. The name of an element is null.
    private readonly List<(string? Name, int Index)> _path = [];
    private PayloadBuilder _builder = new();
    private ReadOnlyMemory<byte> _text;
    private int _depth;

    /// <summary>Writes a payload. Returns the payload, valid until the next call.</summary>
    public ReadOnlySpan<byte> Read(ReadOnlyMemory<byte> json, PayloadMessage message)
    {
        ReadOnlyMemory<byte> text = json.Span.StartsWith(ByteOrderMark) ? json[ByteOrderMark.Length..] : json;
        using JsonDocument document = JsonDocument.Parse(text, Options);
        return Read(document.RootElement, message, text);
    }

    /// <summary>Writes a payload. Returns the payload, valid until the next call.</summary>
    public ReadOnlySpan<byte> Read(JsonElement json, PayloadMessage message, ReadOnlyMemory<byte> text = default)
    {
        _text = text;
        _path.Clear();
        _builder.Length = 0;
        _builder.VTables.Clear();
        _depth = 0;
        if (message.Struct is { } record)
        {
            _builder.Add(record.Size);
            Struct(record, 0, json);
        }
        else
        {
            Root(message.Table!, json);
        }

        if (message.Packet?.MaxSize is { } limit && _builder.Length > limit)
        {
            Fail($"The payload has {_builder.Length} bytes, and packet_max_size allows {limit}.");
        }

        return _builder.Written;
    }

    /// <summary>Returns a JSON text as UTF-8. Throws <see cref="JsonException"/> if the text is not valid UTF-16.</summary>
    public static byte[] Encode(string json)
    {
        try
        {
            return StrictUtf8.GetBytes(json);
        }
        catch (EncoderFallbackException)
        {
            Throw.InvalidJson("The text is not valid UTF-16: half of a surrogate pair is missing.", "$");
            throw;
        }
    }

    private static bool IsMissing(JsonElement value) => value.ValueKind is JsonValueKind.Undefined or JsonValueKind.Null;

    // Returns whether the current table does not have the field.
    private static bool IsAbsent(PayloadField field, JsonElement value) =>
        IsMissing(value) && field.DefaultText is null && !field.Definition.DefaultIsEmptyVector;

    private void Root(PayloadTable table, JsonElement json)
    {
        JsonElement[] values = ReadFields(table, json);
        _builder.Add(table.Layout.RootTable + table.Layout.PaddedSize);
        table.Root.CopyTo(_builder.At(0));
        ClearMissingEntries(table, values, table.Layout.RootVTable);
        Fields(table, values, table.Layout.RootTable);
        _depth--;
    }

    private void Table(PayloadTable table, int slot, JsonElement json)
    {
        JsonElement[] values = ReadFields(table, json);
        int vtable = _builder.Add(table.VTable.Length);
        table.VTable.CopyTo(_builder.At(vtable));
        if (ClearMissingEntries(table, values, vtable))
        {
            vtable = Share(table, vtable);
        }

        _builder.Align(table.Layout.Alignment, 4);
        int place = _builder.Add(table.Layout.PaddedSize);
        _builder.StoreUInt32(place, (uint)(place - vtable));
        _builder.Link(slot, place);
        Fields(table, values, place);
        _depth--;
    }

    // If an earlier vtable equals the last one, removes that one. Returns the position of the vtable that remains.
    private int Share(PayloadTable table, int vtable)
    {
        List<(PayloadTable Table, int Place)> all = _builder.VTables;
        int found = all.FindIndex(entry =>
            entry.Table == table && _builder.At(vtable).SequenceEqual(_builder.At(entry.Place)[..table.VTable.Length]));
        if (found >= 0)
        {
            _builder.Length = vtable;
            return all[found].Place;
        }

        if (all.Count == GeneratedVTables.Capacity)
        {
            all.RemoveAt(GeneratedVTables.Kept);
        }

        all.Add((table, vtable));
        return vtable;
    }

    // Clears the entries of missing fields in a vtable. Returns whether the generated writer may share the vtable.
    private bool ClearMissingEntries(PayloadTable table, JsonElement[] values, int vtable)
    {
        bool canShare = true;
        for (int i = 0; i < table.Fields.Length; i++)
        {
            if (table.Fields[i].Layout is { IsTracked: true } layout && IsAbsent(table.Fields[i], values[i]))
            {
                canShare &= layout.ShapeBit < FieldLayout.UntrackedBit;
                _builder.At(vtable + layout.Place.Entry)[..sizeof(ushort)].Clear();
                if (layout.TypePlace is { } typePlace)
                {
                    _builder.At(vtable + typePlace.Entry)[..sizeof(ushort)].Clear();
                }
            }
        }

        return canShare;
    }

    // Returns the values of the fields, followed by those of the unions' types.
    private JsonElement[] ReadFields(PayloadTable table, JsonElement json)
    {
        if (++_depth > GeneratedBudget.MaxDepth)
        {
            Fail($"Tables are nested deeper than {GeneratedBudget.MaxDepth}.");
        }

        return ReadFields(table.FullName, table.Names, 2 * table.Fields.Length, json);
    }

    private JsonElement[] ReadFields(string type, Dictionary<string, int> names, int count, JsonElement json)
    {
        Expect(json, JsonValueKind.Object, "an object");
        JsonElement[] values = new JsonElement[count];
        foreach (JsonProperty property in json.EnumerateObject())
        {
            string name = NameOf(property);
            if (names.TryGetValue(name, out int index))
            {
                if (values[index].ValueKind != JsonValueKind.Undefined)
                {
                    Fail($"The field {name} is given twice.", name, 2);
                }

                values[index] = property.Value;
            }
            else if (!skipUnknown)
            {
                Fail($"The type {type} has no field '{Shorten(name)}'{MessageText.DidYouMean(name, names.Keys)}", name, 1);
            }
        }

        return values;
    }

    private void Fields(PayloadTable table, JsonElement[] values, int place)
    {
        // The inline fields come first. If one is invalid, the rest is not read.
        for (int i = 0; i < table.Fields.Length; i++)
        {
            PayloadField field = table.Fields[i];
            if (field.Layout is { } layout)
            {
                if (field.IsRequired)
                {
                    RequireValue(field.Name, values[i]);
                }

                Push(field.Name);
                Inline(field, values[i], place + layout.Place.Offset);
                Pop();
            }
        }

        for (int i = 0; i < table.Fields.Length; i++)
        {
            PayloadField field = table.Fields[i];
            if (field.Layout is { } layout && field.Definition.Type.IsOffset)
            {
                Push(field.Name);
                int typeSlot = layout.TypePlace is { } typePlace ? place + typePlace.Offset : 0;
                Child(field, values[i], values[table.Fields.Length + i], place + layout.Place.Offset, typeSlot);
                Pop();
            }
        }
    }

    private void Inline(PayloadField field, JsonElement value, int place)
    {
        bool isNumber = field.Type.Kind is TypeKind.Scalar or TypeKind.Enum;
        if (isNumber && (value.ValueKind == JsonValueKind.Undefined || (field.IsOptional && IsMissing(value))))
        {
            PayloadNumbers.Store(_builder.At(place), field.Type.Scalar, field.Default);
        }
        else if (isNumber || (field.Type.Kind == TypeKind.Struct && (field.IsRequired || !IsMissing(value))))
        {
            Value(field.Type, place, value, field.Definition.Hash);
        }
    }

    // Writes a value that is inline, or an offset with a string or a table.
    private void Value(PayloadType type, int place, JsonElement value, string? hash = null)
    {
        switch (type.Kind)
        {
            case TypeKind.String:
                Text(place, Utf8(value));
                break;
            case TypeKind.Table:
                Table(type.Table!, place, value);
                break;
            case TypeKind.Struct:
                Struct(type.Struct!, place, value);
                break;
            case TypeKind.Array:
                Expect(value, JsonValueKind.Array, "an array");
                if (value.GetArrayLength() != type.Length)
                {
                    Fail($"The array has {value.GetArrayLength()} elements instead of {type.Length}.", null, JsonPlace.End);
                }

                Elements(type.Element!, place, value, hash);
                break;
            default:
                Number(type, place, value, hash);
                break;
        }
    }

    private void Elements(PayloadType element, int place, JsonElement array, string? hash)
    {
        int index = 0;
        foreach (JsonElement item in array.EnumerateArray())
        {
            Push(index);
            Value(element, place + (index++ * element.Size), item, hash);
            Pop();
        }
    }

    private void Child(PayloadField field, JsonElement value, JsonElement type, int slot, int typeSlot)
    {
        if (field.Type.Kind == TypeKind.Union)
        {
            Union(field, value, type, slot, typeSlot);
        }
        else if (field.HasUnionType)
        {
            Unions(field, value, type, slot, typeSlot);
        }
        else if (!IsMissing(value) || field.IsRequired)
        {
            Child(field, value, slot);
        }
        else if (field.DefaultText is { } text)
        {
            Text(slot, text);
        }
        else if (field.Definition.DefaultIsEmptyVector)
        {
            AddVector(slot, 0, field.Type.Element!.Size, field.VectorAlignment);
        }
    }

    private void Child(PayloadField field, JsonElement value, int slot)
    {
        switch (field.Type.Kind)
        {
            case TypeKind.Vector when field.Nested is { } nested && value.ValueKind != JsonValueKind.Array:
                Nested(nested, slot, value, field.VectorAlignment);
                break;
            case TypeKind.Vector:
                Expect(value, JsonValueKind.Array, "an array");
                int place = AddVector(slot, value.GetArrayLength(), field.Type.Element!.Size, field.VectorAlignment);
                Elements(field.Type.Element, place, value, field.Definition.Hash);
                break;
            default:
                Value(field.Type, slot, value);
                break;
        }
    }

    private void Nested(PayloadTable table, int slot, JsonElement value, int alignment)
    {
        PayloadBuilder outer = _builder;
        _builder = new PayloadBuilder();
        Root(table, value);
        (PayloadBuilder inner, _builder) = (_builder, outer);
        int place = AddVector(slot, inner.Length, 1, alignment);
        inner.Written.CopyTo(_builder.At(place));
    }

    private void Struct(PayloadStruct type, int place, JsonElement json)
    {
        JsonElement[] values = ReadFields(type.FullName, type.Names, type.Fields.Length, json);
        for (int i = 0; i < values.Length; i++)
        {
            PayloadStructField field = type.Fields[i];
            RequireValue(field.Name, values[i]);
            Push(field.Name);
            Value(field.Type, place + field.Offset, values[i], field.Definition.Hash);
            Pop();
        }
    }

    private void RequireValue(string name, JsonElement value)
    {
        if (value.ValueKind == JsonValueKind.Undefined)
        {
            Fail($"The field {name} is required and has no value.", null, JsonPlace.End);
        }
    }

    // Adds the length of a vector, and zeros for its elements. Returns the index of the first element.
    private int AddVector(int slot, int count, int elementSize, int alignment)
    {
        _builder.Align(Math.Max(4, alignment), 4);
        int length = _builder.Add(4);
        int place = _builder.Add((long)count * elementSize);
        _builder.Align(4);
        _builder.StoreUInt32(length, (uint)count);
        _builder.Link(slot, length);
        return place;
    }

    private void Text(int slot, ReadOnlySpan<byte> utf8)
    {
        int place = _builder.Add((4L + utf8.Length + 4) & ~3L);
        _builder.StoreUInt32(place, (uint)utf8.Length);
        utf8.CopyTo(_builder.At(place + 4));
        _builder.Link(slot, place);
    }
}
