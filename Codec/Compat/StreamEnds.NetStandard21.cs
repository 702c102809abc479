#if NETSTANDARD2_1
using System.IO;
using System.Net.Security;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>
/// Ends the sending direction of a stream, if the stream can still be read afterwards, as with TLS. The network streams of netstandard2.1 do not
/// expose their sockets.
/// </summary>
internal static class StreamEnds
{
    internal static Stream Input(Stream stream) => stream;

    internal static Task EndAsync(Stream stream, Stream input) => stream is SslStream tls ? tls.ShutdownAsync() : Task.CompletedTask;
}
#endif
