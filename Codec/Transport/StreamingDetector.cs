using System.Diagnostics;

namespace Codec.Transport;

/// <summary>Detects that packets are sent as fast as they can be written. Requires the connection's lock.</summary>
internal struct StreamingDetector
{
    // 256 KB in a millisecond: four full blocks in direct succession, or 256 MB per second. An application that does more than send is slower.
    private const int StreamingBytes = 256 * 1024;

    private static readonly long Interval = Stopwatch.Frequency / 1000;

    private long _begin;
    private long _bytes;
    private bool _hasWrittenBlock;

    /// <summary>Gets whether packets stream.</summary>
    internal bool IsStreaming { get; private set; }

    /// <summary>Records that a block is about to be written.</summary>
    /// <param name="bytes">The size of the block in bytes.</param>
    /// <returns>Whether packets stream from this block on, and did not stream before.</returns>
    internal bool CountBlock(int bytes)
    {
        _hasWrittenBlock = true;
        if (IsStreaming || bytes < SendBuffer.FullSize)
        {
            return false;
        }

        long now = Stopwatch.GetTimestamp();
        if (now - _begin > Interval)
        {
            _begin = now;
            _bytes = 0;
        }

        _bytes += bytes;
        IsStreaming = _bytes >= StreamingBytes;
        return IsStreaming;
    }

    /// <summary>Returns whether <see cref="CountBlock"/> was called since the last call.</summary>
    internal bool HasWrittenBlock()
    {
        bool hasWritten = _hasWrittenBlock;
        _hasWrittenBlock = false;
        return hasWritten;
    }

    /// <summary>Ends the stream.</summary>
    internal void Stop()
    {
        IsStreaming = false;
        _bytes = 0;
    }
}
