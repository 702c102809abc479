using System.Collections.Generic;

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
}
