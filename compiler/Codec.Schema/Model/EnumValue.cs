namespace Codec.Schema.Model;

/// <summary>A named value of an enum.</summary>
public sealed record EnumValue : Declaration
{
    /// <summary>Gets the number, in the type of the enum.</summary>
    public required ScalarValue Value { get; init; }
}
