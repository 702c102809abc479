using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Codec.Payloads;

/// <summary>Checks the addresses of bytes in memory.</summary>
internal static class StructAddress
{
    /// <summary>
    /// Whether bytes may be read in place as something with an alignment. A moving collector keeps addresses at multiples of the pointer's
    /// size only, which is also all that the processors ask of a larger field.
    /// </summary>
    internal static unsafe bool IsAligned(ReadOnlySpan<byte> bytes, int alignment) =>
        ((nuint)Unsafe.AsPointer(ref MemoryMarshal.GetReference(bytes)) & (nuint)(Math.Min(alignment, sizeof(nint)) - 1)) == 0;
}
