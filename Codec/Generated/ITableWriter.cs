namespace Codec.Generated;

/// <summary>Writes the vtable of a table.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface ITableWriter : ITableFacts
{
    /// <summary>Writes the vtable of a table that has all of its fields, with padding to a multiple of 4 bytes.</summary>
    /// <param name="origin">The payload's first byte.</param>
    /// <param name="at">The position of the vtable.</param>
    void StoreVTable(ref byte origin, int at);
}
