namespace Codec.Schema.Layout;

/// <summary>The position at which a writer stores the value of a vtable entry.</summary>
/// <param name="Entry">The offset of the entry from the start of the vtable, in bytes.</param>
/// <param name="Offset">The offset of the value from the start of the table, in bytes.</param>
/// <param name="Size">The size of the value, in bytes.</param>
/// <param name="Alignment">The alignment of the value, in bytes.</param>
internal sealed record FieldPlace(int Entry, int Offset, int Size, int Alignment);
