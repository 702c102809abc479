using System;
using System.Diagnostics.CodeAnalysis;
using System.IO;
using System.Net.Sockets;
using Codec.Transport;

namespace Codec;

/// <content>Connections.</content>
internal static partial class Throw
{
    [DoesNotReturn]
    internal static void SendLimitNotPositive(int limit) =>
        throw new ArgumentOutOfRangeException("options", limit, Text($"SendLimit must be at least 1 byte, not {limit}."));

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
    internal static void MaxConnectionsNotPositive(int connections) =>
        throw new ArgumentOutOfRangeException(
            "listening", connections, Text($"{nameof(PacketListenerOptions.MaxConnections)} must be at least 1, not {connections}."));

    [DoesNotReturn]
    internal static void PacketRefused(Exception rejection) => throw rejection;

    /// <summary>Throws what ended a sequence of packets: a cancellation, why the connection is closed, or what an observer threw.</summary>
    [DoesNotReturn]
    internal static void ReceivingEnded(Exception why) => throw why;

    [DoesNotReturn]
    internal static void EnumerationWaits() =>
        throw new NotSupportedException("A sequence of packets cannot be disposed while it waits for the next one; cancel the wait.");

    [DoesNotReturn]
    internal static void PipeReaderCompleted() => throw new IOException("The pipe's reader is completed, so nothing that is written to the pipe is read.");

    [DoesNotReturn]
    internal static void PipeFlushCanceled() => throw new OperationCanceledException("The pipe's owner cancelled a flush.");

    [DoesNotReturn]
    internal static void SocketNotDatagram(SocketType type) =>
        throw new ArgumentException(Text($"The socket must be one of datagrams, not of type {type}."), "socket");
}
