namespace Codec.Schema.Binding;

/// <summary>A type whose table or struct may still be undeclared.</summary>
internal sealed class BoundType
{
    private const int OffsetSize = 4;

    private readonly TypeKind _kind;

    internal BoundType(TypeKind kind, ScalarKind scalar = ScalarKind.None)
    {
        _kind = kind;
        Scalar = scalar;
    }

    internal BoundType(EnumSymbol definition)
        : this(definition.IsUnion ? TypeKind.Union : TypeKind.Enum, definition.Underlying)
    {
        Enum = definition;
    }

    internal BoundType(RecordSymbol definition)
        : this(TypeKind.Table)
    {
        Record = definition;
    }

    internal BoundType(BoundType element, int length)
        : this(length > 0 ? TypeKind.Array : TypeKind.Vector)
    {
        Element = element;
        Length = length;
    }

    internal TypeKind Kind => Record is { IsStruct: true } ? TypeKind.Struct : _kind;
    internal ScalarKind Scalar { get; }
    internal EnumSymbol? Enum { get; }
    internal RecordSymbol? Record { get; }
    internal BoundType? Element { get; }
    internal int Length { get; }
    internal bool IsScalar => Kind is TypeKind.Scalar or TypeKind.Enum;

    /// <summary>Gets whether the layout is known and fixed, so that a struct may contain the type.</summary>
    internal bool IsFixed => Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => true,
        TypeKind.Struct => Record!.IsComplete,
        TypeKind.Array => Element!.IsFixed,
        _ => false,
    };

    internal int Alignment => Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => ScalarType.Of(Scalar).Size,
        TypeKind.Struct => Record!.Alignment,
        TypeKind.Array => Element!.Alignment,
        _ => OffsetSize,
    };

    internal long Size => Kind switch
    {
        TypeKind.Scalar or TypeKind.Enum => ScalarType.Of(Scalar).Size,
        TypeKind.Struct => Record!.Size,
        TypeKind.Array => Element!.Size * Length,
        _ => OffsetSize,
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
