using System;
using System.Diagnostics.CodeAnalysis;
using System.Net.Sockets;
using Codec.Framing;
using Codec.Transport;

namespace Codec;

/// <content>Connections.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void SendLimitNotPositive(int limit) =>
        throw new ArgumentOutOfRangeException("options", limit, Text($"SendLimit must be at least 1 byte, not {limit}."));

    [DoesNotReturn]
    internal static void ConnectionClosed(PacketConnectionException closed) => throw closed;

    [DoesNotReturn]
    internal static void PacketRefused(InvalidPacketException invalid) => throw invalid;

    [DoesNotReturn]
    internal static void PendingReadNotCancelable() =>
        throw new NotSupportedException("A read of a connection is cancelled through its token.");

    [DoesNotReturn]
    internal static void SocketNotDatagram(SocketType type) =>
        throw new ArgumentException(Text($"The socket must be one of datagrams, not of type {type}."), "socket");
}
