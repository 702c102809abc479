using System;
using System.IO.Pipelines;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Writes to a pipe that fail where nobody will read them, which a stream over the pipe does not tell.</summary>
internal static class PipeWrites
{
    internal static ValueTask WriteAsync(PipeWriter pipe, ReadOnlyMemory<byte> bytes)
    {
        ValueTask<FlushResult> write = pipe.WriteAsync(bytes);
        if (!write.IsCompletedSuccessfully)
        {
            return JudgeAfterAsync(write);
        }

        Judge(write.GetAwaiter().GetResult());
        return default;
    }

#if NET
    [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder))]
#endif
    private static async ValueTask JudgeAfterAsync(ValueTask<FlushResult> write) => Judge(await write.ConfigureAwait(false));

    private static void Judge(FlushResult result)
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
