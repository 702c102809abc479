namespace Codec.Schema.Model;

/// <summary>An <c>rpc_service</c>.</summary>
public sealed record ServiceDefinition : Definition
{
    /// <summary>Gets the methods, in the order of the schema.</summary>
    public required EquatableArray<ServiceMethod> Methods { get; init; }
}
