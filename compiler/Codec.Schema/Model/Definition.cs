using System.Collections.Generic;
using Codec.Schema.Diagnostics;

namespace Codec.Schema.Model;

/// <summary>A named definition in a schema: an enum, a union, a struct, a table or a service.</summary>
public abstract record Definition
{
    /// <summary>Gets the namespace and the name, separated by dots; unique in a model.</summary>
    public required string FullName { get; init; }

    /// <summary>Gets the namespace, with its parts separated by dots; empty if there is none.</summary>
    public required string Namespace { get; init; }

    /// <summary>Gets the name without the namespace.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the location of the name. Its path is the file that contains the definition.</summary>
    public required SourceSpan Span { get; init; }

    /// <summary>Gets the lines of the <c>///</c> comment, without the slashes.</summary>
    public EquatableArray<string> Documentation { get; init; }

    /// <summary>Gets the attributes, in the order of the schema.</summary>
    public EquatableArray<AttributeEntry> Attributes { get; init; }

    /// <summary>Returns the types that the fields or members refer to.</summary>
    internal virtual IEnumerable<TypeUse> Uses() => [];
}
