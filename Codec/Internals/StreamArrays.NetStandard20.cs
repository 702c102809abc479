#if NETSTANDARD2_0
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Codec.Internals;

/// <content>The overloads for arrays, because netstandard2.0 has no others.</content>
internal static partial class StreamArrays
{
    internal static ValueTask<int> ReadAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        new(stream.ReadAsync(buffer, offset, count, cancellationToken));

    internal static ValueTask WriteAsync(Stream stream, byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        new(stream.WriteAsync(buffer, offset, count, cancellationToken));
}
#endif
