using Codec.Schema.Model;

namespace Codec.Schema.Binding;

/// <summary>A table's field; its type is only final when every declaration has been seen.</summary>
internal sealed class FieldSymbol(TableField field, BoundType type, RecordSymbol? nested)
{
    internal TableField Field { get; set; } = field;

    internal BoundType Type { get; } = type;

    internal RecordSymbol? Nested { get; } = nested;
}
