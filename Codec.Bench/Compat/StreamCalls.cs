using System;
using System.IO;
using System.Threading.Tasks;

namespace Codec.Bench.Compat;

/// <summary>Calls a stream as a program for this runtime does. .NET Framework and Mono have no overloads for spans and memory.</summary>
internal static class StreamCalls
{
#if NET
    internal static void Write(Stream stream, ReadOnlySpan<byte> bytes) => stream.Write(bytes);

    internal static ValueTask WriteAsync(Stream stream, byte[] bytes) => stream.WriteAsync(bytes.AsMemory());

    internal static ValueTask<int> ReadAsync(Stream stream, byte[] bytes) => stream.ReadAsync(bytes.AsMemory());
#else
    internal static void Write(Stream stream, ReadOnlySpan<byte> bytes)
    {
        byte[] copy = System.Buffers.ArrayPool<byte>.Shared.Rent(bytes.Length);
        bytes.CopyTo(copy);
        stream.Write(copy, 0, bytes.Length);
        System.Buffers.ArrayPool<byte>.Shared.Return(copy);
    }

    internal static Task WriteAsync(Stream stream, byte[] bytes) => stream.WriteAsync(bytes, 0, bytes.Length);

    internal static Task<int> ReadAsync(Stream stream, byte[] bytes) => stream.ReadAsync(bytes, 0, bytes.Length);
#endif
}
