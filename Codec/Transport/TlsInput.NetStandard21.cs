#if NETSTANDARD2_1
namespace Codec.Transport;

/// <content>netstandard2.1 has no pool for the state of a read.</content>
internal sealed partial class TlsInput
{
    private protected override partial ValueTask<int> ReceiveAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken);
}
#endif
