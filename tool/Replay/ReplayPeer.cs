using Codec.Transport;

namespace Codec.Cli.Replay;

/// <summary>A connection of a replay: sends packets of the capture, and compares the answers.</summary>
internal sealed class ReplayPeer : IAsyncDisposable
{
    // The time that a peer has to close the connection after this side has closed it.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(1);

    private readonly PacketConnection _connection;
    private readonly ReplayOptions _options;
    private readonly ReplayReport _report;
    private readonly TimeProvider _clock;
    private readonly uint _number;
    private readonly int _copy;
    private readonly SentPackets _sent;
    private readonly ReplayAnswers _answers;
    private readonly Task _reading;
    private long _lastSent;
    private int _failures;

    /// <summary>Creates a peer, which owns the connection.</summary>
    public ReplayPeer(PacketConnection connection, Socket? socket, uint number, int copy, ReplayOptions options, ReplayReport report, TimeProvider clock)
    {
        _connection = connection;
        _options = options;
        _report = report;
        _clock = clock;
        _number = number;
        _copy = copy;
        _sent = new SentPackets(connection, socket, report, clock);
        _answers = new ReplayAnswers(number, copy, options, report);
        report.AddConnection();
        _reading = ReadAsync();
    }

    private bool HasFailed => Volatile.Read(ref _failures) > 0;
    private string Unconfirmed => Counted.Of(_sent.Count, "packet");

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
            _sent.Add(_options.Format.HeaderSize + payload.Length);
            if (!sending.IsCompletedSuccessfully)
            {
                await _sent.WaitWhileReadingAsync(sending.AsTask(), _options.Timeout, cancellationToken).ConfigureAwait(false);
            }

            _sent.ConfirmSometimes();
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

        _sent.Confirm();
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

    /// <summary>Ends the sending direction, and waits until the peer has received every packet and has closed the connection.</summary>
    private async Task DeliverAsync(CancellationToken cancellationToken)
    {
        try
        {
            await _sent.WaitWhileReadingAsync(_connection.CompleteAsync(cancellationToken).AsTask(), _options.Timeout, cancellationToken).ConfigureAwait(false);
            await _sent.WaitWhileReadingAsync(_sent.ConfirmAllAsync(cancellationToken), _options.Timeout, cancellationToken).ConfigureAwait(false);
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

        if (_sent is { IsAcknowledged: true, Count: > 0 })
        {
            Fail($"The peer closed the connection. {Unconfirmed} may not have reached it.", CaptureDirection.Outbound);
        }

        try
        {
            await _reading.WaitAsync(_options.Timeout < EndLimit ? _options.Timeout : EndLimit, _clock, cancellationToken).ConfigureAwait(false);
        }
        catch (TimeoutException)
        {
            // The peer has received everything, and still sends. The remaining answers are missing.
        }
    }

    private void FailToSend()
    {
        _sent.Confirm();
        Fail($"The peer read nothing for {_options.Timeout.TotalSeconds:0.###} seconds. {Unconfirmed} did not reach it.", CaptureDirection.Outbound);
        _sent.Abandon();
    }

    private void Fail(string reason, CaptureDirection direction)
    {
        if (Interlocked.Increment(ref _failures) == 1)
        {
            _report.Fail(reason, _number, _copy, direction);
        }
    }
}
