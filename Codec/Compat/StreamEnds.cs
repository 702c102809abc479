#if NET
using System.IO;
using System.Net.Security;
using System.Net.Sockets;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>Ends the sending direction of a stream, if the stream can still be read afterwards, as TLS and sockets can.</summary>
internal static class StreamEnds
{
    internal static Task EndAsync(Stream stream)
    {
        if (stream is SslStream tls)
        {
            return tls.ShutdownAsync();
        }

        (stream as NetworkStream)?.Socket.Shutdown(SocketShutdown.Send);
        return Task.CompletedTask;
    }
}
#endif
