namespace Codec.Generated;

/// <summary>The positions and sizes, in bytes, that the generated writer uses for a table.</summary>
/// <remarks>
/// Implemented by a struct without fields, and called only through a type parameter, so that the JIT compiler inlines each member as a constant.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface ITableFacts
{
    /// <summary>Gets the offset of a root table in its payload.</summary>
    int RootTable { get; }

    /// <summary>Gets the size of the table, a multiple of 4.</summary>
    int TableSize { get; }

    /// <summary>Gets the size of the vtable.</summary>
    int VTableSize { get; }

    /// <summary>Gets the alignment of the position 4 bytes after the start of the table.</summary>
    int Alignment { get; }
}
