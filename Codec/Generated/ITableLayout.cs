namespace Codec.Generated;

/// <summary>Recognizes a table that the generated writer has written, so that every offset is known.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface ITableLayout : ITableFacts
{
    /// <summary>Gets the file identifier of a payload as a little-endian number, or 0 if the schema has none.</summary>
    uint Identifier { get; }

    /// <summary>Gets a value indicating whether the table is always the root of its payload, so that its offset is a constant.</summary>
    bool IsRootOnly { get; }

    /// <summary>Gets the size in bytes of the smallest payload with a complete table at its root.</summary>
    int MinRootSize { get; }

    /// <summary>Returns whether the payload starts with the bytes that the writer writes, up to and including the table's offset to its vtable.</summary>
    /// <param name="payload">The payload, of at least <see cref="MinRootSize"/> bytes. The callers test that, because a method with one condition
    /// needs no register for its result when it is inlined.</param>
    bool IsRoot(ReadOnlySpan<byte> payload);

    /// <summary>Returns whether a vtable is the one that the writer writes for a table that has all of its fields.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="vtable">The offset of the vtable; <see cref="ITableFacts.VTableSize"/> bytes from there on are inside the payload.</param>
    bool IsVTable(ReadOnlySpan<byte> buffer, int vtable);
}
