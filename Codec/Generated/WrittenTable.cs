namespace Codec.Generated;

/// <summary>The position of a table that was written from values. Its nested tables and vectors are written through it.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly struct WrittenTable
{
    /// <summary>Creates the position of a table.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public WrittenTable(int table, int vtable)
    {
        Table = table;
        VTable = vtable;
    }

    /// <summary>Gets the position of the table, or 0 if it was not written.</summary>
    internal int Table { get; }

    /// <summary>Gets the position of its vtable.</summary>
    internal int VTable { get; }
}
