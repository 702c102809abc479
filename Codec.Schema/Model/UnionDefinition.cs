namespace Codec.Schema.Model;

/// <summary>A choice between types; the id 0 means none.</summary>
public sealed record UnionDefinition : Definition
{
    /// <summary>What type ids are stored as; UByte unless the schema says otherwise.</summary>
    public required ScalarKind Underlying { get; init; }

    /// <summary>The choices without NONE, ascending by id.</summary>
    public required EquatableArray<UnionMember> Members { get; init; }
}
