namespace Codec.Schema.Cpp;

internal static class CppNames
{
    // The last line has the keywords of C++20 and C++26, and those of the default mode of g++ and clang.
    private static readonly HashSet<string> Keywords = NameSet.Words(
        """
        alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break case catch char
        char16_t char32_t class co_await co_return co_yield compl concept const const_cast constexpr continue decltype default
        delete do double dynamic_cast else enum explicit export extern false float for friend goto if import inline int long
        module mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
        reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch synchronized
        template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
        while xor xor_eq
        char8_t consteval constinit contract_assert typeof
        """);

    /// <summary>Returns a name as an identifier, with an underscore if it is a keyword or a macro of the standard library.</summary>
    internal static string Identifier(string name) => Keywords.Contains(name) || CppMacros.Names.Contains(name) ? name + "_" : name;

    /// <summary>Returns a free name and reserves it. Appends underscores to a name that is not free.</summary>
    internal static string Unique(string name, HashSet<string> taken)
    {
        while (!taken.Add(name))
        {
            name += "_";
        }

        return name;
    }

    /// <summary>Returns a free name for a field and reserves it. Names that start with <c>codec_</c> belong to the library.</summary>
    internal static string Member(string name, bool hasType, HashSet<string> taken)
    {
        string member = Identifier(name);
        member = member.StartsWith("codec_", StringComparison.Ordinal) ? member + "_" : member;
        string[] suffixes = hasType ? ["", "_type"] : [""];
        while (suffixes.Any(suffix => taken.Contains(member + suffix)))
        {
            member += "_";
        }

        taken.UnionWith(suffixes.Select(suffix => member + suffix));
        return member;
    }

    /// <summary>Returns what precedes the last dot of a full name; empty if it has none.</summary>
    internal static string ScopeOf(string fullName) => fullName.Substring(0, Math.Max(0, fullName.LastIndexOf('.')));

    internal static string LastOf(string fullName) => fullName.Substring(fullName.LastIndexOf('.') + 1);

    /// <summary>Returns a namespace or full name with <c>::</c> instead of dots. Each part is a valid identifier.</summary>
    internal static string Path(string dotted) => dotted.Length == 0 ? "" : string.Join("::", dotted.Split('.').Select(Identifier));

    /// <summary>Returns what precedes the type of a struct's field. On Linux, 32-bit x86 aligns 8-byte numbers in structs at 4.</summary>
    internal static string Alignment(TypeReference type) =>
        type.InlineAlignment == 8 && (type.Element ?? type).Kind is TypeKind.Scalar or TypeKind.Enum ? "alignas(8) " : string.Empty;

    /// <summary>Returns the text between the quotes of a string literal. Bytes besides ASCII letters and digits are escaped.</summary>
    internal static string Literal(string text) => string.Concat(Encoding.UTF8.GetBytes(text).Select(value =>
        value < 128 && char.IsLetterOrDigit((char)value) ? ((char)value).ToString() : "\\" + Convert.ToString(value, 8).PadLeft(3, '0')));

    /// <summary>
    /// Returns the name of the list of a schema's packets, which gets underscores if a type has it: <c>TestPacketPackets</c> for
    /// <c>test_packet</c>.
    /// </summary>
    internal static string List(string stem)
    {
        string name = SchemaFileName.Pascal(stem);
        return (name.Length > 0 && name[0] is >= '0' and <= '9' ? "_" : string.Empty) + name + "Packets";
    }

    /// <summary>
    /// Returns the namespace for the code of a schema file: <c>codec::schemas</c>, the C++ namespace that encloses those of the schema, and
    /// the file's name, with underscores instead of characters that are not letters or digits.
    /// </summary>
    internal static string Scope(string stem, string enclosing)
    {
        // C++ reserves names with two consecutive underscores.
        string name = Regex.Replace(stem, "[^A-Za-z0-9]+", "_").TrimStart('_');
        bool isIdentifier = name.Length > 0 && name[0] is not (>= '0' and <= '9');
        return $"codec::schemas::{enclosing}{(enclosing.Length == 0 ? "" : "::")}{(isIdentifier ? Identifier(name) : "schema_" + name)}";
    }

    /// <summary>Returns the C++ type of a scalar.</summary>
    internal static string Scalar(ScalarKind kind) => ScalarType.Of(kind) switch
    {
        { Form: ScalarForm.Boolean } => "bool",
        { Form: ScalarForm.Real } type => type.Cpp,
        var type => "::" + type.Cpp,
    };
}
