namespace Codec.Schema.CSharp;

/// <summary>Converts the names of a schema to C#.</summary>
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

    /// <summary>Returns a name as an identifier, with '@' if it is a keyword.</summary>
    public static string Identifier(string name) => Keywords.Contains(name) ? "@" + name : name;

    /// <summary>
    /// Returns the expression for a field in a method of its type. The names of parameters and local variables start with a lower-case
    /// letter, and would hide a field with the same name.
    /// </summary>
    public static string Own(string name) => (char.IsLower(name[0]) ? "this." : "") + Identifier(name);

    /// <summary>The attribute that sets the C# name of a type, a field or an enum's value.</summary>
    public const string NameAttribute = "csharp_name";

    private const string PrivateAttribute = "private";

    /// <summary>Returns whether flatc's attribute <c>private</c> makes the C# of a definition internal.</summary>
    public static bool IsPrivate(Definition definition) => definition.Attributes.Any(attribute => attribute.Name == PrivateAttribute);

    /// <summary>Returns the accessibility of the C# types of a definition that are not nested.</summary>
    public static string Access(Definition definition) => IsPrivate(definition) ? "internal" : "public";

    /// <summary>Returns the name of a type in C#, without the '@' of a keyword.</summary>
    public static string Name(Definition definition) => Name(definition.Name, definition.Attributes);

    /// <summary>Returns the start of the partial declaration of a table, a struct or a union.</summary>
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

    /// <summary>Returns the name of a type or a value in C#, without the '@' of a keyword.</summary>
    public static string Name(string name, EquatableArray<AttributeEntry> attributes) => Given(attributes) ?? name;

    /// <summary>Returns the name of a field in C#, without the '@' of a keyword.</summary>
    public static string Member(FieldDefinition field) => Given(field.Attributes) ?? Pascal(field.Name);

    /// <summary>Returns the C# name that an attribute sets, or null if there is none.</summary>
    public static string? Given(EquatableArray<AttributeEntry> attributes)
    {
        foreach (AttributeEntry attribute in attributes)
        {
            if (attribute.Name == NameAttribute && attribute.Value is { Length: > 0 } own)
            {
                return own;
            }
        }

        return null;
    }

    /// <summary>
    /// Returns whether a text is a valid C# name that consists of ASCII letters, digits and underscores, as names in a schema do.
    /// </summary>
    public static bool IsName(string text)
    {
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c is not ((>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or '_') && (i == 0 || c is not (>= '0' and <= '9')))
            {
                return false;
            }
        }

        return text.Length > 0;
    }

    /// <summary>Returns <c>first_name</c> as <c>FirstName</c>.</summary>
    public static string Pascal(string name)
    {
        StringBuilder text = new(name.Length);
        bool upper = true;
        foreach (char c in name)
        {
            if (c == '_')
            {
                upper = true;
                continue;
            }

            text.Append(upper ? char.ToUpperInvariant(c) : c);
            upper = false;
        }

        return text.Length == 0 || char.IsDigit(text[0]) ? "_" + text : text.ToString();
    }

    /// <summary>Returns <c>FirstName</c> as the parameter name <c>firstName</c>.</summary>
    public static string Camel(string pascal) => Identifier(char.ToLowerInvariant(pascal[0]) + pascal.Substring(1));

    /// <summary>Returns a namespace as C# code, with '@' before each part that is a keyword.</summary>
    public static string Namespace(string name) => string.Join(".", Array.ConvertAll(name.Split('.'), Identifier));

    /// <summary>
    /// Returns a free name and reserves it. Appends one or two underscores to a name that is not free, or else an underscore and a number.
    /// </summary>
    public static string Unique(string name, NameSet taken) =>
        taken.Add(name) ? name
        : taken.Add(name + "_") ? name + "_"
        : taken.Add(name + "__") ? name + "__"
        : taken.AddNumbered(name, 3);

    /// <summary>Returns a C# literal of the scalar type of a value.</summary>
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

    /// <summary>Returns a text as a C# string literal.</summary>
    public static string Quote(string text)
    {
        StringBuilder quoted = new("\"");
        foreach (char c in text)
        {
            if (c is '"' or '\\')
            {
                quoted.Append('\\').Append(c);
            }
            else if (c is < ' ' or > '~')
            {
                quoted.Append("\\u").Append(((int)c).ToString("X4", CultureInfo.InvariantCulture));
            }
            else
            {
                quoted.Append(c);
            }
        }

        return quoted.Append('"').ToString();
    }
}
