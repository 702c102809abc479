#if !NETSTANDARD2_0
using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Internals;

/// <content>The overloads for memory.</content>
internal static partial class StreamArrays
{
    internal static ValueTask<int> ReadAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        stream.ReadAsync(buffer.AsMemory(offset, count), cancellationToken);

    internal static ValueTask WriteAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        stream.WriteAsync(buffer.AsMemory(offset, count), cancellationToken);
}
#endif
