#if NETSTANDARD2_1
using System.Net.Security;

namespace Codec.Transport;

/// <summary>Ends the sending direction of a TLS stream. The network streams of netstandard2.1 do not expose their sockets.</summary>
internal static class StreamEnds
{
    // Mono locks the TLS library, and its TLS streams fail after a cancelled read. Only the core library of .NET has this name, not Mono's.
    private static readonly bool EndsDuringReads = typeof(object).Assembly.GetName().Name != "System.Private.CoreLib";

    internal static Stream Input(Stream stream) => stream is SslStream tls && !EndsDuringReads ? new TlsInput(tls) : stream;

    internal static bool CanEnd(Stream stream) => stream is SslStream;

    internal static Task EndAsync(Stream stream, Stream input) => input is TlsInput tls ? tls.EndOutputAsync()
        : stream is SslStream locked ? locked.ShutdownAsync()
        : Task.CompletedTask;
}
#endif
