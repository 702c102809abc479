#if NET
using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <content>The memory form, with pooled tasks: a read that waits allocates nothing.</content>
internal sealed partial class ReceiveStream
{
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Volatile.Write(ref _isWaiting, 1);
        try
        {
            return Count(await stream.ReadAsync(buffer, cancellationToken).ConfigureAwait(false));
        }
        finally
        {
            Volatile.Write(ref _isWaiting, 0);
        }
    }
}
#endif
