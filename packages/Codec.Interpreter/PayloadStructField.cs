namespace Codec.Interpreter;

internal sealed class PayloadStructField
{
    public required StructField Definition { get; init; }
    public required PayloadType Type { get; init; }
    public required JsonEncodedText JsonName { get; init; }
    public string Name => Definition.Name;

    /// <summary>Gets the offset of the field in the struct, in bytes.</summary>
    public int Offset => Definition.Offset;
}
