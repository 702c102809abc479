namespace Codec.Schema.CSharp;

/// <summary>The aliases of namespaces. In generated code, an alias and <c>::</c> precede each type, so no other type hides it.</summary>
internal sealed class NamespaceAliases
{
    private static readonly (string Alias, string Namespace)[] Libraries =
    [
        ("Sys_", "System"), ("Jit_", "System.Runtime.CompilerServices"), ("Interop_", "System.Runtime.InteropServices"),
        ("Edit_", "System.ComponentModel"), ("Packets_", "Codec.Packets"), ("Framing_", "Codec.Framing"), ("Payloads_", "Codec.Payloads"),
        ("Dispatch_", "Codec.Dispatch"), ("Wire_", "Codec.Generated"), ("Sessions_", "Codec.Sessions"), ("Transport_", "Codec.Transport"),
        ("Tasks_", "System.Threading.Tasks"), ("Threading_", "System.Threading"), ("Generic_", "System.Collections.Generic"),
    ];

    // A comment, a string, or an alias outside of both.
    private static readonly Regex Part = new("""//.*|"(?>[^"\\\n]+|\\.)*"|(?<alias>@?\b\w+)::""");

    private readonly Dictionary<string, string> _aliases = new(StringComparer.Ordinal);

    public NamespaceAliases(SchemaModel model)
    {
        NameSet taken = new(Libraries.Select(library => library.Alias), StringComparer.Ordinal);
        foreach (string scope in model.Types.Select(definition => definition.Namespace).Where(scope => scope.Length > 0).Distinct())
        {
            _aliases.Add(scope, CSharpNames.Identifier(CSharpNames.Unique(scope.Replace('.', '_'), taken)));
        }
    }

    public string this[string scope] => _aliases[scope];

    /// <summary>Returns the <c>using</c> directives for the aliases that a text uses outside of comments and strings.</summary>
    public IEnumerable<string> Usings(string text)
    {
        // A directive for an alias that is not used may not compile: not every project has the namespaces of included schemas.
        HashSet<string> used = [.. Part.Matches(text).Cast<Match>().Select(match => match.Groups["alias"].Value)];
        return Libraries.Concat(_aliases.Select(pair => (Alias: pair.Value, Namespace: CSharpNames.Namespace(pair.Key))))
            .Where(pair => used.Contains(pair.Alias)).Select(pair => $"using {pair.Alias} = global::{pair.Namespace};");
    }
}
