namespace Codec.Generated;

/// <summary>
/// The positions and sizes, in bytes, that the generated writer uses for a table, and the code that recognizes, verifies and writes one.
/// </summary>
/// <remarks>
/// Implemented by a struct without fields, and called only through a type parameter, so that the JIT compiler inlines each member as a constant.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface ITableLayout
{
    /// <summary>Gets the file identifier of a payload as a little-endian number, or 0 if the schema has none.</summary>
    uint Identifier { get; }

    /// <summary>Gets a number that differs from those of other tables: a hash of the name.</summary>
    ulong Hash { get; }

    /// <summary>Gets a value indicating whether the table is always the root of its payload, so that its offset is a constant.</summary>
    bool IsRootOnly { get; }

    /// <summary>Gets whether the table refers to no other table.</summary>
    bool IsFlat { get; }

    /// <summary>Gets the offset of a root table in its payload.</summary>
    int RootTable { get; }

    /// <summary>Gets the size of the table, a multiple of 4.</summary>
    int TableSize { get; }

    /// <summary>Gets the size of the vtable.</summary>
    int VTableSize { get; }

    /// <summary>Gets the alignment of the position 4 bytes after the start of the table.</summary>
    int Alignment { get; }

    /// <summary>Gets the size in bytes of the smallest payload with a complete table at its root.</summary>
    int MinRootSize { get; }

    /// <summary>Returns whether the payload starts with the bytes that the writer writes, up to and including the table's offset to its vtable.</summary>
    /// <param name="payload">
    /// The payload, of at least <see cref="MinRootSize"/> bytes. The callers test the size, because an inlined method with one condition needs no register for
    /// its result.
    /// </param>
    bool IsRoot(ReadOnlySpan<byte> payload);

    /// <summary>Returns whether a vtable is the one that the writer writes for a table that has all of its fields.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="vtable">The offset of the vtable; <see cref="VTableSize"/> bytes from there on are inside the payload.</param>
    bool IsVTable(ReadOnlySpan<byte> buffer, int vtable);

    /// <summary>Verifies the fields.</summary>
    bool Verify(TableFields table, int depth, ref GeneratedVerifierBudget budget);

    /// <summary>Writes the vtable of a table that has all of its fields, with padding to a multiple of 4 bytes.</summary>
    void StoreVTable(ref byte origin, int at);

    /// <summary>Returns the largest size of a table, its vtable and all that it refers to, in bytes.</summary>
    /// <exception cref="InvalidOperationException">An element is null, or tables are nested too deep.</exception>
    long MaxSize(object message, int depth);

    /// <summary>Writes a table and all that it refers to.</summary>
    /// <param name="origin">The payload's first byte.</param>
    /// <param name="at">The end of what has been written.</param>
    /// <param name="slot">The position of the offset to the table.</param>
    /// <param name="message">The object.</param>
    /// <param name="vtables">The end of the memory, and the vtables that tables share.</param>
    /// <param name="depth">The nesting depth of the table, from 1.</param>
    /// <param name="mode">The kind of the table; a constant.</param>
    /// <returns>The end of what has been written, or -1 if the memory was too short.</returns>
    /// <exception cref="InvalidOperationException">A required field or an element is null, or tables are nested too deep.</exception>
    int Write(ref byte origin, int at, int slot, object message, ref GeneratedVTables vtables, int depth, WriteMode mode);
}
