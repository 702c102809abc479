namespace Codec.Schema.Model;

/// <summary>A field of a struct: always there, at a fixed place. Its type is a scalar, an enum, a struct or an array of these.</summary>
public sealed record StructField : FieldDefinition
{
    /// <summary>Bytes from the struct's start.</summary>
    public required int Offset { get; init; }

    /// <summary>Zero bytes between this field's end and the next field, or the struct's end.</summary>
    public required int PaddingAfter { get; init; }
}
