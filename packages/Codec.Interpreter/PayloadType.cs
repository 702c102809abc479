namespace Codec.Interpreter;

/// <summary>The type of a field, an element or a union's member, with the definitions that it refers to.</summary>
internal sealed class PayloadType
{
    public required TypeKind Kind { get; init; }

    /// <summary>Gets the underlying type of a scalar, an enum or the type of a union.</summary>
    public ScalarKind Scalar { get; init; }

    /// <summary>Gets the inline size in bytes, which is that of an offset if the value is stored elsewhere.</summary>
    public required int Size { get; init; }

    public required int Alignment { get; init; }

    /// <summary>Gets the number of elements of an array.</summary>
    public int Length { get; init; }

    public PayloadNames? Names { get; init; }
    public PayloadType? Element { get; init; }
    public PayloadTable? Table { get; init; }
    public PayloadStruct? Struct { get; init; }
    public PayloadUnion? Union { get; init; }
}
