#if NET
using System;
using System.IO;
using System.Net.Sockets;

namespace Codec.Internals;

/// <summary>Asks the system how many bytes of a socket the peer's system has received.</summary>
internal static class SocketProgress
{
    // From <linux/tcp.h>: the level, the option, and the offset of tcpi_bytes_acked in tcp_info, since Linux 4.1. The part before it is the same on 32-bit hosts.
    private const int IpProtoTcp = 6;
    private const int TcpInfo = 11;
    private const int BytesAckedOffset = 120;

    /// <summary>Returns the socket of a stream, or <see langword="null"/> if the stream is not a network stream.</summary>
    internal static Socket? SocketOf(Stream stream) => (stream as NetworkStream)?.Socket;

    /// <summary>
    /// Returns how many bytes the peer's system has acknowledged, or 0 if the system does not tell: this is known for TCP on Linux. Never throws.
    /// </summary>
    internal static long GetAcknowledged(Socket socket)
    {
        if (!(OperatingSystem.IsLinux() || OperatingSystem.IsAndroid()) || socket.ProtocolType != ProtocolType.Tcp)
        {
            return 0;
        }

        try
        {
            byte[] info = new byte[BytesAckedOffset + sizeof(long)];
            return socket.GetRawSocketOption(IpProtoTcp, TcpInfo, info) < info.Length ? 0 : BitConverter.ToInt64(info, BytesAckedOffset);
        }
        catch (Exception)
        {
            // Another thread has closed the socket.
            return 0;
        }
    }
}
#endif
