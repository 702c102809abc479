namespace Codec.Compat;

/// <summary>Writes to a pipe. A write fails if the pipe's reader is completed. A stream over the pipe does not report this.</summary>
internal static class PipeWrites
{
    internal static ValueTask WriteAsync(PipeWriter pipe, ReadOnlyMemory<byte> bytes)
    {
        ValueTask<FlushResult> write = pipe.WriteAsync(bytes);
        if (!write.IsCompletedSuccessfully)
        {
            return CheckAfterAsync(write);
        }

        ThrowIfNotRead(write.GetAwaiter().GetResult());
        return default;
    }

#if NET
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
#endif
    private static async ValueTask CheckAfterAsync(ValueTask<FlushResult> write) => ThrowIfNotRead(await write.ConfigureAwait(false));

    private static void ThrowIfNotRead(FlushResult result)
    {
        if (result.IsCompleted)
        {
            Throw.PipeReaderCompleted();
        }

        if (result.IsCanceled)
        {
            Throw.PipeFlushCanceled();
        }
    }
}
