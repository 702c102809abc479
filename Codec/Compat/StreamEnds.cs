#if !NETSTANDARD2_0
using System.IO;
using System.Net.Security;
using System.Threading.Tasks;

namespace Codec.Compat;

/// <summary>
/// Ends the sending direction of a stream, if the stream can still be read afterwards, as with TLS and sockets. The network streams of netstandard2.1
/// do not expose their sockets.
/// </summary>
internal static class StreamEnds
{
#if !NET
    // Mono locks the TLS library, and its TLS streams fail after a cancelled read. The core library of .NET has this name, and Mono's has not.
    private static readonly bool EndsDuringReads = typeof(object).Assembly.GetName().Name != "System.Private.CoreLib";
#endif

    /// <summary>Returns the stream to read instead of <paramref name="stream"/>, so that <see cref="EndAsync"/> may be called at any time.</summary>
#if NET
    internal static Stream Input(Stream stream) => stream is SslStream tls ? new TlsInput(tls) : stream;
#else
    internal static Stream Input(Stream stream) => stream is SslStream tls && !EndsDuringReads ? new TlsInput(tls) : stream;
#endif

    /// <summary>Returns whether <see cref="EndAsync"/> ends the sending direction.</summary>
#if NET
    internal static bool CanEnd(Stream stream) => stream is SslStream or System.Net.Sockets.NetworkStream;
#else
    internal static bool CanEnd(Stream stream) => stream is SslStream;
#endif

    internal static Task EndAsync(Stream stream, Stream input)
    {
        if (input is TlsInput tls)
        {
            return tls.EndOutputAsync();
        }

#if NET
        (stream as System.Net.Sockets.NetworkStream)?.Socket.Shutdown(System.Net.Sockets.SocketShutdown.Send);
        return Task.CompletedTask;
#else
        return stream is SslStream locked ? locked.ShutdownAsync() : Task.CompletedTask;
#endif
    }
}
#endif
