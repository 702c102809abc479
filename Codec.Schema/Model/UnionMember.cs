using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>One choice of a union.</summary>
public sealed record UnionMember
{
    /// <summary>The choice's name: its alias, or the type's name with underscores for dots.</summary>
    public required string Name { get; init; }

    /// <summary>The id in the type field; never 0.</summary>
    public required ScalarValue Id { get; init; }

    /// <summary>A table, a struct or a string. A struct in a union is reached by an offset, as a table is.</summary>
    public required TypeReference Type { get; init; }

    /// <summary>Place of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Attributes in the order written.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
