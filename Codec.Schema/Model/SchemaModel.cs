using System.Collections.Generic;

namespace Codec.Schema.Model;

/// <summary>Everything that a set of schema files declares, resolved and laid out; equal to another by value.</summary>
/// <remarks>Definitions refer to each other by full name: see <see cref="SchemaIndex"/>. Each list is in the order of files and of declaration.</remarks>
public sealed record SchemaModel
{
    /// <summary>The files, an included one before those that include it.</summary>
    public required EquatableArray<SchemaFile> Files { get; init; }

    /// <summary>The enums.</summary>
    public required EquatableArray<EnumDefinition> Enums { get; init; }

    /// <summary>The unions.</summary>
    public required EquatableArray<UnionDefinition> Unions { get; init; }

    /// <summary>The structs, each after those that it holds.</summary>
    public required EquatableArray<StructDefinition> Structs { get; init; }

    /// <summary>The tables.</summary>
    public required EquatableArray<TableDefinition> Tables { get; init; }

    /// <summary>The types of every kind.</summary>
    internal IEnumerable<Definition> Types => [.. Enums, .. Unions, .. Structs, .. Tables];

    /// <summary>The packets, ascending by id.</summary>
    public required EquatableArray<PacketDefinition> Packets { get; init; }

    /// <summary>The services.</summary>
    public required EquatableArray<ServiceDefinition> Services { get; init; }
}
