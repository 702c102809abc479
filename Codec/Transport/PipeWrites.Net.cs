#if NET
namespace Codec.Transport;

/// <content>The state of a write is from a pool.</content>
internal static partial class PipeWrites
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static partial ValueTask CheckAfterAsync(ValueTask<FlushResult> write);
}
#endif
