using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Writes objects as tables, for generated code.</summary>
/// <remarks>
/// Parameters as for <see cref="ITableLayout.Write"/>; a negative <c>at</c> means that the memory was too short. Stateless and thread-safe.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class TableWriter
{
    /// <summary>Returns the largest size of a payload in bytes.</summary>
    /// <exception cref="InvalidOperationException">No memory is that large, an element is null, or tables are nested too deep.</exception>
    public static int MaxSize<TLayout>(object message, string table)
        where TLayout : struct, ITableLayout
    {
        // A root table has a fixed position, which may need less padding than the position of a nested table.
        TLayout layout = default;
        return GeneratedWriter.CheckSize(
            layout.MaxSize(message, 1) + layout.RootTable - Padded(layout.VTableSize) - (layout.Alignment - 4), table);
    }

    /// <summary>Returns the largest size of a nested table in bytes; 0 for null.</summary>
    public static long MaxSize<TLayout>(object? message, int depth)
        where TLayout : struct, ITableLayout => message is null ? 0 : default(TLayout).MaxSize(message, depth);

    /// <summary>Returns the largest size of a vector of tables in bytes; 0 for null.</summary>
    /// <exception cref="InvalidOperationException">An element is null.</exception>
    public static long MaxSize<T, TLayout>(FieldList<T>? list, string field, int depth)
        where T : class
        where TLayout : struct, ITableLayout
    {
        long size = GeneratedWriter.MaxListSize(list, 4, 4);
        foreach (T element in GeneratedWriter.Elements(list))
        {
            size += default(TLayout).MaxSize(GeneratedWriter.NotNull(element, field), depth);
        }

        return size;
    }

    /// <summary>Writes a payload.</summary>
    /// <returns><see langword="false"/> if the memory was too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    [SkipLocalsInit]
    public static bool Root<TLayout>(Span<byte> destination, object message, out int written)
        where TLayout : struct, ITableLayout
    {
        // Clearing all vtables takes as long as writing a short payload.
        Unsafe.SkipInit(out GeneratedVTables vtables);
        vtables.Start(destination.Length);
        int end = default(TLayout).Write(ref GeneratedBytes.First(destination), 0, 0, message, ref vtables, 1, WriteMode.Root);
        written = end < 0 ? 0 : end;
        return end >= 0;
    }

    /// <summary>Writes a payload and advances the destination.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is null.</exception>
    /// <exception cref="InvalidOperationException">As for <see cref="ITableLayout.Write"/>, or another thread changes the object.</exception>
    public static void Write<TLayout>(IBufferWriter<byte> destination, object message, string table)
        where TLayout : struct, ITableLayout
    {
        if (destination is null)
        {
            Throw.ArgumentNull(nameof(destination));
        }

        if (!Root<TLayout>(destination.GetSpan(MaxSize<TLayout>(message, table)), message, out int written))
        {
            Throw.ChangedWhileWriting(table);
        }

        destination.Advance(written);
    }

    /// <summary>Writes a field that is a table.</summary>
    public static int Table<TLayout>(ref byte origin, int at, int slot, object? message, ref GeneratedVTables vtables, int depth)
        where TLayout : struct, ITableLayout
    {
        if (message is null || at < 0)
        {
            return GeneratedWriter.None(ref origin, at, slot);
        }

        return default(TLayout).Write(ref origin, at, slot, message, ref vtables, depth, WriteMode.Table);
    }

    /// <summary>Writes the first complete element of a vector: one with all of its fields.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int First<TLayout>(ref byte origin, int at, int slot, object message, ref GeneratedVTables vtables, int depth)
        where TLayout : struct, ITableLayout
    {
        at = default(TLayout).Write(ref origin, at, slot, message, ref vtables, depth, WriteMode.Table);
        vtables.Whole = vtables.Find(default(TLayout).Hash, 0, depth);
        return at;
    }

    /// <summary>Writes an element of a vector that lacks fields, or for which the memory may be too short.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static int Element<TLayout>(ref byte origin, int at, int slot, object message, ref GeneratedVTables vtables, int depth)
        where TLayout : struct, ITableLayout =>
        default(TLayout).Write(ref origin, at, slot, message, ref vtables, depth, WriteMode.Table);

    /// <summary>Writes a field that is a vector of tables.</summary>
    /// <exception cref="InvalidOperationException">An element is null.</exception>
    public static int Vector<T, TLayout>(
        ref byte origin, int at, int slot, ReadOnlySpan<T> elements, string field, ref GeneratedVTables vtables, int depth)
        where T : class
        where TLayout : struct, ITableLayout
    {
        if (GeneratedWriter.IsAbsent(elements) || at < 0)
        {
            return GeneratedWriter.None(ref origin, at, slot);
        }

        at = GeneratedWriter.VectorHead(ref origin, at, vtables.End, slot, elements.Length, 4, 4, out int first);
        int outer = vtables.Whole;
        vtables.Whole = vtables.Last(default(TLayout).Hash, 0, depth);
        for (int i = 0; at >= 0 && i < elements.Length; i++)
        {
            at = default(TLayout).Write(
                ref origin, at, first + (4 * i), GeneratedWriter.NotNull(elements[i], field), ref vtables, depth, WriteMode.Element);
        }

        vtables.Whole = outer;
        return at;
    }

    /// <summary>Starts a table whose values the caller stores, after what has been written.</summary>
    /// <returns>The position of the table, or -1 if the memory was too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Start<TLayout>(ref PayloadWriter writer, int slot, ulong shape)
        where TLayout : struct, ITableLayout
    {
        if (slot < 0 || writer.At < 0)
        {
            return -1;
        }

        // The vtable of the root, whose slot is 0, is not shared.
        shape |= slot == 0 ? GeneratedVTables.Unshared : 0;
        ref byte origin = ref GeneratedBytes.First(writer.Destination);
        int table = Place<TLayout>(ref origin, writer.At, writer.Destination.Length, slot, ref writer.VTables, shape, depth: 0);
        writer.At = table < 0 ? -1 : table + default(TLayout).TableSize;
        return table;
    }

    /// <summary>Reserves space for a table and writes its offsets, and a vtable if it cannot share one.</summary>
    /// <returns>The position of the table, or -1 if the memory was too short.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Place<TLayout>(ref byte origin, int at, int end, int slot, ref GeneratedVTables vtables, ulong shape, int depth)
        where TLayout : struct, ITableLayout
    {
        TLayout layout = default;
        int vtable = vtables.Last(layout.Hash, shape, depth);
        if (vtable == 0 && (vtable = vtables.Find(layout.Hash, shape, depth)) == 0)
        {
            int size = Padded(layout.VTableSize);
            if (end - at < size)
            {
                return -1;
            }

            layout.StoreVTable(ref origin, at);
            vtables.Add(ref origin, at, layout.Hash, shape, depth);
            vtable = at;
            at += size;
        }

        return GeneratedWriter.Link(ref origin, at, end, slot, vtable, layout.TableSize, layout.Alignment);
    }

    private static int Padded(int size) => (size + 3) & ~3;
}
