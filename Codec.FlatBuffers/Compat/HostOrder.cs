#if !FLATBUFFERS_BYTEWISE
using System;
using System.Runtime.CompilerServices;
#endif

namespace Google.FlatBuffers.Compat;

/// <summary>Whether numbers have the same byte order in memory as in the buffer. If not, they are assembled byte by byte.</summary>
internal static class HostOrder
{
#if FLATBUFFERS_BYTEWISE
    // Codec.Tests.Bytewise compiles the runtime with this symbol, to test the path of a big-endian host on any host.
    internal static bool IsLittleEndian => false;
#else
    internal static bool IsLittleEndian
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => BitConverter.IsLittleEndian;
    }
#endif
}
