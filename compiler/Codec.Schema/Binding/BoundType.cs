namespace Codec.Schema.Binding;

/// <summary>A type whose table or struct may still be undeclared.</summary>
internal sealed class BoundType(
    TypeKind kind, ScalarKind scalar = ScalarKind.None, EnumSymbol? @enum = null, RecordSymbol? record = null, BoundType? element = null, int length = 0)
{
    private const int OffsetSize = 4;

    internal BoundType(EnumSymbol definition)
        : this(definition.IsUnion ? TypeKind.Union : TypeKind.Enum, definition.Underlying, definition)
    {
    }

    internal BoundType(RecordSymbol definition)
        : this(TypeKind.Table, record: definition)
    {
    }

    internal BoundType(BoundType element, int length)
        : this(length > 0 ? TypeKind.Array : TypeKind.Vector, element: element, length: length)
    {
    }

    internal TypeKind Kind => Record is { IsStruct: true } ? TypeKind.Struct : kind;
    internal ScalarKind Scalar { get; } = scalar;
    internal EnumSymbol? Enum { get; } = @enum;
    internal RecordSymbol? Record { get; } = record;
    internal BoundType? Element { get; } = element;
    internal int Length { get; } = length;
    internal bool IsScalar => Kind is TypeKind.Scalar or TypeKind.Enum;

    internal bool IsFixed => Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => true,
        TypeKind.Struct => Record!.IsComplete,
        TypeKind.Array => Element!.IsFixed,
        _ => false,
    };

    internal int Alignment => Inline.Alignment;
    internal long Size => Inline.Size;

    private (long Size, int Alignment) Inline => Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => (ScalarType.Of(Scalar).Size, ScalarType.Of(Scalar).Size),
        TypeKind.Struct => (Record!.Size, Record.Alignment),
        TypeKind.Array => (Element!.Size * Length, Element.Alignment),
        _ => (OffsetSize, OffsetSize),
    };

    internal TypeReference ToReference(bool isOffset64 = false) => new()
    {
        Kind = Kind,
        Scalar = Scalar,
        Definition = Enum?.FullName ?? Record?.FullName,
        Element = Element?.ToReference(),
        Length = Length,
        InlineSize = isOffset64 ? 2 * OffsetSize : (int)Size,
        InlineAlignment = isOffset64 ? 2 * OffsetSize : Alignment,
    };
}
