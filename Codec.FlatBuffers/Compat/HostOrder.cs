#if !FLATBUFFERS_BYTEWISE
using System;
using System.Runtime.CompilerServices;
#endif

namespace Google.FlatBuffers.Compat;

/// <summary>Whether the bytes of a number in memory are those in the buffer, or have to be put together one by one.</summary>
internal static class HostOrder
{
#if FLATBUFFERS_BYTEWISE
    // Codec.Tests.Bytewise compiles the runtime with this symbol: the path of a big-endian host, on a host that has either order.
    internal static bool IsLittleEndian => false;
#else
    internal static bool IsLittleEndian
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => BitConverter.IsLittleEndian;
    }
#endif
}
