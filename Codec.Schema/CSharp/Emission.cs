using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Schema.Model;

namespace Codec.Schema.CSharp;

/// <summary>A model with what the emitter works out once for all of its definitions.</summary>
internal sealed class Emission
{
    /// <summary>Where the run-time helpers are.</summary>
    public const string Run = "global::Codec.Generated.";

    /// <summary>The namespace of the library types that are members of generated types.</summary>
    public const string Payloads = "global::Codec.Payloads.";

    /// <summary>Loads and stores of little-endian numbers.</summary>
    public const string Bytes = Run + "GeneratedBytes";

    /// <summary>The attribute of what is to be part of its callers.</summary>
    public const string Inline = "[global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining)]";

    /// <summary>The attribute of what is not to be part of its callers.</summary>
    public const string NoInline = "[global::System.Runtime.CompilerServices.MethodImpl(global::System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]";

    private readonly Dictionary<string, TableCode> _tables = new(StringComparer.Ordinal);

    public Emission(SchemaModel model)
    {
        Model = model;
        Index = new SchemaIndex(model);
        Dictionary<string, string?> identifiers = new(StringComparer.Ordinal);
        foreach (SchemaFile file in model.Files)
        {
            if (file.RootType is not null && file.FileIdentifier is not null)
            {
                identifiers[file.RootType] = file.FileIdentifier;
            }
        }

        Dictionary<string, List<string>> children = Children(model);
        HashSet<string> deep = FindDeep(model, children);
        HashSet<string> nested = new(children.Values.SelectMany(list => list), StringComparer.Ordinal);
        foreach (TableDefinition table in model.Tables)
        {
            identifiers.TryGetValue(table.FullName, out string? identifier);
            _tables.Add(table.FullName, new TableCode(table, identifier, deep.Contains(table.FullName), !nested.Contains(table.FullName)));
        }
    }

    public SchemaModel Model { get; }

    public SchemaIndex Index { get; }

    public bool IsTable(string fullName) => _tables.ContainsKey(fullName);

    public TableCode Table(string fullName) => _tables[fullName];

    public bool IsDeep(TypeReference type) => type.Kind switch
    {
        TypeKind.Table => _tables[type.Definition!].IsDeep,
        TypeKind.Union => Index.Union(type.Definition!).Members.Any(member => IsDeep(member.Type)),
        TypeKind.Vector => IsDeep(type.Element!),
        _ => false,
    };

    /// <summary>The C# type of a number, struct or text.</summary>
    public static string ValueType(TypeReference type) => type.Kind switch
    {
        TypeKind.Scalar => CSharpNames.Keyword(type.Scalar),
        TypeKind.String => "string",
        _ => CSharpNames.Global(type.Definition!),
    };

    /// <summary>A literal of a number's type.</summary>
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
                return CSharpNames.Global(type.Definition!) + "." + CSharpNames.Identifier(candidate.Name);
            }
        }

        return $"({CSharpNames.Global(type.Definition!)})({CSharpNames.Literal(value)})";
    }

    /// <summary>Reads a number in place.</summary>
    public static string Load(TypeReference type, string place)
    {
        string value = $"{Bytes}.Load{CSharpNames.Helper(type.Scalar)}({place})";
        return type.Kind == TypeKind.Enum ? $"({CSharpNames.Global(type.Definition!)}){value}" : value;
    }

    /// <summary>Writes a number in place.</summary>
    public static string Store(TypeReference type, string at, string value)
    {
        string number = type.Kind == TypeKind.Enum ? $"({CSharpNames.Keyword(type.Scalar)}){value}" : value;
        return $"{Bytes}.Store{CSharpNames.Helper(type.Scalar)}(ref origin, {at}, {number});";
    }

    /// <summary>Writes constant bytes, eight at a time.</summary>
    public static void StoreImage(CodeWriter code, byte[] image, Func<int, string> place)
    {
        int at = 0;
        while (at < image.Length)
        {
            (int size, string helper, string suffix) = (image.Length - at) switch
            {
                >= 8 => (8, "UInt64", "UL"),
                >= 4 => (4, "UInt32", "U"),
                >= 2 => (2, "UInt16", ""),
                _ => (1, "Byte", ""),
            };
            code.Line($"{Bytes}.Store{helper}(ref origin, {place(at)}, {Number(image, at, size)}{suffix});");
            at += size;
        }
    }

    /// <summary>The condition that constant bytes are in place, eight at a time; the last pieces may overlap.</summary>
    public static string MatchImage(byte[] image, string buffer, Func<int, string> place)
    {
        // Other hosts take the general path for every layout.
        List<string> pieces = [$"{Bytes}.IsLittleEndian"];
        int at = 0;
        while (at < image.Length)
        {
            int left = image.Length - at;
            int size = left > 4 && image.Length >= 8 ? 8 : image.Length >= 4 ? 4 : 2;
            int start = Math.Min(at, image.Length - size);
            string suffix = size == 8 ? "UL" : size == 4 ? "U" : "";
            pieces.Add($"{Bytes}.HasUInt{8 * size}({buffer}, {place(start)}, {Number(image, start, size)}{suffix})");
            at = start + size;
        }

        return string.Join("\n    && ", pieces);
    }

    /// <summary>A <c>///</c> summary from a schema's comment, or another where there is none.</summary>
    public static void Summary(CodeWriter code, EquatableArray<string> documentation, string fallback)
    {
        string text = documentation.Count == 0 ? fallback : string.Join("\n", documentation.Select(line => Escape(line.Trim())));
        code.Line("/// <summary>" + text.Replace("\n", "\n/// ") + "</summary>");
    }

    /// <summary>A text for a comment in XML.</summary>
    public static string Escape(string text) => OneLine(text).Replace("&", "&amp;").Replace("<", "&lt;").Replace(">", "&gt;");

    /// <summary>A text with spaces for what ends a line in C#, and with it a comment, and for what XML has no characters for.</summary>
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

        return System.FormattableString.Invariant($"0x{value:X}");
    }

    // The tables that each table's fields lead to.
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

    // Tables that can reach themselves, and all that these can reach.
    private static HashSet<string> FindDeep(SchemaModel model, Dictionary<string, List<string>> children)
    {
        HashSet<string> deep = new(StringComparer.Ordinal);
        foreach (TableDefinition table in model.Tables)
        {
            HashSet<string> reached = Reach(table.FullName, children);
            if (reached.Contains(table.FullName))
            {
                deep.Add(table.FullName);
                deep.UnionWith(reached);
            }
        }

        return deep;
    }

    private static HashSet<string> Reach(string start, Dictionary<string, List<string>> children)
    {
        HashSet<string> reached = new(StringComparer.Ordinal);
        Stack<string> open = new(children[start]);
        while (open.Count > 0)
        {
            string name = open.Pop();
            if (reached.Add(name))
            {
                foreach (string child in children[name])
                {
                    open.Push(child);
                }
            }
        }

        return reached;
    }
}
