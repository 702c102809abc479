using Codec.Json;
using Codec.Schema.Model;

namespace Codec.Cli.Payloads;

/// <summary>The type of a field, an element or a union's member, with the definitions that it refers to.</summary>
internal sealed class PayloadType
{
    public required TypeKind Kind { get; init; }

    /// <summary>What a scalar, an enum or a union's type is stored as.</summary>
    public ScalarKind Scalar { get; init; }

    /// <summary>The bytes in place: of an offset, if the value is reached by one.</summary>
    public required int Size { get; init; }

    /// <summary>What the place is divisible by.</summary>
    public required int Alignment { get; init; }

    /// <summary>The number of elements of an array.</summary>
    public int Length { get; init; }

    /// <summary>The names of an enum's values.</summary>
    public GeneratedJsonNames? Names { get; init; }

    /// <summary>The element of a vector or an array.</summary>
    public PayloadType? Element { get; init; }

    public PayloadTable? Table { get; init; }

    public PayloadStruct? Struct { get; init; }

    public PayloadUnion? Union { get; init; }
}
