namespace Codec.Schema.Binding;

/// <summary>A field of a table. Its type is final only after all declarations have been read.</summary>
internal sealed class FieldSymbol(TableField field, BoundType type, RecordSymbol? nested)
{
    /// <summary>Gets the field, without its id, its type and its nested table.</summary>
    internal TableField Field { get; } = field;

    internal int Id { get; set; }
    internal BoundType Type { get; } = type;
    internal RecordSymbol? Nested { get; } = nested;
}
