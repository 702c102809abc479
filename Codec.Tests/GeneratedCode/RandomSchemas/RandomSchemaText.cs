namespace Codec.Tests.GeneratedCode.RandomSchemas;

/// <summary>
/// Writes a random schema with every kind of field, ids, defaults, keys, and names that could collide with generated ones. flatc 25.12.19
/// accepts it.
/// </summary>
internal sealed class RandomSchemaText(Random random)
{
    private static readonly string[] Whole = ["byte", "ubyte", "short", "ushort", "int", "uint", "long", "ulong"];

    private static readonly int[] Sizes = [1, 1, 2, 2, 4, 4, 8, 8];

    private static readonly string[] Scalars = ["bool", "byte", "ubyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"];

    // C# keywords that are not C++ keywords, members of every object, and names that generated code uses.
    private static readonly string[] Words =
    [
        "event", "string", "object", "base", "params", "value", "origin", "table", "slot", "at", "end", "depth", "buffer", "writer", "payload", "written", "budget", "count",
        "type", "shape", "shared", "next", "place", "target", "fields", "equals", "to_string", "get_type", "packet_id", "is_present", "destination", "size",
    ];

    private readonly StringBuilder _text = new();
    private readonly List<(string Name, int Alignment)> _structs = [];
    private readonly List<string> _enums = [];
    private readonly List<string> _flags = [];
    private readonly List<string> _unions = [];
    private int _tables;

    /// <summary>Returns the schema, in the given namespace.</summary>
    public string Write(string scope)
    {
        _text.Append(CultureInfo.InvariantCulture, $"namespace {scope};\n");
        _tables = random.Next(2, 5);
        Times(3, Enumeration);
        Times(3, Struct);
        Times(2, Union);
        for (int i = 0; i < _tables; i++)
        {
            Table(i);
        }

        _text.Append("root_type T0;\n");
        if (random.Next(2) == 0)
        {
            _text.Append(CultureInfo.InvariantCulture, $"file_identifier \"R{random.Next(100, 1000)}\";\n");
        }

        return _text.ToString();
    }

    private void Times(int most, Action<int> write)
    {
        int count = random.Next(most + 1);
        for (int i = 0; i < count; i++)
        {
            write(i);
        }
    }

    private string Pick(IReadOnlyList<string> of) => of[random.Next(of.Count)];

    private string FieldName(int index, HashSet<string> taken)
    {
        string word = Pick(Words);
        return random.Next(3) == 0 && taken.Add(word) ? word : string.Create(CultureInfo.InvariantCulture, $"f{index}_{(random.Next(2) == 0 ? "x" : "some_thing")}");
    }

    private void Enumeration(int index)
    {
        int kind = random.Next(Whole.Length);
        bool isFlags = random.Next(3) == 0 && Whole[kind][0] == 'u';
        string name = (isFlags ? "Flags" : "Kind") + index.ToString(CultureInfo.InvariantCulture);
        _text.Append(CultureInfo.InvariantCulture, $"enum {name}:{Whole[kind]}{(isFlags ? " (bit_flags)" : "")} {{ ");
        int first = isFlags || Whole[kind][0] == 'u' ? 0 : random.Next(-5, 1);
        SortedSet<int> numbers = [0, first];
        for (int i = random.Next(5); i > 0; i--)
        {
            numbers.Add(random.Next(first, isFlags ? 8 * Sizes[kind] : 100));
        }

        _text.Append(string.Join(", ", numbers.Select((number, i) => string.Create(CultureInfo.InvariantCulture, $"V{i} = {number}"))));
        _text.Append(" }\n");
        (isFlags ? _flags : _enums).Add(name);
    }

    private void Struct(int index)
    {
        _text.Append(CultureInfo.InvariantCulture, $"struct P{index}");
        int count = random.Next(1, 6);
        HashSet<string> taken = [];
        StringBuilder fields = new();
        int alignment = 1;
        for (int i = 0; i < count; i++)
        {
            (string type, int fieldAlignment) = StructFieldType();
            alignment = Math.Max(alignment, fieldAlignment);
            string array = random.Next(4) == 0 ? $"[{type}:{random.Next(1, 5).ToString(CultureInfo.InvariantCulture)}]" : type;
            fields.Append(CultureInfo.InvariantCulture, $"  {FieldName(i, taken)}:{array};\n");
        }

        if (random.Next(4) == 0)
        {
            alignment = Math.Max(alignment, 1 << random.Next(5));
            _text.Append(CultureInfo.InvariantCulture, $" (force_align: {alignment})");
        }

        _text.Append(" {\n").Append(fields).Append("}\n");
        _structs.Add(("P" + index.ToString(CultureInfo.InvariantCulture), alignment));
    }

