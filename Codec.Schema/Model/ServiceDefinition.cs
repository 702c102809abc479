namespace Codec.Schema.Model;

/// <summary>An <c>rpc_service</c>.</summary>
public sealed record ServiceDefinition : Definition
{
    /// <summary>The calls in the order written.</summary>
    public required EquatableArray<ServiceMethod> Methods { get; init; }
}
