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

    /// <summary>Gets the types of every kind.</summary>
    internal IEnumerable<Definition> Types => [.. Enums, .. Unions, .. Structs, .. Tables];

    /// <summary>Gets the packets, in ascending order of id.</summary>
    public required EquatableArray<PacketDefinition> Packets { get; init; }

    /// <summary>Gets the services.</summary>
    public required EquatableArray<ServiceDefinition> Services { get; init; }

    /// <summary>Returns the types that a file and the files that it includes declare.</summary>
    internal IEnumerable<Definition> TypesFrom(string path)
    {
        HashSet<string> paths = PathsFrom(path);
        return Types.Where(type => paths.Contains(type.Span.Path));
    }

    /// <summary>
    /// Returns the paths of a file and of the files that it includes, also through others. A chain of includes may be longer than a recursion can be.
    /// </summary>
    internal HashSet<string> PathsFrom(string path)
    {
        Dictionary<string, SchemaFile> files = Files.ToDictionary(file => file.Path);
        HashSet<string> seen = [path];
        Queue<string> open = new(seen);
        while (open.Count > 0)
        {
            foreach (string included in files[open.Dequeue()].Includes.Where(seen.Add))
            {
                open.Enqueue(included);
            }
        }

        return seen;
    }
}
