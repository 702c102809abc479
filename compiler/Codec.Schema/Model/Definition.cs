namespace Codec.Schema.Model;

/// <summary>A named definition in a schema: an enum, a union, a struct, a table or a service.</summary>
public abstract record Definition : Declaration
{
    /// <summary>Gets the namespace and the name, separated by dots; unique in a model.</summary>
    public required string FullName { get; init; }

    /// <summary>Gets the namespace, with its parts separated by dots; empty if there is none.</summary>
    public required string Namespace { get; init; }

    internal virtual IEnumerable<TypeUse> Uses() => [];
}
