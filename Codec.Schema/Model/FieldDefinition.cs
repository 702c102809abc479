using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>What fields of structs and of tables have in common.</summary>
public abstract record FieldDefinition
{
    /// <summary>The name as written.</summary>
    public required string Name { get; init; }

    /// <summary>The type.</summary>
    public required TypeReference Type { get; init; }

    /// <summary>Whether vectors of the owner are sorted and searched by this field; at most one per struct or table.</summary>
    public bool IsKey { get; init; }

    /// <summary>Place of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Attributes in the order written.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
