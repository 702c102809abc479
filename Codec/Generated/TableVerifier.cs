namespace Codec.Generated;

/// <summary>Verifies tables and the objects that they refer to: at least as strict as FlatBuffers' own verifier in C++.</summary>
/// <remarks>Alignment is relative to the start of the payload. The bytes of FlexBuffers are not verified. Stateless and thread-safe.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class TableVerifier
{
    /// <summary>The value that selects the default limit of tables, for a payload whose schema sets no limit.</summary>
    public const int DefaultTables = -1;

    /// <summary>Verifies a payload.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Root<TLayout>(ReadOnlySpan<byte> payload, int depth, int tables)
        where TLayout : struct, ITableLayout => IsKnownFlat<TLayout>(payload, depth, tables) || Any<TLayout>(payload, depth, tables);

    /// <summary>Verifies a payload, and finds its root table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryRoot<TLayout>(ReadOnlySpan<byte> payload, int depth, int tables, out TableReader<TLayout> table)
        where TLayout : struct, ITableLayout
    {
        if (IsKnownFlat<TLayout>(payload, depth, tables))
        {
            table = TableReader<TLayout>.KnownRoot(payload);
            return true;
        }

        table = AnyTable<TLayout>(payload, depth, tables).Copy();
        return table.IsPresent;
    }

    /// <summary>Finds the first invalid field of the root table of a payload that was rejected.</summary>
    /// <returns>The field's name, or an empty text if there is no valid table, or if the fields are not the reason.</returns>
    public static string FindInvalidField(ReadOnlySpan<byte> payload, int depth, int tables, GeneratedFieldCheck check)
    {
        GeneratedThrow.NotNull(check, nameof(check));
        GeneratedVerifierBudget budget = new(payload.Length, tables);
        int table = payload.Length < GeneratedVerifier.MinBufferSize ? 0 : GeneratedVerifier.Target(payload, 0);
        int vtable = 0;
        int size = table == 0 ? 0 : GeneratedVerifier.VTable(payload, table, out vtable);
        return size != 0 && budget.TakeTables(1) ? check(new TableFields(payload, table, vtable, size), depth, ref budget) : "";
    }

    /// <summary>Verifies a payload inside another.</summary>
    public static bool Buffer<TLayout>(ReadOnlySpan<byte> payload, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        uint identifier = default(TLayout).Identifier;
        return payload.Length >= GeneratedVerifier.MinBufferSize
            && (identifier == 0 || GeneratedBytes.LoadUInt32(payload, 4) == identifier)
            && At<TLayout>(payload, 0, depth, ref budget);
    }

    /// <summary>Verifies the table that an offset refers to.</summary>
    public static bool At<TLayout>(ReadOnlySpan<byte> buffer, int slot, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        long known = TableReader<TLayout>.NoKnownVTable;
        return budget.TakeTables(1) && depth <= GeneratedBudget.MaxDepth && Taken<TLayout>(buffer, slot, depth, ref budget, ref known);
    }

    /// <summary>Verifies a vector of tables.</summary>
    public static bool Vector<TLayout>(ReadOnlySpan<byte> buffer, int slot, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        nint start = GeneratedVerifier.Vector(buffer, slot, 4, 4, out int count);
        if (start == 0 || !budget.TakeTables(count) || (depth > GeneratedBudget.MaxDepth && count != 0))
        {
            return false;
        }

        long known = TableReader<TLayout>.NoKnownVTable;
        for (nint end = start + (4 * (nint)count); start != end; start += 4)
        {
            if (!Taken<TLayout>(buffer, start, depth, ref budget, ref known))
            {
                return false;
            }
        }

        return true;
    }

    // Verifies a table that was taken from the budget. The tables of a vector usually share one vtable, which is recognized once: its offset is known.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool Taken<TLayout>(ReadOnlySpan<byte> buffer, nint slot, int depth, ref GeneratedVerifierBudget budget, scoped ref long known)
        where TLayout : struct, ITableLayout
    {
        TLayout layout = default;
        int table = GeneratedVerifier.Target(buffer, slot);
        if (table == 0)
        {
            return false;
        }

        if (table <= buffer.Length - layout.TableSize && (layout.Alignment == 4 || (table & (layout.Alignment - 1)) == layout.Alignment - 4))
        {
            long vtable = (long)table - GeneratedBytes.LoadInt32(buffer, table);
            if (vtable == known
                || ((vtable & 1) == 0 && vtable >= 0 && vtable + layout.VTableSize <= buffer.Length && layout.IsVTable(buffer, (int)vtable)))
            {
                known = vtable;
                return layout.Verify(new TableFields(buffer, table, 0, TableFields.KnownVTable), depth, ref budget);
            }
        }

        return Other<TLayout>(buffer, table, depth, ref budget);
    }

    // Verifies a table that does not have the writer's layout.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Other<TLayout>(ReadOnlySpan<byte> buffer, int table, int depth, ref GeneratedVerifierBudget budget)
        where TLayout : struct, ITableLayout
    {
        int size = GeneratedVerifier.VTable(buffer, table, out int vtable);
        return size != 0 && default(TLayout).Verify(new TableFields(buffer, table, vtable, size), depth, ref budget);
    }

    // Returns whether a payload is valid, has only one table, and has the writer's layout. Otherwise, the general path verifies the payload again. One table
    // needs no budget, so only the general path has one.
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsKnownFlat<TLayout>(ReadOnlySpan<byte> payload, int depth, int tables)
        where TLayout : struct, ITableLayout
    {
        TLayout layout = default;
        GeneratedVerifierBudget budget = default;
        return layout.IsFlat && payload.Length >= layout.MinRootSize && layout.IsRoot(payload)
            && tables != 0 && depth <= GeneratedBudget.MaxDepth
            && layout.Verify(new TableFields(payload, layout.RootTable, 0, TableFields.KnownFlatRoot), depth, ref budget);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool Any<TLayout>(ReadOnlySpan<byte> payload, int depth, int tables)
        where TLayout : struct, ITableLayout
    {
        GeneratedVerifierBudget budget = new(payload.Length, tables);
        if (payload.Length >= default(TLayout).MinRootSize && default(TLayout).IsRoot(payload))
        {
            return budget.TakeTables(1) && depth <= GeneratedBudget.MaxDepth
                && default(TLayout).Verify(new TableFields(payload, default(TLayout).RootTable, 0, TableFields.KnownRoot), depth, ref budget);
        }

        return Buffer<TLayout>(payload, depth, ref budget);
    }

    // The result is the default value if the payload is not valid.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TableReader<TLayout> AnyTable<TLayout>(ReadOnlySpan<byte> payload, int depth, int tables)
        where TLayout : struct, ITableLayout =>
        Any<TLayout>(payload, depth, tables) && TableReader<TLayout>.TryRoot(payload, out TableReader<TLayout> table) ? table : default;
}
