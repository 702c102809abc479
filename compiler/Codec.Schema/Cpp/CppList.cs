namespace Codec.Schema.Cpp;

/// <summary>Finds the name of the list of a schema's packets. It is in the namespace of the packet with the smallest id.</summary>
internal static class CppList
{
    /// <summary>
    /// Returns the name without its namespace; null if the schema has no packets, or if the list of another schema would have the same
    /// name.
    /// </summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of the schema.</param>
    /// <param name="options">The options of the generated code.</param>
    /// <param name="written">The schemas for which headers are generated.</param>
    public static string? Name(SchemaModel model, string path, CppOptions options, IEnumerable<string> written)
    {
        string? name = FullName(model, path, options.NameOf(path));
        string start = CppNames.List(options.NameOf(path));
        bool isTaken = written.Any(other =>
            other != path && CppNames.List(options.NameOf(other)) == start && FullName(model, other, options.NameOf(other)) == name);
        return isTaken ? null : name?.Substring(name.LastIndexOf('.') + 1);
    }

    /// <summary>
    /// Returns the name with dots that the list has if the name of the schema is <paramref name="stem"/>; null if the schema has no
    /// packets.
    /// </summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of the schema.</param>
    /// <param name="stem">The name of the schema, without its extension.</param>
    public static string? FullName(SchemaModel model, string path, string stem)
    {
        if (First(model, path) is not { } first)
        {
            return null;
        }

        string scope = first.Type.Substring(0, Math.Max(0, first.Type.LastIndexOf('.')));
        HashSet<string> taken =
        [
            .. model.Types.Where(definition => definition.Namespace == scope).Select(definition => definition.Name),
            .. CppTypeNames.Namespaces(model).Where(inner => inner.Scope == scope).Select(inner => inner.Name),
        ];
        string name = CppNames.Unique(CppNames.List(stem), taken);
        return scope.Length == 0 ? name : $"{scope}.{name}";
    }

    /// <summary>Returns the packet of a schema with the smallest id; null if the schema has no packets.</summary>
    /// <param name="model">The model.</param>
    /// <param name="path">The path of the schema.</param>
    public static PacketDefinition? First(SchemaModel model, string path) =>
        model.Packets.FirstOrDefault(packet => packet.Span.Path == path);
}
