using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>One call of a service.</summary>
public sealed record ServiceMethod
{
    /// <summary>The name.</summary>
    public required string Name { get; init; }

    /// <summary>Full name of the table that is sent.</summary>
    public required string Request { get; init; }

    /// <summary>Full name of the table that comes back.</summary>
    public required string Response { get; init; }

    /// <summary>Place of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Attributes in the order written.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
