#if !NETSTANDARD2_0
using System;
using System.IO;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Writes of memory, which allocate nothing where they complete at once.</summary>
internal static class StreamWrites
{
    internal static ValueTask WriteMemoryAsync(this Stream stream, ReadOnlyMemory<byte> bytes) => stream.WriteAsync(bytes);
}
#endif
