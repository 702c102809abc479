using System;
using System.Buffers.Binary;
using System.Net.Sockets;

namespace Codec.Cli.Replay;

/// <summary>How much of what was written to a TCP socket its peer's system has acknowledged.</summary>
/// <param name="AcknowledgedBytes">The number of bytes, which includes one for the start of some connections.</param>
/// <param name="IsClosed">Whether the connection was reset, so that no more bytes arrive.</param>
internal readonly record struct TcpProgress(long AcknowledgedBytes, bool IsClosed)
{
    // struct tcp_info of linux/tcp.h. Its fields keep their places in later versions.
    private const int Tcp = 6;
    private const int TcpInfo = 11;
    private const int StateOffset = 0;
    private const int AcknowledgedOffset = 120;
    private const int Closed = 7;

    /// <summary>Returns the progress of a socket, or <see langword="null"/> if it is disposed or the system is not Linux.</summary>
    public static TcpProgress? Of(Socket? socket)
    {
        if (socket is null || !OperatingSystem.IsLinux())
        {
            return null;
        }

        try
        {
            Span<byte> info = stackalloc byte[AcknowledgedOffset + sizeof(long)];
            return socket.GetRawSocketOption(Tcp, TcpInfo, info) == info.Length
                ? new TcpProgress(BinaryPrimitives.ReadInt64LittleEndian(info[AcknowledgedOffset..]), info[StateOffset] == Closed)
                : null;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return null;
        }
    }
}
