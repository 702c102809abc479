using System;
using Codec.Generated;

namespace Codec.Cli.Payloads;

/// <summary>A table in a payload. Whatever the bytes are, a place is inside the payload, or 0 for what is missing.</summary>
internal readonly ref struct PayloadCursor
{
    private readonly int _table;
    private readonly int _vtable;

    private PayloadCursor(ReadOnlySpan<byte> buffer, int table, int vtable)
    {
        Buffer = buffer;
        _table = table;
        _vtable = vtable;
    }

    /// <summary>Gets the payload.</summary>
    public ReadOnlySpan<byte> Buffer { get; }

    /// <summary>Gets the place of the table.</summary>
    public int Place => _table;

    /// <summary>Gets the place of the vtable.</summary>
    public int VTable => _vtable;

    /// <summary>Gets a value indicating whether there is a table.</summary>
    public bool IsPresent => _vtable != GeneratedReader.NoVTable;

    /// <summary>Follows the offset to the root table.</summary>
    public static PayloadCursor Root(ReadOnlySpan<byte> payload)
    {
        int vtable = GeneratedReader.RootVTable(payload, out int table);
        return new PayloadCursor(payload, table, vtable);
    }

    /// <summary>Follows an offset to a table.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="slot">The place of the offset; 4 bytes are there.</param>
    public static PayloadCursor At(ReadOnlySpan<byte> buffer, int slot)
    {
        ulong table = (uint)slot + (ulong)GeneratedBytes.LoadUInt32(buffer, slot);
        int vtable = GeneratedReader.FindVTable(buffer, table);
        return new PayloadCursor(buffer, vtable == GeneratedReader.NoVTable ? 0 : (int)table, vtable);
    }

    /// <summary>Finds a field.</summary>
    /// <param name="entry">The bytes from the vtable's start to its entry.</param>
    /// <param name="size">The bytes of the field.</param>
    public int Field(int entry, int size) => GeneratedReader.Field(Buffer, _table, _vtable, entry, size);
}
