namespace Codec.Schema.Model;

/// <summary>A record of fixed layout without offsets; the same as the C++ struct.</summary>
public sealed record StructDefinition : Definition
{
    /// <summary>Bytes with padding; a multiple of <see cref="Alignment"/>.</summary>
    public required int Size { get; init; }

    /// <summary>Its alignment, in bytes: the largest of its fields', or <c>force_align</c>.</summary>
    public required int Alignment { get; init; }

    /// <summary>The fields in the order of their offsets.</summary>
    public required EquatableArray<StructField> Fields { get; init; }

    /// <summary>The packet whose payload this struct is; null when it is none.</summary>
    public PacketDefinition? Packet { get; init; }
}
