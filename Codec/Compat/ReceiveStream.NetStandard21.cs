#if NETSTANDARD2_1
using System;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <content>netstandard2.1 has the memory form, and no pooled tasks.</content>
internal sealed partial class ReceiveStream
{
    public override Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        ReadAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

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
