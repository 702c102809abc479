namespace Codec.Schema.Layout;

/// <summary>The layouts of all tables of a model, with the facts that depend on other tables.</summary>
internal sealed class ModelLayout
{
    private readonly Dictionary<string, TableLayout> _tables;

    public ModelLayout(SchemaModel model)
    {
        SchemaIndex index = new(model);
        Dictionary<string, string> identifiers = SchemaFile.Identifiers(model.Files);
        Dictionary<string, string[]> children = model.Tables.ToDictionary(table => table.FullName, table => Children(table, index), StringComparer.Ordinal);
        HashSet<string> recursive = FindRecursive(children);
        HashSet<string> nested = new(children.Values.SelectMany(names => names), StringComparer.Ordinal);
        _tables = model.Tables.ToDictionary(
            table => table.FullName,
            table => new TableLayout(
                table,
                identifiers.TryGetValue(table.FullName, out string? identifier) ? Encoding.UTF8.GetBytes(identifier) : null,
                recursive.Contains(table.FullName),
                !nested.Contains(table.FullName)),
            StringComparer.Ordinal);
    }

    public IEnumerable<TableLayout> Tables => _tables.Values;

    public TableLayout this[string fullName] => _tables[fullName];

    // The tables that the fields of a table refer to.
    private static string[] Children(TableDefinition table, SchemaIndex index) =>
    [
        .. table.Fields.Where(field => !field.IsDeprecated)
            .Select(field => field.Type.Kind == TypeKind.Vector ? field.Type.Element! : field.Type)
            .SelectMany(type => type.Kind == TypeKind.Union ? index.Union(type.Definition!).Members.Select(member => member.Type) : [type])
            .Where(type => type.Kind == TypeKind.Table)
            .Select(type => type.Definition!),
    ];

    // The tables that can reach themselves, and all tables that these can reach.
    private static HashSet<string> FindRecursive(Dictionary<string, string[]> children)
    {
        HashSet<string> found = new(StringComparer.Ordinal);
        foreach (string table in children.Keys.Where(table => !found.Contains(table)))
        {
            HashSet<string> reached = Reachable.From(children[table], name => children[name]);
            found.UnionWith(reached.Contains(table) ? reached : []);
        }

        return found;
    }
}
