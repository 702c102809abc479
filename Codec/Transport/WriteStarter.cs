using System.Diagnostics;

namespace Codec.Transport;

/// <summary>Decides which thread starts to write when a packet was accepted and no write is in progress. Requires the connection's lock.</summary>
/// <remarks>
/// There are three ways, each for one kind of traffic. A packet that is accepted during a write starts none: it joins the next block.
/// <list type="table">
/// <item><term>Single packets, such as ping-pong</term><description>
/// The sender writes at once, because a hand-over to another thread takes longer (10 microseconds) than the write.
/// </description></item>
/// <item><term>Packets in quick succession</term><description>
/// A thread of the pool writes, so that others can join the write: one system call for many packets. A client's <c>TrySend</c> always starts so, because a
/// main thread must not wait for a transport.
/// </description></item>
/// <item><term>Packets that stream (see <see cref="IsStreaming"/>)</term><description>
/// The senders write full blocks, because another thread would take processor time from the peer. <see cref="TailThread"/> has the measured gain.
/// </description></item>
/// </list>
/// </remarks>
internal struct WriteStarter
{
    // About the time of a hand-over to the thread pool: 10 microseconds. A packet that follows the last write within this time, with nothing received
    // since that write began, is probably one of many. A packet after received bytes is assumed to be an answer.
    private static readonly long BurstTicks = Math.Max(1, Stopwatch.Frequency / 100_000);

    // 256 KB in a millisecond: four full blocks in direct succession, or 256 MB per second. An application that does more than send is slower.
    private const int StreamingBytes = 256 * 1024;

    private static readonly long StreamingTicks = Stopwatch.Frequency / 1000;

    private long _lastWriteEnd;
    private long _receivedBeforeWrite;
    private long _streamingBegin;
    private long _streamingBytes;
    private bool _hasWrittenBlock;

    /// <summary>Gets whether packets stream: they are sent as fast as they can be written.</summary>
    internal bool IsStreaming { readonly get; private set; }

    /// <summary>Chooses how to write a packet that was accepted while no write is in progress.</summary>
    /// <param name="received">The number of bytes received so far.</param>
    /// <param name="pending">The waiting packets.</param>
    internal readonly WriteStart Choose(long received, SendBuffer pending)
    {
        if (IsStreaming)
        {
            return pending.HasFullBlock ? WriteStart.AtOnce : WriteStart.None;
        }

        return received == _receivedBeforeWrite && Stopwatch.GetTimestamp() - _lastWriteEnd < BurstTicks ? WriteStart.OnThreadPool : WriteStart.AtOnce;
    }

    /// <summary>Records that a block is about to be written.</summary>
    /// <param name="bytes">The size of the block in bytes.</param>
    /// <param name="received">The number of bytes received so far.</param>
    /// <returns>Whether packets stream from this block on, and did not stream before.</returns>
    internal bool BeginWrite(int bytes, long received)
    {
        _receivedBeforeWrite = received;
        _hasWrittenBlock = true;
        if (IsStreaming || bytes < SendBuffer.FullSize)
        {
            return false;
        }

        long now = Stopwatch.GetTimestamp();
        if (now - _streamingBegin > StreamingTicks)
        {
            _streamingBegin = now;
            _streamingBytes = 0;
        }

        _streamingBytes += bytes;
        return IsStreaming = _streamingBytes >= StreamingBytes;
    }

    /// <summary>Records that no write is in progress.</summary>
    internal void EndWrite() => _lastWriteEnd = Stopwatch.GetTimestamp();

    /// <summary>Returns whether <see cref="BeginWrite"/> was called since the last call.</summary>
    internal bool HasWrittenBlock()
    {
        bool hasWritten = _hasWrittenBlock;
        _hasWrittenBlock = false;
        return hasWritten;
    }

    /// <summary>Ends the stream.</summary>
    internal void StopStreaming()
    {
        IsStreaming = false;
        _streamingBytes = 0;
    }
}
