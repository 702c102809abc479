namespace Codec.Tests.Wireshark;

/// <summary>
/// Compares a tree of Wireshark's fields with a payload's JSON, field by field in the order of the schema. The tree must not contain other fields.
/// </summary>
internal sealed class DissectedValue(SchemaModel model, string protocol)
{
    private readonly SchemaIndex _index = new(model);
    private readonly Dictionary<string, TableDefinition> _tables = model.Tables.ToDictionary(table => table.FullName);

    public string FilterOf(string type) => (type.Contains('.', StringComparison.Ordinal) ? type : protocol + "." + type).ToLowerInvariant();

    /// <summary>Compares the children of an item with a table's JSON.</summary>
    public void CheckTable(string type, XElement item, JsonElement json)
    {
        Queue<XElement> fields = new(item.Elements().Where(element => (string?)element.Attribute("name") != "_ws.expert"));
        foreach (TableField field in _tables[type].Fields.Where(field => !field.IsDeprecated))
        {
            string filter = FilterOf(type) + "." + field.Name.ToLowerInvariant();
            bool hasValue = json.TryGetProperty(field.Name, out JsonElement value);
            if (field.Type.Kind == TypeKind.Union)
            {
                CheckUnion(field, filter, fields, json);
            }
            else if (!hasValue)
            {
                CheckMissing(field, filter, fields);
            }
            else if (field.Type is { Kind: TypeKind.Vector, Element.Kind: TypeKind.Union })
            {
                Queue<XElement> elements = Vector(filter, fields, value.GetArrayLength());
                JsonElement types = json.GetProperty(field.Name + "_type");
                for (int i = 0; i < value.GetArrayLength(); i++)
                {
                    CheckUnionValue(field.Type.Element, filter, elements, types[i].GetString()!, value[i]);
                }

                Assert.That(elements, Is.Empty, filter);
            }
            else
            {
                Check(field.Type, filter, fields, value, field);
            }
        }

        Assert.That(fields.Select(field => field.ToString()), Is.Empty, $"more than the JSON has, in {type}");
    }

    private static XElement Next(Queue<XElement> fields, string filter)
    {
        Assert.That(fields.TryDequeue(out XElement? next) ? (string?)next.Attribute("name") : "nothing", Is.EqualTo(filter));
        return next!;
    }

    private static string Text(XElement item, string attribute) => (string?)item.Attribute(attribute) ?? "";

    private static bool IsNext(Queue<XElement> fields, string filter) => fields.TryPeek(out XElement? next) && Text(next, "name") == filter;

    private static byte[] Bytes(XElement item) => Convert.FromHexString(Text(item, "value"));

    private static Queue<XElement> Vector(string filter, Queue<XElement> fields, int count)
    {
        XElement vector = Next(fields, filter + ".count");
        Assert.That(Text(vector, "show"), Is.EqualTo(count.ToString(CultureInfo.InvariantCulture)), filter);
        return new(vector.Elements());
    }

    private static void CheckMissing(TableField field, string filter, Queue<XElement> fields)
    {
        if (field.DefaultText is { } text)
        {
            Assert.That(Text(Next(fields, filter), "show"), Is.EqualTo(text));
        }
        else if (field.Default is { } value)
        {
            // A default value can be present in the payload. The size is 0 if it is not.
            XElement item = Next(fields, filter);
            if (Text(item, "size") == "0")
            {
                Assert.That(Number(Text(item, "show")), Is.EqualTo(value.IsReal ? value.Real : value.Kind == ScalarKind.ULong ? value.Bits : value.Whole), filter);
            }
            else
            {
                Assert.That(Decode(value.Kind, item), Is.EqualTo(value), filter);
            }
        }
        else if (field.DefaultIsEmptyVector && IsNext(fields, filter + ".count"))
        {
            Vector(filter, fields, 0);
        }
        else if (field.Type.Kind == TypeKind.Vector && IsNext(fields, filter + ".count"))
        {
            Vector(filter, fields, 0);
        }
        else
        {
            Assert.That(IsNext(fields, filter), Is.False, filter);
        }
    }

    private static double Number(string shown) => shown switch
    {
        "True" => 1,
        "False" => 0,
        "inf" => double.PositiveInfinity,
        "-inf" => double.NegativeInfinity,
        "nan" or "-nan" => double.NaN,
        _ when shown.StartsWith("0x", StringComparison.Ordinal) => ulong.Parse(shown.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture),
        _ => double.Parse(shown, CultureInfo.InvariantCulture),
    };

    private static ScalarValue Decode(ScalarKind kind, XElement item)
    {
        byte[] bytes = kind == ScalarKind.Bool ? [(byte)Number(Text(item, "show"))] : Bytes(item);
        Assert.That(bytes, Has.Length.EqualTo(ScalarType.Of(kind).Size), item.ToString());
        ScalarType type = ScalarType.Of(kind);
        ulong bits = BitConverter.ToUInt64([.. bytes, .. new byte[8 - bytes.Length]]);
        int unused = type.IsSigned ? 64 - (8 * bytes.Length) : 0;
        return type.IsReal ? ScalarValue.OfReal(kind, type.ToReal(bits)) : ScalarValue.OfWhole(kind, (long)(bits << unused) >> unused);
    }

    private static ScalarValue Parse(ScalarKind kind, JsonElement json) => kind switch
    {
        ScalarKind.Bool => ScalarValue.OfWhole(kind, json.GetBoolean() ? 1 : 0),
        ScalarKind.ULong => ScalarValue.OfWhole(kind, unchecked((long)json.GetUInt64())),
        _ when ScalarType.Of(kind).IsReal => ScalarValue.OfReal(kind, json.ValueKind == JsonValueKind.String ? Number(json.GetString()!) : json.GetDouble()),
        _ => ScalarValue.OfWhole(kind, json.GetInt64()),
    };

