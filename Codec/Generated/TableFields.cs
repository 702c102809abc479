namespace Codec.Generated;

/// <summary>A table that is being verified. Each method verifies one field, and the value that the field's offset refers to.</summary>
/// <remarks>
/// <c>offset</c> is the field's offset in the table as the writer lays it out; <c>entry</c> is the offset of the field's entry in the vtable;
/// sizes and alignments are in bytes. A field that is missing is valid unless it is required.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct TableFields
{
    // Values of _vtableSize for a vtable that the writer has written: every field is present and aligned.
    internal const int KnownVTable = -1;
    internal const int KnownRoot = -2;

    // As KnownRoot, for a table that refers to no other table. A text that the writer writes right after the table must be there.
    internal const int KnownFlatRoot = -3;

    private readonly ReadOnlySpan<byte> _buffer;

    // A native integer, so that a constant that is added to it becomes a part of the load instruction.
    private readonly nint _table;
    private readonly int _vtable;
    private readonly int _vtableSize;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal TableFields(ReadOnlySpan<byte> buffer, nint table, int vtable, int vtableSize)
    {
        _buffer = buffer;
        _table = table;
        _vtable = vtable;
        _vtableSize = vtableSize;
    }

    /// <summary>Gets the payload.</summary>
    public ReadOnlySpan<byte> Buffer => _buffer;

    /// <summary>Verifies an inline value of the table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Value(int entry, int size, int alignment) => _vtableSize < 0 || Find(entry, size, alignment) >= 0;

    /// <summary>Verifies a required inline value of the table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool RequiredValue(int entry, int size, int alignment) => _vtableSize < 0 || Find(entry, size, alignment) > 0;

    /// <summary>Verifies a text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Text(int offset, int entry, bool isRequired)
    {
        if (_vtableSize < 0)
        {
            return GeneratedVerifier.Text(_buffer, _table + offset);
        }

        int slot = Find(entry);
        return slot > 0 ? GeneratedVerifier.Text(_buffer, slot) : IsMissing(slot, isRequired);
    }

    /// <summary>Verifies a text that the writer writes right after the table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool FirstText(int offset, int entry, bool isRequired, int tableSize) => _vtableSize == KnownFlatRoot
        ? GeneratedVerifier.Text(_buffer, (int)_table + offset, (int)_table + tableSize)
        : Text(offset, entry, isRequired);

    /// <summary>Verifies a vector of values.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Vector(int offset, int entry, bool isRequired, int elementSize, int alignment)
    {
        if (_vtableSize < 0)
        {
            return GeneratedVerifier.IsVector(_buffer, _table + offset, elementSize, alignment);
        }

        int slot = Find(entry);
        return slot > 0 ? GeneratedVerifier.IsVector(_buffer, slot, elementSize, alignment) : IsMissing(slot, isRequired);
    }

    /// <summary>Verifies a vector of texts. The root is visited once, so its texts need no budget.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Texts(int offset, int entry, bool isRequired, ref GeneratedVerifierBudget budget)
    {
        if (_vtableSize <= KnownRoot)
        {
            return GeneratedVerifier.Texts(_buffer, _table + offset);
        }

        int slot = Slot(offset, entry);
        return slot > 0 ? GeneratedVerifier.Texts(_buffer, slot, ref budget) : IsMissing(slot, isRequired);
    }

    /// <summary>Verifies a table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Table<TLayout>(int offset, int entry, bool isRequired, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        int slot = Slot(offset, entry);
        return slot > 0 ? TableVerifier.At<TLayout>(_buffer, slot, depth + 1, ref budget) : IsMissing(slot, isRequired);
    }

    /// <summary>Verifies a vector of tables.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Tables<TLayout>(int offset, int entry, bool isRequired, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        int slot = Slot(offset, entry);
        return slot > 0 ? TableVerifier.Vector<TLayout>(_buffer, slot, depth + 1, ref budget) : IsMissing(slot, isRequired);
    }

    /// <summary>Verifies a vector of bytes that contains a nested payload.</summary>
    public bool Nested<TLayout>(int offset, int entry, bool isRequired, int alignment, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        int slot = Slot(offset, entry);
        return slot > 0
            ? GeneratedVerifier.IsVector(_buffer, slot, 1, alignment)
                && TableVerifier.Buffer<TLayout>(GeneratedReader.Bytes(_buffer, slot), depth + 1, ref budget)
            : IsMissing(slot, isRequired);
    }

    /// <summary>Finds the two fields of a union, or of a vector of unions.</summary>
    public bool Union(int typeOffset, int typeEntry, int typeSize, int offset, int entry, bool isRequired, out int typeSlot, out int slot)
    {
        typeSlot = _vtableSize < 0 ? (int)_table + typeOffset : Find(typeEntry, typeSize, typeSize);
        slot = Slot(offset, entry);
        return typeSlot >= 0 && (slot > 0 || IsMissing(slot, isRequired));
    }

    private static bool IsMissing(int slot, bool isRequired) => slot == 0 && !isRequired;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Slot(int offset, int entry) => _vtableSize < 0 ? (int)_table + offset : Find(entry);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Find(int entry) => Find(entry, 4, 4);

    // Inlined, because a call with the address of this struct keeps its fields in memory, and the JIT then repeats every check of _vtableSize.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Find(int entry, int size, int alignment) => GeneratedVerifier.Field(_buffer, (int)_table, _vtable, _vtableSize, entry, size, alignment);
}
