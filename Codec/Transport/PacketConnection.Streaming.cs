using System.Diagnostics;
using System.Threading;

namespace Codec.Transport;

/// <content>
/// Streaming: where packets come as fast as they can be written, senders write full blocks themselves, because a thread between them and the
/// socket takes the processor from the peer. The rest, less than a block, goes out when no block was filled for a moment.
/// </content>
public sealed partial class PacketConnection
{
    // 256 MB a second: a handful of blocks one right after another, more than any application sends that is not busy sending.
    private const int StreamingBytes = 256 * 1024;

    // The finest that timers have, and far longer than filling a block takes.
    internal const int TailMilliseconds = 1;

    private static readonly long StreamingTicks = Stopwatch.Frequency / 1000;

    private Timer? _tail;
    private bool _isStreaming;
    private long _countedSince;
    private long _countedBytes;
    private bool _wasTaken;

    /// <summary>Looks whether packets come fast; the lock is held.</summary>
    private void CountTaken(int bytes)
    {
        _wasTaken = true;
        if (_isStreaming || bytes < SendQueue.FullSize)
        {
            return;
        }

        long now = Stopwatch.GetTimestamp();
        if (now - _countedSince > StreamingTicks)
        {
            _countedSince = now;
            _countedBytes = 0;
        }

        _countedBytes += bytes;
        if (_countedBytes >= StreamingBytes)
        {
            _isStreaming = true;
            if (_socket is not null)
            {
                TailThread.Add(this);
                return;
            }

            // Writing to a stream may block. The timer holds the connection only until no block was taken for a moment: then it stops.
            _tail ??= WithoutContext.Make(
                () => new Timer(static connection => ((PacketConnection)connection!).WriteTail(), this, Timeout.Infinite, Timeout.Infinite));
            _tail.Change(TailMilliseconds, TailMilliseconds);
        }
    }

    /// <summary>What the thread or the timer does: ends the streaming where no block was taken since it looked the last time.</summary>
    /// <returns>Whether packets still stream.</returns>
    internal bool WriteTail()
    {
        lock (_lock)
        {
            if (_wasTaken && _failure is null)
            {
                _wasTaken = false;
                return true;
            }

            StopStreaming();
            if (_failure is not null || _isWriting || _pending.Count == 0)
            {
                return false;
            }

            _isWriting = true;
            TakePending(_received.Received);
        }

        // The thread has others to look after, and goes on with nobody's code.
        Write(isCaller: true);
        return false;
    }

    /// <summary>The lock is held.</summary>
    private void StopStreaming()
    {
        if (_isStreaming)
        {
            _isStreaming = false;
            _countedBytes = 0;
            _tail?.Change(Timeout.Infinite, Timeout.Infinite);
        }
    }
}
