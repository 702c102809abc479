#if NET
namespace Codec.Transport;

/// <content>The state of a read is from a pool.</content>
internal sealed partial class TlsInput
{
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private protected override partial ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken);
}
#endif
