namespace Codec.Schema.Cpp;

/// <summary>
/// The names of the generated types. The names in the schema take precedence: a derived name that is not free gets underscores.
/// </summary>
internal sealed class CppTypeNames
{
    private static readonly string[] TableSuffixes = ["", "View", "Values", "Writer"];

    private readonly string _prefix;
    private readonly Dictionary<string, HashSet<string>> _taken = [];
    private readonly Dictionary<(string FullName, string Suffix), string> _names = [];

    public CppTypeNames(SchemaModel model, CppOptions options)
    {
        _prefix = CppNames.OwnPath(options.Namespace);
        foreach ((string scope, string name) in Namespaces(model))
        {
            Taken(scope).Add(CppNames.OwnIdentifier(name));
        }

        foreach (Definition definition in model.Types)
        {
            Add(definition, "");
        }

        foreach (Definition definition in model.Types)
        {
            foreach (string suffix in Suffixes(definition))
            {
                Add(definition, suffix);
            }
        }
    }

    /// <summary>Returns the name of a type without its namespace.</summary>
    public string Local(string fullName, string suffix = "") => _names[(fullName, suffix)];

    /// <summary>Returns the name of a type, qualified from the global namespace.</summary>
    public string Global(string fullName, string suffix = "")
    {
        string scope = Namespace(fullName.Substring(0, System.Math.Max(0, fullName.LastIndexOf('.'))));
        return (scope.Length == 0 ? "::" : "::" + scope + "::") + Local(fullName, suffix);
    }

    /// <summary>Returns the C++ namespace for a namespace of the schema; empty for the global namespace.</summary>
    public string Namespace(string scope) =>
        scope.Length == 0 ? _prefix : (_prefix.Length == 0 ? "" : _prefix + "::") + CppNames.OwnPath(scope);

    /// <summary>Returns the names of a table's types. A member of these types must not have one of these names.</summary>
    public IEnumerable<string> TableTypeNames(string fullName) => TableSuffixes.Select(suffix => Local(fullName, suffix));

    /// <summary>Returns each namespace that contains types: the namespace around it, which can be empty, and its own name.</summary>
    public static HashSet<(string Scope, string Name)> Namespaces(SchemaModel model)
    {
        HashSet<(string Scope, string Name)> namespaces = [];
        foreach (Definition definition in model.Types)
        {
            string left = definition.Namespace;
            while (left.Length > 0)
            {
                int dot = left.LastIndexOf('.');
                string scope = dot < 0 ? "" : left.Substring(0, dot);
                if (!namespaces.Add((scope, left.Substring(dot + 1))))
                {
                    break;
                }

                left = scope;
            }
        }

        return namespaces;
    }

    /// <summary>Returns the suffixes of the types that are generated for a definition besides the type with its name.</summary>
    public static string[] Suffixes(Definition definition) => definition switch
    {
        TableDefinition => [.. TableSuffixes.Skip(1)],
        UnionDefinition => ["Value"],
        _ => [],
    };

    private void Add(Definition definition, string suffix) => _names.Add(
        (definition.FullName, suffix), CppNames.Unique(CppNames.OwnIdentifier(definition.Name + suffix), Taken(definition.Namespace)));

    private HashSet<string> Taken(string scope)
    {
        if (!_taken.TryGetValue(scope, out HashSet<string>? taken))
        {
            _taken.Add(scope, taken = []);
        }

        return taken;
    }
}
