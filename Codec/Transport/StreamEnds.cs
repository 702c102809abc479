#if NET
using System.Net.Security;

namespace Codec.Transport;

/// <summary>Ends the sending direction of a stream, if the stream can still be read afterwards, as with TLS and sockets.</summary>
internal static class StreamEnds
{
    /// <summary>Returns the stream to read instead of <paramref name="stream"/>, so that <see cref="EndAsync"/> may be called at any time.</summary>
    internal static Stream Input(Stream stream) => stream is SslStream tls ? new TlsInput(tls) : stream;

    /// <summary>Returns whether <see cref="EndAsync"/> ends the sending direction.</summary>
    internal static bool CanEnd(Stream stream) => stream is SslStream or NetworkStream;

    internal static Task EndAsync(Stream stream, Stream input)
    {
        if (input is TlsInput tls)
        {
            return tls.EndOutputAsync();
        }

        (stream as NetworkStream)?.Socket.Shutdown(SocketShutdown.Send);
        return Task.CompletedTask;
    }
}
#endif
