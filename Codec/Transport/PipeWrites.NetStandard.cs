#if !NET
namespace Codec.Transport;

/// <content>netstandard has no pool for the state of a write.</content>
internal static partial class PipeWrites
{
    private static partial ValueTask CheckAfterAsync(ValueTask<FlushResult> write);
}
#endif
