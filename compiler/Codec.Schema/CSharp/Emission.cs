using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A model with the facts that the emitter computes once for all definitions.</summary>
internal sealed class Emission
{
    /// <summary>
    /// The namespace of the run-time helpers. Every name in generated code starts with an alias and <c>::</c>, which no type can hide.
    /// </summary>
    public const string Run = "Wire_::";

    /// <summary>The namespace of the library types that are members of generated types.</summary>
    public const string Payloads = "Payloads_::";

    /// <summary>The framework's namespace.</summary>
    public const string Sys = "Sys_::";

    /// <summary>The class that loads and stores little-endian numbers.</summary>
    public const string Bytes = Run + "GeneratedBytes";

    /// <summary>The type of a payload to read.</summary>
    public const string ReadOnlyBytes = Sys + "ReadOnlySpan<byte>";

    /// <summary>The attribute of methods that must be inlined.</summary>
    public const string Inline = "[Jit_::MethodImpl(Jit_::MethodImplOptions.AggressiveInlining)]";

    /// <summary>The attribute of members that are public only for generated code.</summary>
    public const string Hidden = "[Edit_::EditorBrowsable(Edit_::EditorBrowsableState.Never)]";

    // The aliases that generated files may use.
    private static readonly (string Alias, string Namespace)[] Aliases =
    [
        ("Sys_", "System"), ("Jit_", "System.Runtime.CompilerServices"), ("Interop_", "System.Runtime.InteropServices"), ("Edit_", "System.ComponentModel"),
        ("Packets_", "Codec.Packets"), ("Framing_", "Codec.Framing"), ("Payloads_", "Codec.Payloads"), ("Dispatch_", "Codec.Dispatch"), ("Wire_", "Codec.Generated"),
    ];

    private readonly Dictionary<string, string> _aliases = new(StringComparer.Ordinal);
    private readonly Dictionary<string, Definition> _definitions = new(StringComparer.Ordinal);
    private readonly Dictionary<string, UnionCode> _unions = new(StringComparer.Ordinal);
    private readonly Dictionary<string, StructCode> _structs = new(StringComparer.Ordinal);
    private readonly Dictionary<string, TableCode> _tables = new(StringComparer.Ordinal);

    public Emission(SchemaModel model)
    {
        Model = model;
        Index = new SchemaIndex(model);
        NameSet aliases = new(Aliases.Select(alias => alias.Alias), StringComparer.Ordinal);
        foreach (Definition definition in model.Types)
        {
            _definitions.Add(definition.FullName, definition);
            if (definition.Namespace.Length > 0 && !_aliases.ContainsKey(definition.Namespace))
            {
                _aliases.Add(definition.Namespace, CSharpNames.Identifier(CSharpNames.Unique(definition.Namespace.Replace('.', '_'), aliases)));
            }
        }

        Dictionary<string, string> identifiers = SchemaFile.Identifiers(model.Files);
        Dictionary<string, List<string>> children = Children(model);
        HashSet<string> deep = RecursiveTables.Find(model, name => children[name]);
        HashSet<string> nested = new(children.Values.SelectMany(list => list), StringComparer.Ordinal);
        foreach (TableDefinition table in model.Tables)
        {
            identifiers.TryGetValue(table.FullName, out string? identifier);
            _tables.Add(
                table.FullName,
                new TableCode(table, NameOf(table), identifier, deep.Contains(table.FullName), !nested.Contains(table.FullName)));
        }

        foreach (StructDefinition definition in model.Structs)
        {
            _structs.Add(definition.FullName, new StructCode(definition));
        }

        foreach (UnionDefinition union in model.Unions)
        {
            _unions.Add(union.FullName, new UnionCode(union, NameOf(union)));
        }
    }

    public SchemaModel Model { get; }

    public SchemaIndex Index { get; }

    public TableCode Table(string fullName) => _tables[fullName];

    public StructCode Struct(string fullName) => _structs[fullName];

    public UnionCode Union(string fullName) => _unions[fullName];

