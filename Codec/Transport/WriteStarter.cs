using System.Diagnostics;

namespace Codec.Transport;

/// <summary>Decides which thread starts to write when a packet was accepted and no write is in progress. Requires the connection's lock.</summary>
/// <remarks>
/// There are two ways, each for one kind of traffic. A packet that is accepted during a write starts none: it joins the next block.
/// <list type="table">
/// <item><term>Single packets, such as ping-pong</term><description>
/// The sender writes at once, because a hand-over to another thread takes longer (10 microseconds) than the write.
/// </description></item>
/// <item><term>Packets in quick succession</term><description>
/// A thread of the pool writes, so that others can join the write: one system call for many packets. If the sender fills a block before that thread
/// comes, it writes the block itself, from its core's cache. A client's <c>TrySend</c> always starts so, because a
/// main thread must not wait for a transport.
/// </description></item>
/// </list>
/// Without the second way, the throughput in one direction fell from 0.41 to 0.01 times that of hand-written code with packets of 64 bytes, and from 1.00 to
/// 0.07 times with 1,024 bytes (paired, idle machine with two cores, .NET 10).
/// </remarks>
internal struct WriteStarter
{
    // About the time of a hand-over to the thread pool: 10 microseconds. A packet that follows the last write within this time, with nothing received
    // since that write began, is probably one of many. A packet after received bytes is assumed to be an answer.
    private static readonly long BurstTicks = Math.Max(1, Stopwatch.Frequency / 100_000);

    private long _lastWriteEnd;
    private long _receivedBeforeWrite;

    /// <summary>Chooses how to write a packet that was accepted while no write is in progress, after <paramref name="received"/> bytes were received.</summary>
    internal readonly WriteStart Choose(long received) =>
        received == _receivedBeforeWrite && Stopwatch.GetTimestamp() - _lastWriteEnd < BurstTicks ? WriteStart.OnThreadPool : WriteStart.AtOnce;

    internal void BeginWrite(long received) => _receivedBeforeWrite = received;

    internal void EndWrite() => _lastWriteEnd = Stopwatch.GetTimestamp();
}
