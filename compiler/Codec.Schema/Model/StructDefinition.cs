namespace Codec.Schema.Model;

/// <summary>A record with a fixed layout and without offsets. The layout is that of an equivalent C++ struct.</summary>
public sealed record StructDefinition : Definition
{
    /// <summary>Gets the size in bytes, with padding. It is a multiple of <see cref="Alignment"/>.</summary>
    public required int Size { get; init; }

    /// <summary>Gets the alignment in bytes: the largest alignment of a field, or <c>force_align</c>.</summary>
    public required int Alignment { get; init; }

    /// <summary>Gets the fields, in the order of their offsets.</summary>
    public required EquatableArray<StructField> Fields { get; init; }

    /// <summary>Gets the packet whose payload is this struct; null if there is none.</summary>
    public PacketDefinition? Packet { get; init; }

    internal override IEnumerable<TypeUse> Uses() =>
        Fields.Where(field => field.Type.Named is not null).Select(field => new TypeUse(field.Name, field.Span, field.Type.Named!));
}
