using Codec.Payloads;

namespace Codec.Generated;

/// <summary>
/// A table in a payload that was not verified: every method returns a value from inside the payload, or the value of a missing field.
/// </summary>
/// <typeparam name="TLayout">The layout that the generated writer uses for the table.</typeparam>
/// <remarks>
/// <c>offset</c> is the field's offset in the table as the writer lays it out; <c>entry</c> is the offset of the field's entry in the vtable.
/// Both are constants in the callers, which inline these methods. Thread-safe while no thread writes to the memory.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct TableReader<TLayout>
    where TLayout : struct, ITableLayout
{
    /// <summary>A number that is less than every possible offset of a vtable.</summary>
    internal const int NoKnownVTable = int.MinValue;

    private readonly ReadOnlySpan<byte> _buffer;

    // A native integer, so that a constant that is added to it becomes a part of the load instruction.
    private readonly nint _table;

    // -1 if the vtable is the one that the writer writes, so that every offset is known.
    private readonly int _vtable;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private TableReader(ReadOnlySpan<byte> buffer, nint table, int vtable)
    {
        _buffer = buffer;
        _table = table;
        _vtable = vtable;
    }

    /// <summary>Gets a value indicating whether there is a table.</summary>
    public bool IsPresent
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _table != 0 && _vtable != GeneratedReader.NoVTable;
    }

    /// <summary>Gets the size of the payload in bytes.</summary>
    public int PayloadSize => _buffer.Length;

    /// <summary>Gets a bool.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Boolean(int offset, int entry, bool missing) => Number(offset, entry, missing ? (byte)1 : (byte)0) != 0;

    /// <summary>Gets a bool that is false if it is missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Boolean(int offset, int entry) => Number<byte>(offset, entry) != 0;

    /// <summary>Gets a number that is 0 if it is missing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Number<T>(int offset, int entry)
        where T : unmanaged => Number<T>(offset, entry, default);

    /// <summary>Gets a bool that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool? OptionalBoolean(int offset, int entry) => Optional<byte>(offset, entry) is byte value ? value != 0 : null;

    /// <summary>Gets a number.</summary>
    // One expression, because the JIT compiler assumes that a branch that returns is rarely taken.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T Number<T>(int offset, int entry, T missing)
        where T : unmanaged => _vtable < 0
            ? GeneratedBytes.Load<T>(ref Known(offset))
            : GeneratedReader.Field(_buffer, (int)_table, _vtable, entry, Unsafe.SizeOf<T>()) is int slot && slot != 0
            ? GeneratedBytes.Load<T>(ref GeneratedBytes.Place(_buffer, slot))
            : missing;

    /// <summary>Gets a number that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Optional<T>(int offset, int entry)
        where T : unmanaged => _vtable < 0
            ? GeneratedBytes.Load<T>(ref Known(offset))
            : GeneratedReader.Field(_buffer, (int)_table, _vtable, entry, Unsafe.SizeOf<T>()) is int slot && slot != 0
            ? GeneratedBytes.Load<T>(ref GeneratedBytes.Place(_buffer, slot))
            : default(T?);

    /// <summary>Gets a struct that may be null.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? Struct<T>(int offset, int entry)
        where T : unmanaged, IWireStruct => _vtable < 0
            ? GeneratedBytes.Load<T>(ref Known(offset))
            : GeneratedReader.Field(_buffer, (int)_table, _vtable, entry, Unsafe.SizeOf<T>()) is int slot && slot != 0
            ? GeneratedBytes.Load<T>(ref GeneratedBytes.Place(_buffer, slot))
            : default(T?);

    /// <summary>Gets a struct that is required.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T RequiredStruct<T>(int offset, int entry)
        where T : unmanaged, IWireStruct => _vtable < 0
            ? GeneratedBytes.Load<T>(ref Known(offset))
            : GeneratedReader.Field(_buffer, (int)_table, _vtable, entry, Unsafe.SizeOf<T>()) is int slot && slot != 0
            ? GeneratedBytes.Load<T>(ref GeneratedBytes.Place(_buffer, slot))
            : default;

    /// <summary>Returns whether the payload has a field that is an offset.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Has(int offset, int entry) => Slot(offset, entry) != 0;

    /// <summary>Gets a text.</summary>
    /// <returns>The text, with U+FFFD for bytes that are not UTF-8; <see langword="null"/> if there is none.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? Text(int offset, int entry)
    {
        if (_vtable < 0 && default(TLayout).IsRootOnly)
        {
            return GeneratedReader.Text(_buffer, default(TLayout).RootTable + offset);
        }

        return GeneratedReader.Text(_buffer, Slot(offset, entry));
    }

    /// <summary>Gets a text that has a default.</summary>
    public string Text(int offset, int entry, string missing) => GeneratedReader.Text(_buffer, Slot(offset, entry)) ?? missing;

    /// <summary>Gets a text as UTF-8, without its terminator.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> Utf8(int offset, int entry) => Numbers<byte>(offset, entry);

    /// <summary>Gets a text that has a default as UTF-8, without its terminator.</summary>
    public ReadOnlySpan<byte> Utf8(int offset, int entry, ReadOnlySpan<byte> missing) => GeneratedReader.Bytes(_buffer, Slot(offset, entry), missing);

    /// <summary>Gets, as UTF-8, a text that the writer writes directly after the table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> FirstUtf8(int offset, int entry)
    {
        TLayout layout = default;
        if (!layout.IsRootOnly || _vtable >= 0)
        {
            return Numbers<byte>(offset, entry);
        }

        int slot = layout.RootTable + offset;
        int text = layout.RootTable + layout.TableSize;
        return GeneratedBytes.HasUInt32(_buffer, slot, (uint)(text - slot)) ? GeneratedReader.TextAt(_buffer, text) : GeneratedReader.BytesAt(_buffer, slot);
    }

    /// <summary>Gets a vector of numbers, or of bools as bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<T> Numbers<T>(int offset, int entry)
        where T : unmanaged
    {
        if (_vtable < 0 && default(TLayout).IsRootOnly)
        {
            // With a constant offset, the code is short enough to be inlined twice.
            return GeneratedReader.Numbers<T>(_buffer, default(TLayout).RootTable + offset);
        }

        nint slot = KnownPosition(offset);
        return _vtable < 0 || TryFind(entry, out slot) ? GeneratedReader.Numbers<T>(_buffer, slot) : default;
    }

    /// <summary>Gets a vector of structs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<T> Structs<T>(int offset, int entry)
        where T : unmanaged, IWireStruct
    {
        // The only call, which is inlined. A second one would not be inlined, and the caller would have to save its vector registers before it.
        nint slot = KnownPosition(offset);
        return _vtable < 0 || TryFind(entry, out slot) ? GeneratedReader.Numbers<T>(_buffer, slot) : default;
    }

    /// <summary>Gets a vector of texts.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TextVector Texts(int offset, int entry) => TextVector.At(_buffer, Slot(offset, entry));

    /// <summary>Gets a nested table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableReader<T> Table<T>(int offset, int entry)
        where T : struct, ITableLayout => TableReader<T>.At(_buffer, Slot(offset, entry));

    /// <summary>Gets a vector of tables.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public TableVector<T> Tables<T>(int offset, int entry)
        where T : struct, ITableLayout => new(_buffer, Slot(offset, entry));

    /// <summary>Gets the value of a union.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public UnionReader Union(int offset, int entry) => new(_buffer, Slot(offset, entry));

    /// <summary>Gets a vector of unions.</summary>
    public UnionVector Unions(int typeOffset, int typeEntry, int typeSize, int offset, int entry) =>
        new(_buffer, Slot(typeOffset, typeEntry), typeSize, Slot(offset, entry));

    /// <summary>Returns a text as a string: <paramref name="value"/> itself, if it is the same ASCII text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public string? ReadText(int offset, int entry, string? value, string? missing, ref GeneratedBudget budget) =>
        GeneratedReader.ReadText(_buffer, Slot(offset, entry), value, missing, ref budget);

    /// <summary>Copies a vector of numbers into a list, whose memory is reused.</summary>
    /// <param name="offset">The offset.</param>
    /// <param name="entry">The entry.</param>
    /// <param name="list">The list to reuse, or <see langword="null"/>.</param>
    /// <param name="isEmptyByDefault">Whether a missing vector is an empty list rather than <see langword="null"/>.</param>
    /// <param name="budget">The memory that may still be allocated.</param>
    /// <returns>The list.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public FieldList<T>? ReadNumbers<T>(int offset, int entry, FieldList<T>? list, bool isEmptyByDefault, ref GeneratedBudget budget)
        where T : unmanaged =>
        Slot(offset, entry) is int slot && (isEmptyByDefault || slot != 0) ? GeneratedReader.ReadVector(_buffer, slot, list, ref budget) : null;

    /// <summary>Copies a vector of structs, as <see cref="ReadNumbers"/> does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public FieldList<T>? ReadStructs<T>(int offset, int entry, FieldList<T>? list, bool isEmptyByDefault, ref GeneratedBudget budget)
        where T : unmanaged, IWireStruct =>
        Slot(offset, entry) is int slot && (isEmptyByDefault || slot != 0) ? GeneratedReader.ReadVector(_buffer, slot, list, ref budget) : null;

    /// <summary>Copies a vector of bools, as <see cref="ReadNumbers"/> does; every byte other than 0 is true.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public FieldList<bool>? ReadBooleans(int offset, int entry, FieldList<bool>? list, bool isEmptyByDefault, ref GeneratedBudget budget) =>
        Slot(offset, entry) is int slot && (isEmptyByDefault || slot != 0) ? GeneratedReader.ReadBooleans(_buffer, slot, list, ref budget) : null;

    /// <summary>Copies a vector of texts, as <see cref="ReadNumbers"/> does.</summary>
    public FieldList<string>? ReadTexts(int offset, int entry, FieldList<string>? list, bool isEmptyByDefault, ref GeneratedBudget budget) =>
        Slot(offset, entry) is int slot && (isEmptyByDefault || slot != 0) ? GeneratedReader.ReadTexts(_buffer, slot, list, ref budget) : null;

    /// <summary>Copies a nested table into an object, or into a new one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T? ReadTable<T, TNested>(int offset, int entry, T? target, ref GeneratedBudget budget, int depth)
        where T : class
        where TNested : struct, IObjectReader<TNested> =>
        Unsafe.As<T?>(default(TNested).Read(Table<TNested>(offset, entry), target, ref budget, depth));

    /// <summary>Copies a vector of tables into a list, whose memory is reused.</summary>
    public FieldList<T>? ReadTables<T, TNested>(int offset, int entry, FieldList<T>? list, bool isEmptyByDefault, ref GeneratedBudget budget, int depth)
        where T : class
        where TNested : struct, IObjectReader<TNested> => Slot(offset, entry) is int slot && (isEmptyByDefault || slot != 0)
            ? GeneratedReader.ReadTables<T, TNested>(_buffer, slot, list, ref budget, depth)
            : null;

    /// <summary>Returns the fields of a result in memory as values that the JIT compiler can keep in registers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal TableReader<TLayout> Copy() => new(_buffer, _table, _vtable);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static TableReader<TLayout> KnownRoot(ReadOnlySpan<byte> payload) => new(payload, default(TLayout).RootTable, -1);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryRoot(ReadOnlySpan<byte> payload, out TableReader<TLayout> table)
    {
        TLayout layout = default;
        if (payload.Length >= layout.MinRootSize && layout.IsRoot(payload))
        {
            table = KnownRoot(payload);
            return true;
        }

        int vtable = GeneratedReader.RootVTable(payload, out int place);
        if (layout.Identifier != 0 && (payload.Length < 8 || GeneratedBytes.LoadUInt32(payload, 4) != layout.Identifier))
        {
            vtable = GeneratedReader.NoVTable;
        }

        table = new TableReader<TLayout>(payload, place, vtable);
        return vtable != GeneratedReader.NoVTable;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static TableReader<TLayout> At(ReadOnlySpan<byte> buffer, int slot)
    {
        long known = NoKnownVTable;
        return slot == 0 ? new TableReader<TLayout>(buffer, 0, GeneratedReader.NoVTable) : At(buffer, slot, ref known);
    }

    /// <summary>
    /// Follows an offset, which must be inside the payload, to a table. <paramref name="known"/> is the offset of the last vtable that was recognized as the
    /// writer's, or <see cref="NoKnownVTable"/>. The tables of a vector usually share one vtable.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static TableReader<TLayout> At(ReadOnlySpan<byte> buffer, nint slot, scoped ref long known)
    {
        TLayout layout = default;
        long table = slot + (long)GeneratedBytes.Load<uint>(ref GeneratedBytes.Place(buffer, slot));

        // The known offsets of a root-only layout are relative to the root's position. If an offset refers to such a table, it is read through its
        // vtable.
        if (!layout.IsRootOnly && table + layout.TableSize <= buffer.Length)
        {
            long vtable = table - GeneratedBytes.Load<int>(ref GeneratedBytes.Place(buffer, (nint)table));
            if (vtable == known)
            {
                return new TableReader<TLayout>(buffer, (nint)table, -1);
            }

            if (vtable >= 0 && vtable + layout.VTableSize <= buffer.Length && layout.IsVTable(buffer, (int)vtable))
            {
                known = vtable;
                return new TableReader<TLayout>(buffer, (nint)table, -1);
            }
        }

        return new TableReader<TLayout>(buffer, (int)table, GeneratedReader.FindVTable(buffer, (ulong)table));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte Known(int offset) => ref default(TLayout).IsRootOnly
        ? ref GeneratedBytes.Place(_buffer, default(TLayout).RootTable + offset)
        : ref Unsafe.Add(ref GeneratedBytes.Place(_buffer, _table), (nint)offset);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private nint KnownPosition(int offset) => (default(TLayout).IsRootOnly ? default(TLayout).RootTable : _table) + offset;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Slot(int offset, int entry) => _vtable < 0 ? (int)KnownPosition(offset) : GeneratedReader.Field(_buffer, (int)_table, _vtable, entry, 4);

    // The position of an offset, if the vtable is not the writer's.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool TryFind(int entry, out nint slot)
    {
        slot = GeneratedReader.Field(_buffer, (int)_table, _vtable, entry, 4);
        return slot != 0;
    }
}
