namespace Codec.Schema.Cpp;

/// <summary>Finds the name of the list of a schema's packets. It is in the namespace of the packet with the smallest id.</summary>
internal static class CppList
{
    /// <summary>
    /// Returns the name without its namespace; null if the schema has no packets, or if the list of another schema for which a header is
    /// generated would have the same name.
    /// </summary>
    public static string? Name(SchemaModel model, string path, CppOptions options, IEnumerable<string> written)
    {
        string? name = FullName(model, path, options.NameOf(path));
        string start = CppNames.List(options.NameOf(path));
        bool isTaken = written.Any(other =>
            other != path && CppNames.List(options.NameOf(other)) == start && FullName(model, other, options.NameOf(other)) == name);
        return isTaken || name is null ? null : CppNames.LastOf(name);
    }

    /// <summary>
    /// Returns the name with dots that the list has if the name of the schema is <paramref name="stem"/>, without extension; null if the
    /// schema has no packets.
    /// </summary>
    public static string? FullName(SchemaModel model, string path, string stem)
    {
        if (First(model, path) is not { } first)
        {
            return null;
        }

        string scope = CppNames.ScopeOf(first.Type);
        HashSet<string> taken =
        [
            .. model.Types.Where(definition => definition.Namespace == scope).Select(definition => definition.Name),
            .. model.Namespaces.Where(inner => CppNames.ScopeOf(inner) == scope).Select(CppNames.LastOf),
        ];
        string name = CppNames.Unique(CppNames.List(stem), taken);
        return scope.Length == 0 ? name : $"{scope}.{name}";
    }

    /// <summary>Returns the packet of a schema with the smallest id; null if the schema has no packets.</summary>
    public static PacketDefinition? First(SchemaModel model, string path) =>
        model.Packets.FirstOrDefault(packet => packet.Span.Path == path);
}
