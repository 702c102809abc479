using System.IO;
using static System.FormattableString;

namespace Codec.Interpreter;

/// <summary>Converts a binary schema, a FlatBuffer of reflection.fbs, to the text of a schema, which the compiler checks like any other text.</summary>
internal sealed class BinarySchemaText
{
    // The compiler limits the depth of structs to 64.
    private const int MaxStructDepth = 64;

    // The parts of reflection.fbs that payloads depend on.
    private const string Reflection = """
        namespace reflection;
        enum BaseType:ubyte { None, UType, Bool, Byte, UByte, Short, UShort, Int, UInt, Long, ULong, Float, Double, String, Vector, Obj, Union, Array, Vector64 }
        table Type { base_type:BaseType; element:BaseType; index:int = -1; fixed_length:ushort; }
        table KeyValue { key:string (required); value:string; }
        table EnumVal { name:string (required); value:long; object:Name (deprecated); union_type:Type; documentation:[string] (deprecated); attributes:[KeyValue] (deprecated); }
        table Enum { name:string (required); values:[EnumVal] (required); is_union:bool; underlying_type:Type (required); attributes:[KeyValue]; }
        table Field {
          name:string (required); type:Type (required); id:ushort; offset:ushort; default_integer:long; default_real:double; deprecated:bool; required:bool;
          key:bool; attributes:[KeyValue]; documentation:[string] (deprecated); optional:bool; padding:ushort; offset64:bool;
        }
        table Object { name:string (required); fields:[Field] (required); is_struct:bool; minalign:int; bytesize:int; attributes:[KeyValue]; }
        table Name { name:string (required); }
        table Schema { objects:[Object] (required); enums:[Enum] (required); file_ident:string; file_ext:string; root_table:Name; }
        root_type Schema;
        file_identifier "BFBS";
        """;

    // Attributes with numbers, with texts and without values, which change payloads or limits.
    private static readonly string[] NumberAttributes = ["packet_id", "packet_max_size", "packet_max_depth", "packet_max_tables", "packet_delta", "force_align"];
    private static readonly string[] TextAttributes =
        ["packet_direction", "nested_flatbuffer", "hash", "range", "step", "bits", "out_of_range", "unit_vector", "quaternion"];
    private static readonly string[] PlainAttributes = ["packet_packed", "packet_delta", "bit_flags"];

    private static readonly Lazy<PayloadMessage> Root = new(() => PayloadSchema.Parse(Reflection)["reflection.Schema"]);

    private readonly StringBuilder _text = new("include \"packets.fbs\";\n");
    private readonly JsonElement[] _objects;
    private readonly JsonElement[] _enums;
    private readonly HashSet<string> _names;
    private readonly HashSet<string> _structs = new(StringComparer.Ordinal);

    private BinarySchemaText(JsonElement schema)
    {
        _objects = Items(schema, "objects");
        _enums = Items(schema, "enums");
        _names = new HashSet<string>(_objects.Concat(_enums).Select(Name), StringComparer.Ordinal);
        foreach (JsonElement definition in _enums.Where(item => !Is(item, "is_union")))
        {
            Enum(definition);
        }

        foreach (JsonElement definition in _objects.Where(item => Is(item, "is_struct")))
        {
            Struct(definition, 0);
        }

        foreach (JsonElement definition in _enums.Where(item => Is(item, "is_union")))
        {
            Union(definition);
        }

        // The compiler resolves an earlier use of a name without a namespace with the next declaration of that name.
        foreach (JsonElement definition in _objects.Where(item => !Is(item, "is_struct")).OrderBy(item => Name(item).Contains('.')))
        {
            Record(definition, "table", Items(definition, "fields"));
        }

        if (schema.TryGetProperty("root_table", out JsonElement root))
        {
            Namespace("");
            Line($"root_type {Name(root)};");
            Line(Text(schema, "file_ident") is { Length: > 0 } identifier ? $"file_identifier {Quote(identifier)};" : "");
        }
    }

    public static bool IsBinary(ReadOnlySpan<byte> bytes) => bytes.Length >= 8 && bytes.Slice(4, 4).SequenceEqual("BFBS"u8);

