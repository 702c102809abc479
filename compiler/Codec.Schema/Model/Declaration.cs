namespace Codec.Schema.Model;

/// <summary>The common properties of what a schema declares: types, fields, values, members and methods.</summary>
public abstract record Declaration
{
    /// <summary>Gets the name as written, without the namespace.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the location of the name. Its path is the file that contains the declaration.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets the lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Gets the attributes, in the order of the schema.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
