using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>A named value of an enum.</summary>
public sealed record EnumValue
{
    /// <summary>Gets the name.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the number, in the type of the enum.</summary>
    public required ScalarValue Value { get; init; }

    /// <summary>Gets the location of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets the lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Gets the attributes, in the order of the schema.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