    public static string Of(ReadOnlySpan<byte> binary)
    {
        using MemoryStream json = new();
        using (Utf8JsonWriter writer = new(json, PayloadJsonWriter.Options))
        {
            if (!Root.Value.TryWriteJson(binary, writer, out PayloadProblem? problem))
            {
                Throw.SchemaInvalid($"The bytes are not a binary schema: {problem}.");
            }
        }

        using JsonDocument document = JsonDocument.Parse(json.GetBuffer().AsMemory(0, (int)json.Length));
        return new BinarySchemaText(document.RootElement)._text.ToString();
    }

    private static JsonElement[] Items(JsonElement parent, string name) => parent.TryGetProperty(name, out JsonElement items) ? [.. items.EnumerateArray()] : [];

    // A value of an enum that has no name is a number.
    private static string Text(JsonElement parent, string name) => !parent.TryGetProperty(name, out JsonElement value) ? ""
        : value.ValueKind == JsonValueKind.String ? value.GetString()! : value.GetRawText();

    private static long Number(JsonElement parent, string name) => parent.TryGetProperty(name, out JsonElement value) ? value.GetInt64() : 0;

    private static bool Is(JsonElement parent, string name) => parent.TryGetProperty(name, out JsonElement value) && value.GetBoolean();

    // A name must not end its declaration and start another one.
    private static string Name(JsonElement definition)
    {
        string name = Text(definition, "name");
        if (name.Length == 0 || !name.All(letter => letter is '_' or '.' or (>= '0' and <= '9') or (>= 'a' and <= 'z') or (>= 'A' and <= 'Z')))
        {
            Throw.SchemaInvalid($"The binary schema has the name {Quote(name)}; expected ASCII letters, digits and '_'.");
        }

        return name;
    }

    private static string Quote(string text) => $"\"{JsonEncodedText.Encode(text)}\"";

    private static JsonElement At(JsonElement[] items, JsonElement type)
    {
        long index = type.TryGetProperty("index", out JsonElement value) ? value.GetInt64() : -1;
        if (index < 0 || index >= items.Length)
        {
            Throw.SchemaInvalid(Invariant($"The binary schema refers to the type {index} of {items.Length}."));
        }

        return items[index];
    }

    private static bool IsUnionType(JsonElement type) => Text(type, "base_type") == "UType" || Text(type, "element") == "UType";

    // A struct comes after those that it contains.
    private void Struct(JsonElement definition, int depth)
    {
        if (depth <= MaxStructDepth && _structs.Add(Name(definition)))
        {
            JsonElement[] fields = [.. Items(definition, "fields").OrderBy(field => Number(field, "offset"))];
            foreach (JsonElement type in fields.Select(field => field.GetProperty("type")).Where(type => Text(type, "base_type") == "Obj" || Text(type, "element") == "Obj"))
            {
                Struct(At(_objects, type), depth + 1);
            }

            Record(definition, "struct", fields);
        }
    }

    // Returns the simple name.
    private string Namespace(string fullName)
    {
        int dot = fullName.LastIndexOf('.');
        Line($"namespace {(dot < 0 ? "" : fullName[..dot])};");
        return fullName[(dot + 1)..];
    }

    private void Line(string text) => _text.Append(text).Append('\n');

    private void Enum(JsonElement definition)
    {
        JsonElement type = definition.GetProperty("underlying_type");
        bool isFlags = IsFlags(definition);
        Line($"enum {Namespace(Name(definition))}:{Scalar(Text(type, "base_type"))}{Attributes(definition)} {{");
        foreach (JsonElement item in Items(definition, "values"))
        {
            long value = Number(item, "value");
            Line($"  {Name(item)} = {(isFlags ? Bit(value) : Whole(value, Text(type, "base_type")))},");
        }

        Line("}");
    }

    private static string Bit(long value) =>
        Enumerable.Range(0, 64).First(bit => bit == 63 || (value >> bit & 1) != 0).ToString(CultureInfo.InvariantCulture);

    private static string Whole(long value, string type) => type switch
    {
        "ULong" => unchecked((ulong)value).ToString(CultureInfo.InvariantCulture),
        "Bool" => value == 0 ? "false" : "true",
        _ => value.ToString(CultureInfo.InvariantCulture),
    };

    private static string Scalar(string type) => type.ToLowerInvariant();

