namespace Codec.Schema.Model;

/// <summary>An enum.</summary>
public sealed record EnumDefinition : Definition
{
    /// <summary>Gets the integer type in which values are stored.</summary>
    public required ScalarKind Underlying { get; init; }

    /// <summary>
    /// Gets whether the values are bits that can be combined. The schema contains bit positions; <see cref="EnumValue.Value"/> is the bit itself.
    /// </summary>
    public required bool IsBitFlags { get; init; }

    /// <summary>Gets the values in ascending order. An enum that is declared without values has NONE, which is 0.</summary>
    public required EquatableArray<EnumValue> Values { get; init; }
}