    private (string Type, int Alignment) StructFieldType()
    {
        if (_structs.Count > 0 && random.Next(4) == 0)
        {
            return _structs[random.Next(_structs.Count)];
        }

        // The alignment of an enum is unknown here. 8 is always enough for force_align.
        if (_enums.Count > 0 && random.Next(5) == 0)
        {
            return (Pick(_enums), 8);
        }

        string scalar = Pick(Scalars);
        int whole = Array.IndexOf(Whole, scalar);
        return (scalar, whole >= 0 ? Sizes[whole] : scalar == "bool" ? 1 : scalar == "float" ? 4 : 8);
    }

    private void Union(int index)
    {
        List<string> members = [.. Enumerable.Range(0, _tables).OrderBy(_ => random.Next()).Take(random.Next(1, _tables + 1)).Select(table => $"T{table}")];

        // flatc 2.0.8 supports JSON only for unions of tables.
        if (random.Next(3) == 0)
        {
            members.Add("Text:string");
            members.AddRange(_structs.Take(1).Select(member => member.Name));
        }

        if (random.Next(2) == 0)
        {
            members[0] = "Alias:" + members[0];
        }

        _text.Append(CultureInfo.InvariantCulture, $"union U{index}{Pick(["", "", ":ulong", ":long", ":int", ":ushort"])} {{ {string.Join(", ", members)} }}\n");
        _unions.Add("U" + index.ToString(CultureInfo.InvariantCulture));
    }

    private void Table(int index)
    {
        int count = random.Next(9);
        HashSet<string> taken = [];
        List<string> fields = [];
        bool hasKey = random.Next(5) == 0;
        for (int i = 0; i < count; i++)
        {
            fields.Add($"{FieldName(i, taken)}:" + (hasKey && i == 0 ? Pick(["int (key)", "string (key)", "ulong (key)"]) : FieldType(index)));
        }

        // A union has two ids. Fields with ids can be in any order.
        if (random.Next(3) == 0)
        {
            int id = 0;
            for (int i = 0; i < count; i++)
            {
                bool isUnion = _unions.Exists(union => fields[i].Contains($":{union}", StringComparison.Ordinal) || fields[i].Contains($":[{union}]", StringComparison.Ordinal));
                id += isUnion ? 1 : 0;
                string number = string.Create(CultureInfo.InvariantCulture, $"id: {id++}");
                fields[i] = fields[i].EndsWith(')') ? $"{fields[i][..^1]}, {number})" : $"{fields[i]} ({number})";
            }

            fields = [.. fields.OrderBy(_ => random.Next())];
        }

        _text.Append(CultureInfo.InvariantCulture, $"table T{index} {{\n{string.Concat(fields.Select(field => $"  {field};\n"))}}}\n");
    }

    private string FieldType(int table)
    {
        switch (random.Next(14))
        {
            case 0 or 1 or 2:
                return Number();
            case 3 when _enums.Count > 0:
                return Pick(_enums) + Pick(["", " = V0", " = null", " (deprecated)"]);
            case 4 when _flags.Count > 0:
                return Pick(_flags) + Pick(["", " = V0", " = null"]);
            case 5 when _structs.Count > 0:
                return _structs[random.Next(_structs.Count)].Name + Pick(["", "", " (required)", " (deprecated)"]);
            case 6:
                return "string" + Pick(["", "", " (required)", " (shared)"]);
            case 7 when table + 1 < _tables && random.Next(2) == 0:
                // Only later tables, because a cycle of required tables could not be written.
                return string.Create(CultureInfo.InvariantCulture, $"T{random.Next(table + 1, _tables)} (required)");
            case 7 or 8:
                return string.Create(CultureInfo.InvariantCulture, $"T{random.Next(_tables)}{Pick(["", "", " (deprecated)"])}");
            case 9 when _unions.Count > 0:
                return Pick(_unions);
            case 10 when _unions.Count > 0:
                return $"[{Pick(_unions)}]";
            case 11:
                return "[ubyte]" + Pick(["", " (force_align: 16)", string.Create(CultureInfo.InvariantCulture, $" (nested_flatbuffer: \"T{random.Next(_tables)}\")")]);
            default:
                return $"[{ElementType()}]{Pick(["", "", "", " (required)", " (deprecated)"])}";
        }
    }

    private string ElementType() => random.Next(6) switch
    {
        0 => "string",
        1 when _structs.Count > 0 => _structs[random.Next(_structs.Count)].Name,
        2 when _enums.Count > 0 => Pick(_enums),
        3 or 4 => string.Create(CultureInfo.InvariantCulture, $"T{random.Next(_tables)}"),
        _ => Pick(Scalars),
    };

    private string Number()
    {
        string type = Pick(Scalars);
        string fallback = type switch
        {
            "bool" => Pick(["true", "false"]),
            "float" or "double" => Pick(["1.5", "-0.25", "inf", "nan", "3"]),
            _ when type[0] == 'u' => Pick(["1", "200", "0x7F"]),
            _ => Pick(["1", "-100", "127"]),
        };
        return type + Pick(["", "", " = " + fallback, " = " + fallback, " = null", " (deprecated)"]);
    }
}