    private void Union(JsonElement definition)
    {
        string type = Text(definition.GetProperty("underlying_type"), "base_type");
        string name = Name(definition);
        Line($"union {Namespace(name)}{(type == "UType" ? "" : ":" + Scalar(type))} {{");
        foreach (JsonElement item in Items(definition, "values").Where(item => Number(item, "value") != 0))
        {
            string member = item.TryGetProperty("union_type", out JsonElement value) ? TypeText(value, name) : "";
            Line($"  {Name(item)}:{member} = {Whole(Number(item, "value"), type)},");
        }

        Line("}");
    }

    private void Record(JsonElement definition, string keyword, IEnumerable<JsonElement> fields)
    {
        bool isStruct = keyword == "struct";
        string name = Name(definition);
        string alignment = isStruct ? Invariant($"force_align: {Number(definition, "minalign")}") : "";
        Line($"{keyword} {Namespace(name)}{Attributes(definition, alignment)} {{");
        foreach (JsonElement field in fields)
        {
            JsonElement type = field.GetProperty("type");
            if (!IsUnionType(type))
            {
                string[] own =
                [
                    isStruct ? "" : Invariant($"id: {Number(field, "id")}"), Is(field, "deprecated") ? "deprecated" : "",
                    Is(field, "required") ? "required" : "", Is(field, "offset64") ? "offset64" : "",
                ];
                Line($"  {Name(field)}:{TypeText(type, name)}{(isStruct ? "" : Default(field, Text(type, "base_type")))}{Attributes(field, own)};");
            }
        }

        Line("}");
    }

    // Defaults of strings and vectors are not in a binary schema. Integers above long.MaxValue are 0 there: such an enum has no known default.
    private string Default(JsonElement field, string type) => type switch
    {
        "String" or "Vector" or "Vector64" or "Obj" or "Union" => "",
        _ when Is(field, "optional") || !IsDefault(field.GetProperty("type"), Number(field, "default_integer")) => " = null",
        "Float" or "Double" => " = " + (!field.TryGetProperty("default_real", out JsonElement real) ? "0" : real.ValueKind == JsonValueKind.String ? real.GetString() : real.GetRawText()),
        _ => " = " + Whole(Number(field, "default_integer"), type),
    };

    private bool IsDefault(JsonElement type, long value) =>
        !type.TryGetProperty("index", out _) || At(_enums, type) is var owner && (IsFlags(owner) || Items(owner, "values").Any(item => Number(item, "value") == value));

    private static bool IsFlags(JsonElement definition) => Items(definition, "attributes").Any(attribute => Text(attribute, "key") == "bit_flags");

    private static string Attributes(JsonElement definition, params string[] own)
    {
        string[] all = [.. own.Where(text => text.Length > 0), .. Items(definition, "attributes").Select(Attribute).Where(text => text.Length > 0)];
        return all.Length == 0 ? "" : $" ({string.Join(", ", all.Distinct())})";
    }

    private static string Attribute(JsonElement attribute)
    {
        string key = Text(attribute, "key");
        string value = Text(attribute, "value");
        return NumberAttributes.Contains(key) && long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out long number)
            && (number > 0 || !PlainAttributes.Contains(key))
            ? Invariant($"{key}: {number}")
            : TextAttributes.Contains(key) ? $"{key}: {Quote(value)}" : PlainAttributes.Contains(key) ? key : "";
    }

    private string TypeText(JsonElement type, string user) => Text(type, "base_type") switch
    {
        "Vector" or "Vector64" => $"[{One(type, Text(type, "element"), user)}]",
        "Array" => Invariant($"[{One(type, Text(type, "element"), user)}:{Number(type, "fixed_length")}]"),
        string kind => One(type, kind, user),
    };

    private string One(JsonElement type, string kind, string user) => kind switch
    {
        "Obj" => Reference(Name(At(_objects, type)), user),
        "Union" => Reference(Name(At(_enums, type)), user),
        _ when type.TryGetProperty("index", out _) => Reference(Name(At(_enums, type)), user),
        _ => Scalar(kind),
    };

    // A name refers to the type in the innermost namespace that has it.
    private string Reference(string name, string user)
    {
        for (int dot = user.LastIndexOf('.'); dot > 0; dot = user.LastIndexOf('.', dot - 1))
        {
            if (_names.Contains($"{user[..dot]}.{name}"))
            {
                Throw.SchemaInvalid($"The binary schema refers from '{user}' to '{name}', and has '{user[..dot]}.{name}' too; expected names that differ.");
            }
        }

        return name;
    }
}
