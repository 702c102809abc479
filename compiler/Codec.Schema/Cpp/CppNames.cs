namespace Codec.Schema.Cpp;

/// <summary>Converts names and types to C++ as <c>flatc --cpp</c> does.</summary>
internal static class CppNames
{
    // flatc appends an underscore to these.
    private static readonly HashSet<string> Keywords = NameSet.Words(
        """
        alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break case catch char
        char16_t char32_t class co_await co_return co_yield compl concept const const_cast constexpr continue decltype default
        delete do double dynamic_cast else enum explicit export extern false float for friend goto if import inline int long
        module mutable namespace new noexcept not not_eq nullptr operator or or_eq private protected public register
        reinterpret_cast requires return short signed sizeof static static_assert static_cast struct switch synchronized
        template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
        while xor xor_eq
        """);

    // Keywords that flatc does not know: of C++20, of C++26, and of the default mode of g++ and clang.
    private static readonly HashSet<string> OtherKeywords = ["char8_t", "consteval", "constinit", "contract_assert", "typeof"];

    internal static string Identifier(string name) => Keywords.Contains(name) ? name + "_" : name;

    /// <summary>Returns the identifier for a name in code that does not refer to flatc's.</summary>
    internal static string OwnIdentifier(string name) =>
        OtherKeywords.Contains(name) || CppMacros.Names.Contains(name) ? name + "_" : Identifier(name);

    /// <summary>Returns a free name and reserves it. Appends underscores to a name that is not free.</summary>
    internal static string Unique(string name, HashSet<string> taken)
    {
        while (!taken.Add(name))
        {
            name += "_";
        }

        return name;
    }

    /// <summary>
    /// Returns a free name for a field and reserves it. Names that start with <c>codec_</c> belong to the library and get an underscore.
    /// </summary>
    internal static string Member(string name, bool hasType, HashSet<string> taken)
    {
        string member = OwnIdentifier(name);
        member = member.StartsWith("codec_", StringComparison.Ordinal) ? member + "_" : member;
        while (taken.Contains(member) || (hasType && taken.Contains(member + "_type")))
        {
            member += "_";
        }

        taken.Add(member);
        if (hasType)
        {
            taken.Add(member + "_type");
        }

        return member;
    }

    /// <summary>Returns a namespace or full name with <c>::</c> instead of dots. Each part is a valid identifier.</summary>
    internal static string Path(string dotted) => string.Join("::", dotted.Split('.').Select(Identifier));

    /// <summary>Returns the same in code that does not refer to flatc's.</summary>
    internal static string OwnPath(string dotted) => dotted.Length == 0 ? "" : string.Join("::", dotted.Split('.').Select(OwnIdentifier));

    /// <summary>
    /// Returns what is written before the type of a struct's field. 32-bit x86 aligns numbers of 8 bytes in structs at multiples of 4 on
    /// Linux.
    /// </summary>
    internal static string Alignment(TypeReference type) =>
        type.InlineAlignment == 8 && (type.Element ?? type).Kind is TypeKind.Scalar or TypeKind.Enum ? "alignas(8) " : string.Empty;

    /// <summary>
    /// Returns the text between the quotes of a string literal. ASCII letters and digits are unchanged; other bytes become octal escapes.
    /// </summary>
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
        StringBuilder name = new("codec::schemas::" + (enclosing.Length == 0 ? "" : enclosing + "::"));
        int start = name.Length;
        foreach (char c in stem)
        {
            bool isPart = c is (>= 'a' and <= 'z') or (>= 'A' and <= 'Z') or (>= '0' and <= '9');

            // C++ reserves names with two consecutive underscores.
            if (isPart || name[name.Length - 1] is not ('_' or ':'))
            {
                name.Append(isPart ? c : '_');
            }
        }

        bool isIdentifier = name.Length > start && name[start] is not (>= '0' and <= '9');
        return isIdentifier
            ? name.ToString(0, start) + OwnIdentifier(name.ToString(start, name.Length - start))
            : name.Insert(start, "schema_").ToString();
    }

    /// <summary>Returns the C++ type of a scalar.</summary>
    internal static string Scalar(ScalarKind kind)
    {
        ScalarType type = ScalarType.Of(kind);
        return type.Form switch
        {
            ScalarForm.Boolean => "bool",
            ScalarForm.Real => type.Cpp,
            _ => "::" + type.Cpp,
        };
    }
}
