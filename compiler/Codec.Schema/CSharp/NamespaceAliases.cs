namespace Codec.Schema.CSharp;

/// <summary>
/// The aliases of namespaces. Every type in generated code has an alias and <c>::</c> before its name, which no other type can hide.
/// </summary>
internal sealed class NamespaceAliases
{
    private static readonly (string Alias, string Namespace)[] Libraries =
    [
        ("Sys_", "System"), ("Jit_", "System.Runtime.CompilerServices"), ("Interop_", "System.Runtime.InteropServices"),
        ("Edit_", "System.ComponentModel"), ("Packets_", "Codec.Packets"), ("Framing_", "Codec.Framing"), ("Payloads_", "Codec.Payloads"),
        ("Dispatch_", "Codec.Dispatch"), ("Wire_", "Codec.Generated"),
    ];

    private readonly Dictionary<string, string> _aliases = new(StringComparer.Ordinal);

    public NamespaceAliases(SchemaModel model)
    {
        NameSet taken = new(Libraries.Select(library => library.Alias), StringComparer.Ordinal);
        foreach (string scope in model.Types.Select(definition => definition.Namespace).Where(scope => scope.Length > 0).Distinct())
        {
            _aliases.Add(scope, CSharpNames.Identifier(CSharpNames.Unique(scope.Replace('.', '_'), taken)));
        }
    }

    /// <summary>Gets the alias of a namespace of the schema.</summary>
    public string this[string scope] => _aliases[scope];

    /// <summary>Returns the <c>using</c> directives for the aliases that a text uses outside of comments and strings.</summary>
    public IEnumerable<string> Usings(string text)
    {
        // A directive for an alias that is not used may not compile: not every project has the library's other packages.
        foreach ((string alias, string scope) in Libraries.Concat(_aliases.Select(pair => (pair.Value, CSharpNames.Namespace(pair.Key)))))
        {
            if (Uses(text, alias))
            {
                yield return $"using {alias} = global::{scope};";
            }
        }
    }

    private static bool Uses(string text, string alias)
    {
        string qualifier = alias + "::";
        for (int at = -1; (at = text.IndexOf(qualifier, at + 1, StringComparison.Ordinal)) >= 0;)
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
