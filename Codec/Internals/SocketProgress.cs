#if NET
using System;
using System.IO;
using System.Net.Sockets;

namespace Codec.Internals;

/// <summary>Asks the system how many bytes of a socket the peer's system has received.</summary>
internal static class SocketProgress
{
    // From <linux/tcp.h>: the level and the option; in tcp_info, the offsets of tcpi_state and of tcpi_bytes_acked, since Linux 4.1, and a closed connection. The
    // part before tcpi_bytes_acked is the same on 32-bit hosts.
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int StateOffset = 0;
    private const int BytesAckedOffset = 120;
    private const int Closed = 7;

    /// <summary>Returns the socket of a stream, or <see langword="null"/> if the stream is not a network stream.</summary>
    internal static Socket? SocketOf(Stream stream) => (stream as NetworkStream)?.Socket;

    /// <summary>
    /// Returns how many bytes the peer's system has acknowledged, or 0 if the system does not tell: this is known for TCP on Linux. Never throws.
    /// </summary>
    internal static long GetAcknowledged(Socket socket) => TryGet(socket, out long acknowledged, out _) ? acknowledged : 0;

    /// <summary>Asks for the acknowledged bytes, and whether the connection was reset, so that no more bytes arrive. Never throws.</summary>
    /// <returns><see langword="false"/> if the socket is disposed, or if the system does not tell.</returns>
    internal static bool TryGet(Socket socket, out long acknowledged, out bool isClosed)
    {
        (acknowledged, isClosed) = (0, false);
        if (!(OperatingSystem.IsLinux() || OperatingSystem.IsAndroid()) || socket.ProtocolType != ProtocolType.Tcp)
        {
            return false;
        }

        try
        {
            byte[] info = new byte[BytesAckedOffset + sizeof(long)];
            if (socket.GetRawSocketOption(IpProtoTcp, TcpInfo, info) < info.Length)
            {
                return false;
            }

            (acknowledged, isClosed) = (BitConverter.ToInt64(info, BytesAckedOffset), info[StateOffset] == Closed);
            return true;
        }
        catch (Exception)
        {
            // Another thread has closed the socket.
            return false;
        }
    }
}
#endif
