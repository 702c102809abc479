#if NETSTANDARD2_1
using System.IO;
using System.Net.Security;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Tells a stream's peer that no more bytes come, where the stream can be read on behind that. Its network streams keep their sockets to themselves.</summary>
internal static class StreamEnds
{
    internal static Task EndAsync(Stream stream) => stream is SslStream tls ? tls.ShutdownAsync() : Task.CompletedTask;
}
#endif
