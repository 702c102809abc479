namespace Codec.Schema.Model;

/// <summary>A field of a struct. It is always present, at a fixed offset. Its type is a scalar, an enum, a struct or an array of these.</summary>
public sealed record StructField : FieldDefinition
{
    /// <summary>Gets the offset from the start of the struct, in bytes.</summary>
    public required int Offset { get; init; }

    /// <summary>Gets the number of padding bytes, which are zero, after this field.</summary>
    public required int PaddingAfter { get; init; }
}
