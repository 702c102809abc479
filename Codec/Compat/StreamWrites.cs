#if !NETSTANDARD2_0
namespace Codec.Compat;

/// <summary>Writes memory, and flushes the stream's own buffer.</summary>
internal static class StreamWrites
{
    internal static ValueTask WriteAndFlushAsync(Stream stream, ReadOnlyMemory<byte> bytes)
    {
        ValueTask write = stream.WriteAsync(bytes);
        if (!write.IsCompletedSuccessfully)
        {
            return FlushAfterAsync(write, stream);
        }

        write.GetAwaiter().GetResult();
        Task flush = stream.FlushAsync();
        return flush.Status == TaskStatus.RanToCompletion ? default : new ValueTask(flush);
    }

#if NET
    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder))]
#endif
    private static async ValueTask FlushAfterAsync(ValueTask write, Stream stream)
    {
        await write.ConfigureAwait(false);
        await stream.FlushAsync().ConfigureAwait(false);
    }
}
#endif
