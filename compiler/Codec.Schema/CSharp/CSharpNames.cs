namespace Codec.Schema.CSharp;

internal static class CSharpNames
{
    // The second paragraph is reserved, although the language's specification does not list it. The third is not reserved in every context,
    // but its words are not valid as the name of a type without '@'. The last ones are those of C# 15.
    private static readonly HashSet<string> Keywords = NameSet.Words(
        """
        abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event
        explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null
        object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string
        struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while

        __arglist __makeref __reftype __refvalue

        allows async await dynamic extension field file global managed nint notnull nuint partial record required scoped unmanaged var when
        where yield closed safe union
        """);

    public static string Identifier(string name) => Keywords.Contains(name) ? "@" + name : name;

    /// <summary>
    /// Returns the expression for a field in a method of its type. The names of parameters and local variables start with a lower-case
    /// letter, and would hide a field with the same name.
    /// </summary>
    public static string Own(string name) => (char.IsLower(name[0]) ? "this." : "") + Identifier(name);

    public const string NameAttribute = "csharp_name";

    private const string PrivateAttribute = "private";

    /// <summary>Returns whether flatc's attribute <c>private</c> makes the C# of a definition internal.</summary>
    public static bool IsPrivate(Definition definition) => definition.Attributes.Any(attribute => attribute.Name == PrivateAttribute);

    public static string Access(Definition definition) => IsPrivate(definition) ? "internal" : "public";

    public static string Declaration(Definition definition)
    {
        string kind = definition switch
        {
            TableDefinition => "sealed partial class",
            UnionDefinition => "readonly partial struct",
            _ => "partial struct",
        };
        return $"{Access(definition)} {kind} {Identifier(Name(definition))}";
    }

    public static string Name(Declaration declaration) => Given(declaration) ?? declaration.Name;

    public static string Member(FieldDefinition field) => Given(field) ?? Pascal(field.Name);

    public static string? Given(Declaration declaration) =>
        declaration.Attributes.FirstOrDefault(attribute => attribute is { Name: NameAttribute, Value.Length: > 0 })?.Value;

    /// <summary>Returns whether a text is a C# name of ASCII letters, digits and underscores, as names in a schema are.</summary>
    public static bool IsName(string text) => text.Length > 0 && text[0] is not (>= '0' and <= '9')
        && text.All(c => c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9') or '_');

    // Returns first_name as FirstName.
    private static string Pascal(string name)
    {
        IEnumerable<string> parts = name.Split('_').Where(part => part.Length > 0);
        string text = string.Concat(parts.Select(part => char.ToUpperInvariant(part[0]) + part.Substring(1)));
        return text.Length == 0 || char.IsDigit(text[0]) ? "_" + text : text;
    }

    /// <summary>Returns <c>FirstName</c> as the parameter name <c>firstName</c>.</summary>
    public static string Camel(string pascal) => Identifier(char.ToLowerInvariant(pascal[0]) + pascal.Substring(1));

    public static string Namespace(string name) => string.Join(".", Array.ConvertAll(name.Split('.'), Identifier));

    /// <summary>Returns a free name and reserves it. A name that is not free gets one or two underscores, or one and a number.</summary>
    public static string Unique(string name, NameSet taken) =>
        taken.Add(name) ? name
        : taken.Add(name + "_") ? name + "_"
        : taken.Add(name + "__") ? name + "__"
        : taken.AddNumbered(name, 3);

    public static string Literal(ScalarValue value)
    {
        string type = value.Type.CSharp;
        if (!value.IsReal)
        {
            return value.Type.IsSigned && value.Whole == long.MinValue ? "long.MinValue" : value + value.Type.CSharpSuffix;
        }

        // The NaN constants of .NET have the sign bit set, even if they are negated. The NaN of a schema has no sign.
        return double.IsNaN(value.Real) ? $"({type})global::System.BitConverter.Int64BitsToDouble(0x7FF8000000000000L)"
            : double.IsInfinity(value.Real) ? $"{type}.{(value.Real < 0 ? "Negative" : "Positive")}Infinity"
            : value + value.Type.CSharpSuffix;
    }

    public static string Quote(string text) => '"' + string.Concat(text.Select(Escaped)) + '"';

    private static string Escaped(char c) => c is '"' or '\\' ? "\\" + c
        : c is < ' ' or > '~' ? "\\u" + ((int)c).ToString("X4", CultureInfo.InvariantCulture)
        : c.ToString();
}
