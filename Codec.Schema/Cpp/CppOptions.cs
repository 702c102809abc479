namespace Codec.Schema.Cpp;

/// <summary>Specifies which C++ is generated for a model. Instances are compared by value.</summary>
public sealed record CppOptions
{
    /// <summary>The options that use the namespaces of the schema.</summary>
    public static readonly CppOptions Default = new();

    /// <summary>
    /// Gets the namespace that encloses those of the schema, with its parts separated by dots; empty for none. With such a namespace, one program can
    /// use both these types and flatc's types.
    /// </summary>
    public string Namespace { get; init; } = "";
}
