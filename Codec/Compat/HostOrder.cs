#if !CODEC_BYTEWISE
using System;
#endif

namespace Codec.Compat;

/// <summary>Determines whether numbers can be read from memory directly, or must be assembled byte by byte.</summary>
internal static class HostOrder
{
#if CODEC_BYTEWISE
    // The tests compile the helpers of generated code with this symbol, to test the path of a big-endian host on any host.
    internal static bool IsLittleEndian => false;
#else
    internal static bool IsLittleEndian => BitConverter.IsLittleEndian;
#endif
}
