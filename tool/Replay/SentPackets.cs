using Codec.Internals;
using Codec.Transport;

namespace Codec.Cli.Replay;

/// <summary>The packets that were sent to a peer and that it may not have received. Not thread-safe.</summary>
internal sealed class SentPackets(PacketConnection connection, Socket? socket, ReplayReport report, TimeProvider clock)
{
    // The system is asked for the acknowledged packets after this time, or if more packets are not known to be acknowledged.
    private static readonly TimeSpan ConfirmInterval = TimeSpan.FromMilliseconds(100);
    private const int MaxUnconfirmed = 1024;

    // The interval at which the replay checks the progress of a peer.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(10);

    private readonly long _begin = Progress(socket)?.AcknowledgedBytes ?? -1;
    private readonly Queue<int> _sizes = [];
    private long _confirmedBytes;
    private long _lastConfirmed;

    /// <summary>Gets whether the system tells what the peer has acknowledged.</summary>
    public bool IsAcknowledged => _begin >= 0;

    public int Count => _sizes.Count;

    public void Add(int size) => _sizes.Enqueue(size);

    /// <summary>Removes the packets that the peer's system has acknowledged, if it was not asked for a while.</summary>
    public void ConfirmSometimes()
    {
        if (_sizes.Count > MaxUnconfirmed || clock.GetElapsedTime(_lastConfirmed) >= ConfirmInterval)
        {
            Confirm();
        }
    }

    /// <summary>Removes and counts the packets that the peer's system has acknowledged or, if this system does not tell, that were passed to it.</summary>
    public void Confirm()
    {
        long bytes = IsAcknowledged ? (Progress(socket)?.AcknowledgedBytes ?? 0) - _begin : IsFlushed() ? long.MaxValue : 0;
        while (_sizes.TryPeek(out int size) && _confirmedBytes + size <= bytes)
        {
            _sizes.Dequeue();
            _confirmedBytes += size;
            report.AddSent(size);
        }

        _lastConfirmed = clock.GetTimestamp();
    }

    /// <summary>Waits until every packet is acknowledged, or the connection is closed.</summary>
    public async Task ConfirmAllAsync(CancellationToken cancellationToken)
    {
        Confirm();
        while (_sizes.Count > 0 && Progress(socket) is { IsClosed: false })
        {
            await Task.Delay(PollInterval, clock, cancellationToken).ConfigureAwait(false);
            Confirm();
        }
    }

    /// <summary>Waits for a task as long as the peer reads.</summary>
    public async Task WaitWhileReadingAsync(Task task, TimeSpan timeout, CancellationToken cancellationToken)
    {
        // The system accepts bytes in large steps: a full socket of Linux becomes writable when a third of its buffer is free. A peer that reads slowly
        // acknowledges bytes much earlier.
        (long AcknowledgedBytes, bool IsClosed)? last = Progress(socket);
        long since = clock.GetTimestamp();
        while (await Task.WhenAny(task, Task.Delay(PollInterval, clock, cancellationToken)).ConfigureAwait(false) != task)
        {
            cancellationToken.ThrowIfCancellationRequested();
            (long AcknowledgedBytes, bool IsClosed)? progress = Progress(socket);
            if (progress != last)
            {
                last = progress;
                since = clock.GetTimestamp();
            }
            else if (clock.GetElapsedTime(since) >= timeout)
            {
                throw new TimeoutException();
            }
        }

        await task.ConfigureAwait(false);
    }

    /// <summary>Lets the system drop the packets when the connection is closed. Otherwise, it sends them when the peer reads again.</summary>
    public void Abandon()
    {
        try
        {
            socket?.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The connection is closed.
        }
    }

    // The acknowledged bytes include one for the start of some connections. A reset connection is closed.
    private static (long AcknowledgedBytes, bool IsClosed)? Progress(Socket? socket) =>
        socket is not null && SocketProgress.TryGet(socket, out long acknowledged, out bool isClosed) ? (acknowledged, isClosed) : null;

    private bool IsFlushed()
    {
        try
        {
            return connection.FlushAsync().AsTask().IsCompletedSuccessfully;
        }
        catch (PacketConnectionException)
        {
            return false;
        }
    }
}
