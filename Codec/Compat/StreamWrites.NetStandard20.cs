#if NETSTANDARD2_0
using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>netstandard2.0 has array overloads only.</summary>
internal static class StreamWrites
{
    internal static ValueTask WriteMemoryAsync(this Stream stream, ReadOnlyMemory<byte> bytes) =>
        MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> array)
            ? new ValueTask(stream.WriteAsync(array.Array!, array.Offset, array.Count))
            : new ValueTask(stream.WriteAsync(bytes.ToArray(), 0, bytes.Length));
}
#endif
