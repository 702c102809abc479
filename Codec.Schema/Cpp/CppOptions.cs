namespace Codec.Schema.Cpp;

/// <summary>Specifies how a model becomes C++; equal to another by value.</summary>
public sealed record CppOptions
{
    /// <summary>The options that use the namespaces of the schema.</summary>
    public static readonly CppOptions Default = new();

    /// <summary>
    /// The namespace around those of the schema, with dots, so that the types can be in one program with flatc's; empty for none.
    /// </summary>
    public string Namespace { get; init; } = "";
}
