#if !NET
using System.IO;
using System.Net.Sockets;

namespace Codec.Internals;

/// <summary>Knows nothing: netstandard has no options of the system's sockets, and its network streams do not expose their sockets.</summary>
internal static class SocketProgress
{
    internal static Socket? SocketOf(Stream stream) => null;

    internal static long GetAcknowledged(Socket socket) => 0;
}
#endif
