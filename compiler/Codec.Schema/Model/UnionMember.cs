using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>A member of a union.</summary>
public sealed record UnionMember
{
    /// <summary>Gets the name: the alias, or the name of the type with underscores instead of dots.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the id in the type field, which is never 0.</summary>
    public required ScalarValue Id { get; init; }

    /// <summary>Gets the type: a table, a struct or a string. In a union, a struct is stored like a table: the field contains an offset to it.</summary>
    public required TypeReference Type { get; init; }

    /// <summary>Gets the location of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets the lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Gets the attributes, in the order of the schema.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
