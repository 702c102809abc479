using System;
using System.Threading;

namespace Codec.Transport;

/// <summary>Writes the incomplete block of a streaming queue if the queue has written no block for a moment.</summary>
/// <remarks>A transport whose writes never block is served by <see cref="TailThread"/>, and any other by its own timer.</remarks>
internal sealed class TailTimer(SendQueue queue, bool writesMayBlock) : IDisposable
{
    /// <summary>The interval in milliseconds: the shortest that timers have, and far longer than it takes to fill a block.</summary>
    internal const int Interval = 1;

    private Timer? _timer;

    /// <summary>Calls <see cref="SendQueue.TryKeepStreaming"/> in each interval until it returns <see langword="false"/>. Requires the connection's lock.</summary>
    internal void Start()
    {
        if (!writesMayBlock)
        {
            TailThread.Add(queue);
            return;
        }

        // While it runs, the timer refers to the queue, and so to the connection. It runs for a moment after the last block.
        _timer ??= WithoutContext.Make(
            () => new Timer(static queue => ((SendQueue)queue!).TryKeepStreaming(), queue, Timeout.Infinite, Timeout.Infinite));
        _timer.Change(Interval, Interval);
    }

    /// <summary>Stops the timer. Requires the connection's lock.</summary>
    internal void Stop() => _timer?.Change(Timeout.Infinite, Timeout.Infinite);

    /// <summary>Disposes the timer.</summary>
    public void Dispose() => _timer?.Dispose();
}
