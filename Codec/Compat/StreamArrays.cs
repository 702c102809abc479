using System;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>
/// Reads and writes arrays asynchronously through the overload that allocates least: the one for memory, if there is one. A stream that overrides
/// only the overload for arrays is called through it, without a copy.
/// </summary>
internal static class StreamArrays
{
#if NETSTANDARD2_0
    internal static ValueTask<int> ReadAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        new(stream.ReadAsync(buffer, offset, count, cancellationToken));

    internal static ValueTask WriteAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        new(stream.WriteAsync(buffer, offset, count, cancellationToken));
#else
    internal static ValueTask<int> ReadAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        stream.ReadAsync(buffer.AsMemory(offset, count), cancellationToken);

    internal static ValueTask WriteAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        stream.WriteAsync(buffer.AsMemory(offset, count), cancellationToken);
#endif

    /// <summary>Closes a stream, asynchronously if the stream supports it.</summary>
    internal static ValueTask DisposeAsync(Stream stream)
    {
        if (stream is IAsyncDisposable disposable)
        {
            return disposable.DisposeAsync();
        }

        stream.Dispose();
        return default;
    }
}
