using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>Something with a name in a schema: an enum, a union, a struct, a table or a service.</summary>
public abstract record Definition
{
    /// <summary>Namespace and name with dots between; unique in a model.</summary>
    public required string FullName { get; init; }

    /// <summary>The namespace with dots; empty when there is none.</summary>
    public required string Namespace { get; init; }

    /// <summary>The name alone.</summary>
    public required string Name { get; init; }

    /// <summary>Place of the name; its path is the file that declares this.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Attributes in the order written.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }
}
