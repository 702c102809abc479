namespace Codec.Schema.Model;

/// <summary>The common properties of what a schema declares: types, fields, values, members and methods.</summary>
public abstract record Declaration
{
    /// <summary>Gets the name as written, without the namespace.</summary>
    public string Name { get; init; } = string.Empty;

    /// <summary>Gets the location of the name. Its path is the file that contains the declaration.</summary>
    public SourceSpan Span { get; init; }

    /// <summary>Gets the lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Gets the attributes, in the order of the schema.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
