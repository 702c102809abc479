namespace Codec.Payloads;

/// <summary>Checks the addresses of bytes in memory.</summary>
internal static class StructAddress
{
    /// <summary>
    /// Returns whether bytes may be read in place as a type with the given alignment. At most the alignment of a pointer is checked: a garbage
    /// collector that moves memory preserves no larger one, and the processors require no larger one.
    /// </summary>
    internal static unsafe bool IsAligned(ReadOnlySpan<byte> bytes, int alignment) =>
        ((nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(bytes)) & (nuint)(Math.Min(alignment, sizeof(nint)) - 1)) == 0;
}
