using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>A method of a service.</summary>
public sealed record ServiceMethod
{
    /// <summary>Gets the name.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the full name of the request table.</summary>
    public required string Request { get; init; }

    /// <summary>Gets the full name of the response table.</summary>
    public required string Response { get; init; }

    /// <summary>Gets the location of the name.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets the lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Gets the attributes, in the order of the schema.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
