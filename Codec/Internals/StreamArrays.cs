using System;
using System.IO;
using System.Threading.Tasks;

namespace Codec.Internals;

/// <summary>
/// Reads and writes arrays asynchronously through the overload that allocates least: the one for memory, if there is one. A stream that overrides
/// only the overload for arrays is called through it, without a copy.
/// </summary>
internal static partial class StreamArrays
{
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
