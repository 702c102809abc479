namespace Codec.Schema.Model;

/// <summary>The declarations of a set of schema files, with resolved names and layouts. Instances are compared by value.</summary>
/// <remarks>
/// Definitions refer to each other by full name. <see cref="SchemaIndex"/> finds them. Unless stated otherwise, lists are in the order of files and
/// declarations.
/// </remarks>
public sealed record SchemaModel
{
    /// <summary>Gets the files. An included file precedes the files that include it.</summary>
    public required EquatableArray<SchemaFile> Files { get; init; }

    /// <summary>Gets the enums.</summary>
    public required EquatableArray<EnumDefinition> Enums { get; init; }

    /// <summary>Gets the unions.</summary>
    public required EquatableArray<UnionDefinition> Unions { get; init; }

    /// <summary>Gets the structs. A struct follows the structs that it contains.</summary>
    public required EquatableArray<StructDefinition> Structs { get; init; }

    /// <summary>Gets the tables.</summary>
    public required EquatableArray<TableDefinition> Tables { get; init; }

    internal IEnumerable<Definition> Types => [.. Enums, .. Unions, .. Structs, .. Tables];

    /// <summary>Gets the namespaces that contain types, directly or in another namespace.</summary>
    internal HashSet<string> Namespaces => [.. Types.Select(type => type.Namespace).Distinct().SelectMany(Enclosing)];

    /// <summary>Gets the packets, in ascending order of id.</summary>
    public required EquatableArray<PacketDefinition> Packets { get; init; }

    /// <summary>Gets the services.</summary>
    public required EquatableArray<ServiceDefinition> Services { get; init; }

    private static IEnumerable<string> Enclosing(string scope)
    {
        for (int end = scope.Length; end > 0; end = scope.LastIndexOf('.', end - 1))
        {
            yield return scope.Substring(0, end);
        }
    }

    internal IEnumerable<Definition> TypesFrom(string path)
    {
        HashSet<string> paths = PathsFrom(path);
        return Types.Where(type => paths.Contains(type.Span.Path));
    }

    /// <summary>Returns the paths of a file and of the files that it includes, also through others.</summary>
    internal HashSet<string> PathsFrom(string path)
    {
        Dictionary<string, SchemaFile> files = Files.ToDictionary(file => file.Path);
        return Reachable.From([path], name => files[name].Includes);
    }
}
