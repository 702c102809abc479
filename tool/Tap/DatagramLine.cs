namespace Codec.Cli.Tap;

/// <summary>Forwards the datagrams of one direction like a degraded line: late, in another order, or not at all.</summary>
/// <remarks>The queue is limited to <see cref="MaxWaitingBytes"/>. Like a router, it drops datagrams that exceed the limit.</remarks>
internal sealed class DatagramLine(LineSchedule schedule, Func<ReadOnlyMemory<byte>, ValueTask> send) : IDisposable
{
    private const int MaxWaitingBytes = 4 * 1024 * 1024;

    // The queue of a line with a limited rate. The size is that of a small router's queue.
    private const int MaxQueuedBytes = 64 * 1024;

    private readonly object _lock = new();
    private readonly SemaphoreSlim _arrived = new(0);
    private readonly PriorityQueue<(byte[] Bytes, int Count), (long Due, long Number)> _waiting = new();
    private long _number;
    private int _waitingBytes;

    public int WaitingCount
    {
        get
        {
            lock (_lock)
            {
                return _waiting.Count;
            }
        }
    }

    /// <summary>Adds a datagram. Returns whether the datagram will be delivered.</summary>
    public bool TryPost(ReadOnlySpan<byte> datagram)
    {
        lock (_lock)
        {
            if (_waitingBytes + datagram.Length > MaxWaitingBytes || schedule.WaitingBytes() > MaxQueuedBytes
                || schedule.NextDatagram(datagram.Length) is not { } due)
            {
                return false;
            }

            byte[] bytes = ArrayPool<byte>.Shared.Rent(Math.Max(1, datagram.Length));
            datagram.CopyTo(bytes);
            _waiting.Enqueue((bytes, datagram.Length), (due, _number++));
            _waitingBytes += datagram.Length;
        }

        _arrived.Release();
        return true;
    }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        for (; ; )
        {
            (byte[] Bytes, int Count) datagram;
            TimeSpan wait = Timeout.InfiniteTimeSpan;
            lock (_lock)
            {
                if (_waiting.TryPeek(out datagram, out (long Due, long Number) priority)
                    && (wait = schedule.Until(priority.Due)) == TimeSpan.Zero)
                {
                    _waiting.Dequeue();
                    _waitingBytes -= datagram.Count;
                }
            }

            if (wait == TimeSpan.Zero)
            {
                await send(datagram.Bytes.AsMemory(0, datagram.Count)).ConfigureAwait(false);
                ArrayPool<byte>.Shared.Return(datagram.Bytes);
            }
            else
            {
                // Another datagram may arrive that is due earlier.
                int milliseconds = (int)Math.Min(Math.Ceiling(wait.TotalMilliseconds), int.MaxValue);
                await _arrived.WaitAsync(milliseconds, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    public void Dispose() => _arrived.Dispose();
}
