using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace Codec.Generated;

/// <summary>The place of a table that was written from values, to write what it nests.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly struct WrittenTable
{
    /// <summary>Takes note of a table.</summary>
    /// <param name="table">The place of the table.</param>
    /// <param name="vtable">The place of its vtable.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public WrittenTable(int table, int vtable)
    {
        Table = table;
        VTable = vtable;
    }

    /// <summary>Gets the place of the table, or 0 if it was not written.</summary>
    internal int Table { get; }

    /// <summary>Gets the place of its vtable.</summary>
    internal int VTable { get; }
}
