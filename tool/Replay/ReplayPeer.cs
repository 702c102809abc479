using Codec.Internals;
using Codec.Transport;

namespace Codec.Cli.Replay;

/// <summary>A connection of a replay: sends packets of the capture, and compares the answers.</summary>
internal sealed class ReplayPeer : IAsyncDisposable
{
    // The time that a peer has to close the connection after this side has closed it.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(1);

    // The interval at which a replay checks the progress of a peer.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(10);

    private readonly PacketConnection _connection;
    private readonly Socket? _socket;
    private readonly ReplayOptions _options;
    private readonly ReplayReport _report;
    private readonly TimeProvider _clock;
    private readonly uint _number;
    private readonly int _copy;
    private readonly ReplayAnswers _answers;
    private readonly Task _reading;
    private long _lastSent;
    private int _failures;

    /// <summary>Creates a peer, which owns the connection.</summary>
    public ReplayPeer(PacketConnection connection, Socket? socket, uint number, int copy, ReplayOptions options, ReplayReport report, TimeProvider clock)
    {
        _connection = connection;
        _socket = socket;
        _options = options;
        _report = report;
        _clock = clock;
        _number = number;
        _copy = copy;
        _answers = new ReplayAnswers(number, copy, options, report);
        report.AddConnection();
        _reading = ReadAsync();
    }

    private bool HasFailed => Volatile.Read(ref _failures) > 0;

    /// <summary>Sends a packet of the capture. A no-op after a failure.</summary>
    public async ValueTask SendAsync(uint id, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        if (HasFailed)
        {
            return;
        }

        try
        {
            _lastSent = _clock.GetTimestamp();
            ValueTask sending = _connection.SendAsync(id, payload.Span, cancellationToken);
            if (!sending.IsCompletedSuccessfully)
            {
                await WaitWhileReadingAsync(sending.AsTask(), _options.Timeout, cancellationToken).ConfigureAwait(false);
            }

            _report.AddSent(_options.Format.HeaderSize + payload.Length);
        }
        catch (PacketConnectionException exception)
        {
            Fail(exception.Message, CaptureDirection.Outbound);
        }
        catch (TimeoutException)
        {
            FailToSend();
        }
    }

    /// <summary>Adds a packet that the peer is expected to send, and waits if too many answers are outstanding.</summary>
    public async ValueTask ExpectAsync(uint id, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        if (_options.IgnoredIds.Contains(id))
        {
            return;
        }

        _answers.Expect(id, payload, _lastSent);
        if (_options.IsExpecting && !HasFailed && !await _answers.WaitAsync(ReplayAnswers.MaxAhead, cancellationToken).ConfigureAwait(false))
        {
            Fail($"The peer sent no expected answer for {_options.Timeout.TotalSeconds:0.###} seconds.", CaptureDirection.Inbound);
        }
    }

    /// <summary>Waits for the remaining answers, ends the connection, and reports the missing answers.</summary>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        if (!HasFailed)
        {
            await _answers.WaitAsync(0, cancellationToken).ConfigureAwait(false);
        }

        if (!HasFailed)
        {
            await DeliverAsync(cancellationToken).ConfigureAwait(false);
        }

        _answers.End();
    }

    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
        _answers.Dispose();
    }

    private async Task ReadAsync()
    {
        try
        {
            await foreach (PacketReadResult result in _connection.ReadAllAsync().ConfigureAwait(false))
            {
                Packet packet = result.Packet;
                _report.AddReceived(packet.Raw.Length);
                if (!_options.IgnoredIds.Contains(packet.Id)
                    && _answers.Receive(packet.Id, _options.IsExpecting ? packet.Payload.ToArray() : [], _clock.GetTimestamp()) is { } failure)
                {
                    Fail(failure, CaptureDirection.Inbound);
                }
            }
        }
        catch (PacketConnectionException exception) when (exception.Reason == PacketCloseReason.Local)
        {
        }
        catch (Exception exception) when (exception is InvalidPacketException or PacketConnectionException)
        {
            Fail(exception.Message, CaptureDirection.Inbound);
        }
        finally
        {
            _answers.Stop();
        }
    }

    /// <summary>Ends the sending direction, and waits until the peer has closed the connection.</summary>
    private async Task DeliverAsync(CancellationToken cancellationToken)
    {
        try
        {
            await WaitWhileReadingAsync(_connection.CompleteAsync(cancellationToken).AsTask(), _options.Timeout, cancellationToken).ConfigureAwait(false);
        }
        catch (PacketConnectionException exception) when (exception is { UnsentPackets: > 0, Reason: not PacketCloseReason.Local })
        {
            // If the peer resets the connection during a send, the system reports the reset to the send, and a read just ends.
            Fail(exception.Message, CaptureDirection.Outbound);
        }
        catch (PacketConnectionException)
        {
            // The peer has disconnected after the last packet was passed to the system.
        }
        catch (TimeoutException)
        {
            FailToSend();
        }

        try
        {
            await WaitWhileReadingAsync(_reading, _options.Timeout < EndLimit ? _options.Timeout : EndLimit, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The peer still sends, or does not close the connection. The remaining answers are missing.
        }
    }

    /// <summary>Waits for a task as long as the peer reads.</summary>
    private async Task WaitWhileReadingAsync(Task task, TimeSpan timeout, CancellationToken cancellationToken)
    {
        // The system accepts bytes in large steps: a full socket of Linux becomes writable when a third of its buffer is free. A peer that reads slowly
        // acknowledges bytes much earlier.
        long last = Acknowledged();
        long since = _clock.GetTimestamp();
        while (await Task.WhenAny(task, Task.Delay(PollInterval, _clock, cancellationToken)).ConfigureAwait(false) != task)
        {
            cancellationToken.ThrowIfCancellationRequested();
            if (Acknowledged() is var now && now != last)
            {
                (last, since) = (now, _clock.GetTimestamp());
            }
            else if (_clock.GetElapsedTime(since) >= timeout)
            {
                throw new TimeoutException();
            }
        }

        await task.ConfigureAwait(false);
    }

    private long Acknowledged() => _socket is null ? 0 : SocketProgress.GetAcknowledged(_socket);

    private void FailToSend() => Fail($"The peer read nothing for {_options.Timeout.TotalSeconds:0.###} seconds.", CaptureDirection.Outbound);

    private void Fail(string reason, CaptureDirection direction)
    {
        if (Interlocked.Increment(ref _failures) == 1)
        {
            _report.Fail(reason, _number, _copy, direction);
        }
    }
}
