namespace Codec.Generated;

/// <summary>Writes an object as a table.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IObjectWriter : ITableWriter
{
    /// <summary>Returns the largest size of a table, its vtable and all that it refers to, in bytes.</summary>
    /// <param name="message">The object.</param>
    /// <param name="depth">The nesting depth of the table, from 1.</param>
    /// <exception cref="InvalidOperationException">An element is null, or tables are nested too deep.</exception>
    long MaxSize(object message, int depth);

    /// <summary>Writes a table and all that it refers to.</summary>
    /// <param name="origin">The payload's first byte.</param>
    /// <param name="at">The end of what has been written.</param>
    /// <param name="limit">The end of the memory.</param>
    /// <param name="slot">The position of the offset to the table.</param>
    /// <param name="message">The object.</param>
    /// <param name="last">The last vtable, which the table may share.</param>
    /// <param name="depth">The nesting depth of the table, from 1.</param>
    /// <param name="mode">The kind of the table; a constant.</param>
    /// <returns>The end of what has been written, or -1 if the memory was too short.</returns>
    /// <exception cref="InvalidOperationException">A required field or an element is null, or tables are nested too deep.</exception>
    int Write(ref byte origin, int at, int limit, int slot, object message, ref GeneratedVTable last, int depth, WriteMode mode);
}
