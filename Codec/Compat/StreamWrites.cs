namespace Codec.Compat;

/// <summary>Writes memory, and flushes the stream's own buffer.</summary>
internal static class StreamWrites
{
#if NETSTANDARD2_0
    internal static async ValueTask WriteAndFlushAsync(Stream stream, ReadOnlyMemory<byte> bytes)
    {
        // netstandard2.0 has only the overload for arrays.
        ArraySegment<byte> array = MemoryMarshal.TryGetArray(bytes, out ArraySegment<byte> own) ? own : new ArraySegment<byte>(bytes.ToArray());
        await stream.WriteAsync(array.Array!, array.Offset, array.Count).ConfigureAwait(false);
        await stream.FlushAsync().ConfigureAwait(false);
    }
#else
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
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private static async ValueTask FlushAfterAsync(ValueTask write, Stream stream)
    {
        await write.ConfigureAwait(false);
        await stream.FlushAsync().ConfigureAwait(false);
    }
#endif
}
