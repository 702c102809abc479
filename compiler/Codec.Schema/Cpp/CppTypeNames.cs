namespace Codec.Schema.Cpp;

/// <summary>The names of the generated types. Names in the schema take precedence; a derived name may get underscores.</summary>
internal sealed class CppTypeNames
{
    /// <summary>The suffixes of the types that are generated for a table.</summary>
    public static readonly string[] TableSuffixes = ["", "View", "Values", "Writer"];

    private readonly string _prefix;
    private readonly Dictionary<string, HashSet<string>> _taken = [];
    private readonly Dictionary<(string FullName, string Suffix), string> _names = [];

    public CppTypeNames(SchemaModel model, CppOptions options)
    {
        _prefix = CppNames.Path(options.Namespace);
        foreach (string scope in model.Namespaces)
        {
            Taken(CppNames.ScopeOf(scope)).Add(CppNames.Identifier(CppNames.LastOf(scope)));
        }

        foreach ((Definition type, string suffix) in model.Types.Select(type => (type, "")).Concat(
            model.Types.SelectMany(type => Suffixes(type).Select(suffix => (type, suffix)))))
        {
            string name = CppNames.Unique(CppNames.Identifier(type.Name + suffix), Taken(type.Namespace));
            _names.Add((type.FullName, suffix), name);
        }
    }

    public string Local(string fullName, string suffix = "") => _names[(fullName, suffix)];

    /// <summary>Returns the name of a type, qualified from the global namespace.</summary>
    public string Global(string fullName, string suffix = "")
    {
        string scope = Namespace(CppNames.ScopeOf(fullName));
        return (scope.Length == 0 ? "::" : "::" + scope + "::") + Local(fullName, suffix);
    }

    /// <summary>Returns the C++ namespace for a namespace of the schema; empty for the global namespace.</summary>
    public string Namespace(string scope) =>
        scope.Length == 0 ? _prefix : (_prefix.Length == 0 ? "" : _prefix + "::") + CppNames.Path(scope);

    /// <summary>Returns the suffixes of the types that are generated for a definition besides the type with its name.</summary>
    public static string[] Suffixes(Definition definition) => definition switch
    {
        TableDefinition => [.. TableSuffixes.Skip(1)],
        UnionDefinition => ["Value"],
        _ => [],
    };

    private HashSet<string> Taken(string scope)
    {
        if (!_taken.TryGetValue(scope, out HashSet<string>? taken))
        {
            _taken.Add(scope, taken = []);
        }

        return taken;
    }
}
