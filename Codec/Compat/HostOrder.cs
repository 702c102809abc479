#if !CODEC_BYTEWISE
using System;
#endif

namespace Codec.Compat;

/// <summary>Whether bytes in memory can be taken as they are, or have to be put together one by one.</summary>
internal static class HostOrder
{
#if CODEC_BYTEWISE
    // The tests compile the helpers of generated code with this symbol: the path of a big-endian host on a host that has either order.
    internal static bool IsLittleEndian => false;
#else
    internal static bool IsLittleEndian => BitConverter.IsLittleEndian;
#endif
}
