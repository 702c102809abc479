namespace Codec.Schema.Binding;

/// <summary>A field of a table. Its type is final only after all declarations have been read.</summary>
internal sealed class FieldSymbol(TableField field, BoundType type, RecordSymbol? nested)
{
    internal TableField Field { get; set; } = field;
    internal BoundType Type { get; } = type;
    internal RecordSymbol? Nested { get; } = nested;
}
