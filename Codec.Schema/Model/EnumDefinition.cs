namespace Codec.Schema.Model;

/// <summary>Named numbers.</summary>
public sealed record EnumDefinition : Definition
{
    /// <summary>What values are stored as: an integer type.</summary>
    public required ScalarKind Underlying { get; init; }

    /// <summary>Whether the values are bits to combine; the schema writes positions, <see cref="EnumValue.Value"/> holds the bits.</summary>
    public required bool IsBitFlags { get; init; }

    /// <summary>The values, ascending; one declared without any has NONE, which is 0.</summary>
    public required EquatableArray<EnumValue> Values { get; init; }
}