    /// <summary>Returns the <c>using</c> directives for the aliases that a text uses outside of comments and strings.</summary>
    public IEnumerable<string> Usings(string text)
    {
        // A directive for an alias that is not used may not compile: not every project has the library's other packages.
        foreach ((string alias, string scope) in Aliases.Concat(_aliases.Select(pair => (pair.Value, CSharpNames.Namespace(pair.Key)))))
        {
            if (Uses(text, alias))
            {
                yield return $"using {alias} = global::{scope};";
            }
        }
    }

    /// <summary>Returns the name of a definition in C#, without the '@' of a keyword.</summary>
    public static string NameOf(Definition definition) => CSharpNames.Name(definition.Name, definition.Attributes);

    /// <summary>
    /// Returns the C# type of a definition in its own declaration: only its name, or <c>global::</c> and the name if it has no namespace.
    /// </summary>
    public static string Self(Definition definition)
    {
        string name = CSharpNames.Identifier(NameOf(definition));
        return definition.Namespace.Length == 0 ? "global::" + name : name;
    }

    /// <summary>Returns the C# type of a definition.</summary>
    public string Type(string fullName)
    {
        Definition definition = _definitions[fullName];
        string name = CSharpNames.Identifier(NameOf(definition));
        return definition.Namespace.Length == 0 ? "global::" + name : $"{_aliases[definition.Namespace]}::{name}";
    }

    /// <summary>Returns the name of a type that is nested in the C# type of a table or a union.</summary>
    public string Nested(TypeReference type, string name) => Nested(type.Definition!, name);

    /// <summary>Returns the name of a type that is nested in the C# type of a table or a union.</summary>
    public string Nested(string fullName, string name) =>
        $"{Type(fullName)}.{(_tables.TryGetValue(fullName, out TableCode? table) ? table.Members : _unions[fullName].Members)[name]}";

    /// <summary>Returns the C# type of a value: a number, an enum, a struct, a string, a table's object or a union's value.</summary>
    public string ValueType(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => CSharpNames.Keyword(type.Scalar),
        TypeKind.String => "string",
        _ => Type(type.Definition!),
    };

    /// <summary>Returns a literal of the type of a number or an enum.</summary>
    public string Literal(TypeReference type, ScalarValue value)
    {
        if (type.Kind != TypeKind.Enum)
        {
            return CSharpNames.Literal(value);
        }

        foreach (EnumValue candidate in Index.Enum(type.Definition!).Values)
        {
            if (candidate.Value.Bits == value.Bits)
            {
                return $"{Type(type.Definition!)}.{CSharpNames.Identifier(CSharpNames.Name(candidate.Name, candidate.Attributes))}";
            }
        }

        return $"({Type(type.Definition!)})({CSharpNames.Literal(value)})";
    }

    /// <summary>Generates code that stores constant bytes: 8 bytes at a time, and the rest in smaller pieces.</summary>
    public static void StoreImage(CodeWriter code, byte[] image, string place)
    {
        int at = 0;
        while (at < image.Length)
        {
            int count = Math.Min(3, (image.Length - at) / 8);
            (int size, string arguments) = count > 0
                ? (8 * count, string.Join(", ", Enumerable.Range(0, count).Select(i => Number(image, at + (8 * i), 8) + "UL")))
                : image.Length - at >= 4 ? (4, Number(image, at, 4) + "U") : (2, $"(ushort){Number(image, at, 2)}");
            code.Line($"{Bytes}.Store{(count > 1 ? "All" : "")}(ref origin, {Sum(place, at)}, {arguments});");
            at += size;
        }
    }

    /// <summary>Returns a condition that tests for constant bytes, 8 bytes at a time. The last pieces may overlap.</summary>
    public static string HasImage(byte[] image, string buffer, string place)
    {
        string[] differences = [.. DifferenceFrom(image, buffer, place)];
        return differences.Length == 1 ? $"{differences[0]} == 0" : $"({string.Join("\n| ", differences)}) == 0";
    }

    private static IEnumerable<string> DifferenceFrom(byte[] image, string buffer, string place)
    {
        int at = 0;
        while (at < image.Length)
        {
            int count = Math.Min(3, (image.Length - at) / 8);
            int size = count > 0 ? 8 * count : image.Length - at > 4 && image.Length >= 8 ? 8 : 4;
            int start = Math.Min(at, image.Length - size);
            string arguments = size == 4
                ? Number(image, start, 4) + "U"
                : string.Join(", ", Enumerable.Range(0, size / 8).Select(i => Number(image, start + (8 * i), 8) + "UL"));
            yield return $"{Bytes}.Difference({buffer}, {Sum(place, start)}, {arguments})";
            at = start + size;
        }
    }

