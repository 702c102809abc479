using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>One name of an enum.</summary>
public sealed record EnumValue
{
    /// <summary>The name.</summary>
    public required string Name { get; init; }

    /// <summary>The number, in the enum's type.</summary>
    public required ScalarValue Value { get; init; }

    /// <summary>Place of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Attributes in the order written.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
