using Codec.Framing;
using Codec.Transport;

namespace Codec;

internal static partial class Throw
{
    [DoesNotReturn]
    internal static void OptionTooSmall(string name, long value, long least) =>
        throw new ArgumentOutOfRangeException("options", value, Text($"{name} must be at least {least}, not {value}."));

    internal static void IfTooLong(string parameter, string name, int length, int longest) =>
        _ = length <= longest ? 0
            : throw new ArgumentOutOfRangeException(parameter, length, Text($"{name} must have at most {longest} bytes, not {length}."));

    [DoesNotReturn]
    internal static void TooManyRequests(int most) =>
        throw new InvalidOperationException(Text($"{most} requests have no answer yet. Await answers first, or raise MaxRequests."));

    [DoesNotReturn]
    internal static void SessionNotOpen() =>
        throw new InvalidOperationException("The handshake of the session has not ended. Packets can be sent when IsOpen is true.");

    [DoesNotReturn]
    internal static void NoRequest() => throw new InvalidOperationException("No request is being handled, or it was taken.");

    [DoesNotReturn]
    internal static void TimeoutNotWaitable(string name, TimeSpan timeout, TimeSpan shortest, TimeSpan longest) =>
        throw new ArgumentOutOfRangeException(
            "options", timeout, Text($"{name} must be between {shortest} and {longest}, or Timeout.InfiniteTimeSpan, not {timeout}."));

    [DoesNotReturn]
    internal static void ConnectionClosed(PacketConnectionException closed) => throw closed;

    [DoesNotReturn]
    internal static void ConnectionCalledBack() =>
        throw new InvalidOperationException("A payload writer or an observer cannot send on, flush, complete or dispose the connection that is calling it.");

    [DoesNotReturn]
    internal static void PacketRefused(Exception rejection) => throw rejection;

    [DoesNotReturn]
    internal static void PipeReaderCompleted() => throw new IOException("The pipe's reader is completed, so written bytes would not be read.");

    [DoesNotReturn]
    internal static void PipeFlushCanceled() => throw new OperationCanceledException("A flush of the pipe was canceled by CancelPendingFlush.");

    [DoesNotReturn]
    internal static void SocketNotDatagram(SocketType type) =>
        throw new ArgumentException(Text($"The socket must be a datagram socket, but its type is {type}."), "socket");

    [DoesNotReturn]
    internal static void SocketNotIP(AddressFamily family) =>
        throw new ArgumentException(Text($"The socket must be of IPv4 or IPv6, but its address family is {family}."), "socket");

    [DoesNotReturn]
    internal static void EndPointNotTcp(EndPoint endPoint) => throw new ArgumentException(
        Text($"The end point must be an IPv4 or IPv6 address, not {endPoint} of the address family {endPoint.AddressFamily}. For other sockets, create the PacketConnection from the connected Socket."), nameof(endPoint));

    [DoesNotReturn]
    internal static void NetworkInvalid(string? network) => throw new ArgumentException(
        Text($"A network must be an address with the number of its fixed bits, such as 10.0.0.0/8, not \"{network}\"."), "proxyNetworks");

    [DoesNotReturn]
    internal static void ClientTimeOutOfRange(string name, TimeSpan time, TimeSpan longest) =>
        throw new ArgumentOutOfRangeException("options", time, Text($"{name} must be between {TimeSpan.Zero} and {longest}, not {time}."));

    [DoesNotReturn]
    internal static void ClientActive(PacketClientState state) =>
        throw new InvalidOperationException(Text($"The client is active (state {state}). Call Close before Connect."));

    [DoesNotReturn]
    internal static void PollInProgress() =>
        throw new InvalidOperationException("Poll is already running. Call it from one thread, and not from a handler or an event.");

    [DoesNotReturn]
    internal static void PacketNotTaken() => throw new IOException("The client's transport did not accept a packet that an observer sent.");

    [DoesNotReturn]
    internal static void NegativeDuration(string parameter, TimeSpan duration) =>
        throw new ArgumentOutOfRangeException(parameter, duration, Text($"The {parameter} must not be negative, but was {duration}."));

    [DoesNotReturn]
    internal static void AddressNotWebSocket(Uri address) =>
        throw new ArgumentException(Text($"The address must be absolute, with the scheme ws or wss, not {address}."), nameof(address));

    [DoesNotReturn]
    internal static void HostEmpty(string parameter) => throw new ArgumentException("The host must not be empty or white space.", parameter);

    [DoesNotReturn]
    internal static void UnknownHost(string host) => throw new SocketException((int)SocketError.HostNotFound) { Data = { ["host"] = host } };

    [DoesNotReturn]
    internal static void TextMessage() => throw new InvalidPacketException("The peer sent a text message. Packets are in binary messages.");

    [DoesNotReturn]
    internal static void WebSocketClosed(int status, string? description) =>
        throw new IOException(Text($"The peer closed the WebSocket with status {status}{(string.IsNullOrEmpty(description) ? "." : ": ")}{description}"));

    [DoesNotReturn]
    internal static void WebSocketAborted(Exception cause) => throw new IOException("The WebSocket was aborted.", cause);

    [DoesNotReturn]
    internal static void BrowserClosed() => throw new IOException("The peer has closed the WebSocket. After that, a browser sends nothing.");

    [DoesNotReturn]
    internal static long StreamOnlyReceives() => throw new NotSupportedException("The stream can only be read. Writing and seeking are not supported.");
}
