#if NET
using System;
#endif

namespace Codec.Streams.Compat;

/// <summary>Arrays whose bytes nobody reads before writing them need not be zeroed, where the target can leave them so.</summary>
internal static class UninitializedArray
{
#if NET
    internal static byte[] Allocate(int length) => GC.AllocateUninitializedArray<byte>(length);
#else
    internal static byte[] Allocate(int length) => new byte[length];
#endif
}
