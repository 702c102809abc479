namespace Codec.Schema.CSharp;

/// <summary>Specifies which C# is generated for a model. Instances are compared by value.</summary>
public sealed record CSharpOptions
{
    /// <summary>The options that generate C# for every file, and equality only where the schema asks for it.</summary>
    public static readonly CSharpOptions Default = new();

    /// <summary>
    /// Gets whether all types compare by value. If not, only types with the attribute <c>csharp_equality</c> and the types that they refer
    /// to do.
    /// </summary>
    public bool Equality { get; init; }

    /// <summary>Gets the paths of schema files whose types are in another assembly, so that no C# is generated for them.</summary>
    public EquatableArray<string> ExternalFiles { get; init; }

    /// <summary>Gets the paths of schema files for which no protocol hash is generated, besides the external ones.</summary>
    public EquatableArray<string> FilesWithoutHash { get; init; }
}