    /// <summary>Returns the sum of an offset and a number of bytes.</summary>
    public static string Sum(string place, int offset) => place == "0"
        ? offset.ToString(CultureInfo.InvariantCulture)
        : offset == 0 ? place : FormattableString.Invariant($"{place} + {offset}");

    /// <summary>Generates a summary of one line from a schema's comment, or from a fallback if there is no comment.</summary>
    public static void Summary(CodeWriter code, EquatableArray<string> documentation, string? fallback = null)
    {
        string text = string.Join(" ", documentation.Select(line => Escape(line.Trim())).Where(line => line.Length > 0));
        text = text.Length > 0 ? text : fallback ?? "";
        if (text.Length > 0)
        {
            code.Line($"/// <summary>{text}</summary>");
        }
    }

    /// <summary>Returns a text escaped for an XML comment.</summary>
    public static string Escape(string text) => OneLine(text).Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");

    /// <summary>Replaces with spaces the characters that end a line of C#, and thus a comment, and those that XML does not allow.</summary>
    public static string OneLine(string text)
    {
        char[] letters = text.ToCharArray();
        for (int i = 0; i < letters.Length; i++)
        {
            if (i + 1 < letters.Length && char.IsSurrogatePair(letters[i], letters[i + 1]))
            {
                i++;
            }
            else if (char.IsControl(letters[i]) || char.IsSurrogate(letters[i]) || letters[i] is '\u2028' or '\u2029' or '\uFFFE' or '\uFFFF')
            {
                letters[i] = ' ';
            }
        }

        return new string(letters);
    }

    private static string Number(byte[] image, int at, int size)
    {
        ulong value = 0;
        for (int i = size - 1; i >= 0; i--)
        {
            value = (value << 8) | image[at + i];
        }

        return FormattableString.Invariant($"0x{value:X}");
    }

    // The tables that the fields of each table refer to.
    private Dictionary<string, List<string>> Children(SchemaModel model)
    {
        Dictionary<string, List<string>> children = new(StringComparer.Ordinal);
        foreach (TableDefinition table in model.Tables)
        {
            List<string> list = [];
            foreach (TableField field in table.Fields.Where(field => !field.IsDeprecated))
            {
                TypeReference type = field.Type.Kind == TypeKind.Vector ? field.Type.Element! : field.Type;
                if (type.Kind == TypeKind.Table)
                {
                    list.Add(type.Definition!);
                }
                else if (type.Kind == TypeKind.Union)
                {
                    list.AddRange(Index.Union(type.Definition!).Members
                        .Where(member => member.Type.Kind == TypeKind.Table).Select(member => member.Type.Definition!));
                }
            }

            children.Add(table.FullName, list);
        }

        return children;
    }

    private static bool Uses(string text, string alias)
    {
        string qualifier = alias + "::";
        for (int at = text.IndexOf(qualifier, StringComparison.Ordinal); at >= 0; at = text.IndexOf(qualifier, at + 1, StringComparison.Ordinal))
        {
            if ((at == 0 || !(char.IsLetterOrDigit(text[at - 1]) || text[at - 1] is '_' or '@')) && IsCode(text, at))
            {
                return true;
            }
        }

        return false;
    }

    // Whether a position is in code or names an exception's type, and not in a string or in another comment.
    private static bool IsCode(string text, int position)
    {
        const string Exception = "/// <exception cref=\"";
        int start = position == 0 ? 0 : text.LastIndexOf('\n', position - 1) + 1;
        if (text.Substring(start, position - start).TrimStart() == Exception)
        {
            return true;
        }

        bool isInString = false;
        for (int i = start; i < position; i++)
        {
            if (text[i] == '"')
            {
                isInString = !isInString;
            }
            else if (isInString && text[i] == '\\')
            {
                i++;
            }
            else if (!isInString && text[i] == '/' && text[i + 1] == '/')
            {
                return false;
            }
        }

        return !isInString;
    }
}