    private void CheckUnion(TableField field, string filter, Queue<XElement> fields, JsonElement json)
    {
        if (json.TryGetProperty(field.Name + "_type", out JsonElement type) && type.GetString() != "NONE")
        {
            CheckUnionValue(field.Type, filter, fields, type.GetString()!, json.GetProperty(field.Name));
        }
        else if (IsNext(fields, filter + "_type"))
        {
            Assert.That(Number(Text(Next(fields, filter + "_type"), "show")), Is.Zero);
        }
    }

    private void CheckUnionValue(TypeReference union, string filter, Queue<XElement> fields, string member, JsonElement json)
    {
        XElement type = Next(fields, filter + "_type");
        UnionDefinition definition = _index.Union(union.Definition!);
        if (member == "NONE")
        {
            Assert.That(Number(Text(type, "show")), Is.Zero);
            return;
        }

        UnionMember chosen = definition.Members.Single(candidate => candidate.Name == member);
        Assert.That(Decode(definition.Underlying, type), Is.EqualTo(chosen.Id));
        if (chosen.Type.Kind == TypeKind.String)
        {
            CheckString(Next(fields, filter + ".string"), json);
            return;
        }

        XElement item = Next(fields, filter);
        Assert.That(Text(item, "showname"), Does.EndWith($" ({member})"));
        CheckRecord(chosen.Type, item, json);
    }

    private void CheckRecord(TypeReference type, XElement item, JsonElement json)
    {
        if (type.Kind == TypeKind.Table)
        {
            CheckTable(type.Definition!, item, json);
            return;
        }

        Queue<XElement> fields = new(item.Elements());
        StructDefinition definition = _index.Struct(type.Definition!);
        foreach (StructField field in definition.Fields)
        {
            Check(field.Type, FilterOf(definition.FullName) + "." + field.Name.ToLowerInvariant(), fields, json.GetProperty(field.Name), null);
        }

        Assert.That(fields, Is.Empty, definition.FullName);
    }

    private static void CheckString(XElement item, JsonElement json)
    {
        string text = json.GetString()!;
        Assert.That(Encoding.UTF8.GetString(Bytes(item)), Is.EqualTo(text));
        if (text.All(c => c is >= ' ' and not ('\\' or '"') && !char.IsSurrogate(c)))
        {
            Assert.That(Text(item, "show"), Is.EqualTo(text));
        }
    }

    private void Check(TypeReference type, string filter, Queue<XElement> fields, JsonElement json, TableField? field)
    {
        switch (type.Kind)
        {
            case TypeKind.Vector when type.Element is { Kind: TypeKind.Scalar, Scalar: ScalarKind.UByte }:
                CheckBytes(Next(fields, filter), json, field!);
                break;
            case TypeKind.Vector:
                Queue<XElement> elements = Vector(filter, fields, json.GetArrayLength());
                CheckAll(type.Element!, filter, elements, json);
                Assert.That(elements, Is.Empty, filter);
                break;
            case TypeKind.Array:
                CheckAll(type.Element!, filter, fields, json);
                break;
            case TypeKind.String:
                CheckString(Next(fields, filter), json);
                break;
            case TypeKind.Struct or TypeKind.Table:
                CheckRecord(type, Next(fields, filter), json);
                break;
            case TypeKind.Enum:
                CheckEnum(_index.Enum(type.Definition!), Next(fields, filter), json);
                break;
            default:
                XElement item = Next(fields, filter);
                ScalarValue expected = Parse(type.Scalar, json);
                Assert.That(Text(item, "size") == "0" ? expected : Decode(type.Scalar, item), Is.EqualTo(expected), filter);
                if (!expected.IsReal && type.Scalar != ScalarKind.Bool)
                {
                    Assert.That(Text(item, "show"), Is.EqualTo(expected.ToString()), filter);
                }

                break;
        }
    }

    private void CheckAll(TypeReference element, string filter, Queue<XElement> fields, JsonElement json)
    {
        foreach (JsonElement value in json.EnumerateArray())
        {
            Check(element, filter, fields, value, null);
        }
    }

    private void CheckBytes(XElement item, JsonElement json, TableField field)
    {
        if (field.NestedFlatBuffer is { } nested)
        {
            CheckTable(nested, item, json);
        }
        else
        {
            Assert.That(Bytes(item), Is.EqualTo(json.EnumerateArray().Select(value => value.GetByte())));
        }
    }

    private static void CheckEnum(EnumDefinition definition, XElement item, JsonElement json)
    {
        ScalarValue actual = Text(item, "size") == "0"
            ? ScalarValue.OfWhole(definition.Underlying, (long)Number(Text(item, "show")))
            : Decode(definition.Underlying, item);
        if (json.ValueKind != JsonValueKind.String)
        {
            Assert.That(actual, Is.EqualTo(Parse(definition.Underlying, json)), definition.FullName);
            return;
        }

        string[] names = json.GetString()!.Split(' ', StringSplitOptions.RemoveEmptyEntries);
        EnumValue[] values = [.. definition.Values.Where(value => names.Contains(value.Name))];
        Assert.That(values, Has.Length.EqualTo(names.Length));
        Assert.That(actual.Bits, Is.EqualTo(values.Aggregate(0UL, (bits, value) => bits | value.Value.Bits)), definition.FullName);
        if (Text(item, "size") != "0")
        {
            Assert.That(Text(item, "showname"), Does.Contain(definition.IsBitFlags ? $"({string.Join(' ', values.Select(value => value.Name))})" : names[0]));
        }
    }
}
