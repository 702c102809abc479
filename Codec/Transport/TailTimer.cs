namespace Codec.Transport;

/// <summary>Writes the incomplete block of a streaming queue if the queue has written no block for an interval.</summary>
/// <remarks>For a transport whose writes never block, <see cref="TailThread"/> does this. Any other transport has its own timer.</remarks>
internal sealed class TailTimer(SendQueue queue, bool writesMayBlock) : IDisposable
{
    /// <summary>The interval in milliseconds: the shortest that timers have, and far longer than filling a block takes.</summary>
    internal const int Interval = 1;

    private Timer? _timer;

    /// <summary>Calls <see cref="SendQueue.TryKeepStreaming"/> in each interval until it returns <see langword="false"/>. Requires the connection's lock.</summary>
    /// <returns><see langword="false"/> if it is not called, because the system starts no more threads.</returns>
    internal bool TryStart()
    {
        try
        {
            if (!writesMayBlock)
            {
                TailThread.Add(queue);
                return true;
            }

            // While the timer runs, it refers to the queue, and so to the connection. It stops one or two intervals after the last block.
            _timer ??= WithoutContext.Make(
                () => new Timer(static queue => ((SendQueue)queue!).TryKeepStreaming(), queue, Timeout.Infinite, Timeout.Infinite));
            return _timer.Change(Interval, Interval);
        }
        catch (Exception)
        {
            // The first timer of a process also starts a thread. The type of the exception depends on the runtime.
            return false;
        }
    }

    /// <summary>Stops the timer, if there is one. Requires the connection's lock.</summary>
    internal void Stop() => _timer?.Change(Timeout.Infinite, Timeout.Infinite);

    /// <summary>Disposes the timer.</summary>
    public void Dispose() => _timer?.Dispose();
}
