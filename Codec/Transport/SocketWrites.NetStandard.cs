#if !NET
namespace Codec.Transport;

/// <summary>Writes memory to a socket without blocking.</summary>
internal static class SocketWrites
{
    internal static void Prepare(Socket socket) => _ = socket;

    internal static ValueTask WriteAsync(Socket socket, NetworkStream stream, ReadOnlyMemory<byte> bytes)
    {
        _ = socket;
        return StreamWrites.WriteAndFlushAsync(stream, bytes);
    }
}
#endif
