namespace Codec.Schema.Model;

/// <summary>A method of a service.</summary>
public sealed record ServiceMethod : Declaration
{
    /// <summary>Gets the full name of the request table.</summary>
    public required string Request { get; init; }

    /// <summary>Gets the full name of the response table.</summary>
    public required string Response { get; init; }
}
