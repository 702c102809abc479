#if NETSTANDARD2_0
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <content>netstandard2.0's streams know arrays alone.</content>
internal sealed partial class ReceiveStream
{
    public override async Task<int> ReadAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
    {
        Volatile.Write(ref _isWaiting, 1);
        try
        {
            return Count(await stream.ReadAsync(buffer, offset, count, cancellationToken).ConfigureAwait(false));
        }
        finally
        {
            Volatile.Write(ref _isWaiting, 0);
        }
    }
}
#endif
