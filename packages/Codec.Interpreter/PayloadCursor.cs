namespace Codec.Interpreter;

/// <summary>A table in a payload. For any bytes, each index is inside the payload, or 0 if the value is missing.</summary>
internal readonly ref struct PayloadCursor(ReadOnlySpan<byte> buffer, int table, int vtable)
{
    private readonly int _table = table;
    private readonly int _vtable = vtable;

    public ReadOnlySpan<byte> Buffer { get; } = buffer;

    public static PayloadCursor Root(ReadOnlySpan<byte> payload)
    {
        int vtable = GeneratedReader.RootVTable(payload, out int table);
        return new PayloadCursor(payload, table, vtable);
    }

    /// <summary>Follows the offset at an index, whose 4 bytes must be inside the payload.</summary>
    public static PayloadCursor At(ReadOnlySpan<byte> buffer, int slot)
    {
        ulong table = (uint)slot + (ulong)GeneratedBytes.LoadUInt32(buffer, slot);
        int vtable = GeneratedReader.FindVTable(buffer, table);
        return new PayloadCursor(buffer, vtable == GeneratedReader.NoVTable ? 0 : (int)table, vtable);
    }

    public int Field(int entry, int size) => GeneratedReader.Field(Buffer, _table, _vtable, entry, size);
}
