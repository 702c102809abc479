using System;
using System.Collections.Generic;
using System.Net.Sockets;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Cli.Replay;

/// <summary>A connection of a replay: sends packets of the capture, and compares the answers.</summary>
internal sealed class ReplayPeer : IAsyncDisposable
{
    // The largest number of outstanding answers, which limits the memory.
    private const int MaxAhead = 1024;

    // Answers may arrive earlier than recorded. With more than this, in number or in bytes, the connection fails, which limits the memory.
    private const int MaxEarly = 65_536;
    private const long MaxEarlyBytes = 64 << 20;

    // The time that a peer has to close the connection after this side has closed it.
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(1);

    // The system is asked for the acknowledged packets after this time, or if more packets are not known to be acknowledged.
    private static readonly TimeSpan ConfirmInterval = TimeSpan.FromMilliseconds(100);
    private const int MaxUnconfirmed = 1024;

    // The interval at which the replay checks the progress of a peer.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(10);

    private readonly PacketConnection _connection;
    private readonly Socket? _socket;
    private readonly TcpProgress? _begin;
    private readonly ReplayOptions _options;
    private readonly ReplayReport _report;
    private readonly TimeProvider _clock;
    private readonly string _name;
    private readonly AnswerMatcher _answers;
    private readonly object _lock = new();
    private readonly SemaphoreSlim _received = new(0);
    private readonly Task _reading;
    private long _expectedNumber;
    private long _receivedNumber;
    private long _lastSent;
    private volatile bool _isOver;
    private volatile bool _hasFailed;
    private bool _isPairing = true;

    // The sizes of the packets that the peer may not have received.
    private readonly Queue<int> _unconfirmed = [];
    private long _confirmedBytes;
    private long _lastConfirmed;

    // The answers that are outstanding after pairing has ended, by the ids of all answers. Other packets, such as heartbeats, are no answers.
    private readonly HashSet<uint> _expectedIds = [];
    private long _unpaired;

    /// <summary>Creates a peer, which owns the connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="socket">The socket of the connection, or <see langword="null"/> if only the connection knows what was sent.</param>
    /// <param name="number">The number of the connection in the capture.</param>
    /// <param name="copy">The number of the replayed copy of the connection, from 1.</param>
    /// <param name="options">The options of the replay.</param>
    /// <param name="report">The report that receives the results.</param>
    /// <param name="clock">The clock.</param>
    public ReplayPeer(PacketConnection connection, Socket? socket, uint number, int copy, ReplayOptions options, ReplayReport report, TimeProvider clock)
    {
        _connection = connection;
        _socket = socket;
        _begin = TcpProgress.Of(socket);
        _options = options;
        _report = report;
        _clock = clock;
        _name = $"#{number}.{copy}";
        _answers = new AnswerMatcher(report, number, copy, options.Schema, options.IsExpecting);
        report.AddConnection();
        _reading = ReadAsync();
    }

    // Requires the lock.
    private long Outstanding => _isPairing ? _answers.ExpectedCount : _unpaired;

    /// <summary>Sends a packet of the capture. A no-op after a failure.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <returns>A task that ends when the packet was accepted.</returns>
    public async ValueTask SendAsync(uint id, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        if (_hasFailed)
        {
            return;
        }

        try
        {
            _lastSent = _clock.GetTimestamp();
            ValueTask sending = _connection.SendAsync(id, payload.Span, cancellationToken);
            _unconfirmed.Enqueue(_options.Format.HeaderSize + payload.Length);
            if (!sending.IsCompletedSuccessfully)
            {
                await WaitWhileReadingAsync(sending.AsTask(), cancellationToken).ConfigureAwait(false);
            }

            if (_unconfirmed.Count > MaxUnconfirmed || _clock.GetElapsedTime(_lastConfirmed) >= ConfirmInterval)
            {
                Confirm();
            }
        }
        catch (PacketConnectionException exception)
        {
            Fail(exception.Message);
        }
        catch (TimeoutException)
        {
            FailToSend();
        }
    }

    /// <summary>Adds a packet that the peer is expected to send, and waits if too many answers are outstanding.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="payload">The payload.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <returns>A task that ends when the replay may continue.</returns>
    public async ValueTask ExpectAsync(uint id, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken)
    {
        if (_options.IgnoredIds.Contains(id))
        {
            return;
        }

        Answer answer = new(++_expectedNumber, id, _options.IsExpecting ? payload.ToArray() : [], _lastSent);
        lock (_lock)
        {
            // If answers are not compared, a missing answer only ends the measurement of latencies.
            if (!_options.IsExpecting)
            {
                _expectedIds.Add(id);
                if (_isPairing && _answers.ExpectedCount >= MaxAhead)
                {
                    EndPairing();
                }
            }

            if (!_isPairing)
            {
                _unpaired += _options.IsExpecting ? 0 : 1;
            }
            else
            {
                if (_answers.ExpectedCount > MaxAhead)
                {
                    // The replay did not wait, because the peer has ended or failed. Its answers are missing.
                    _answers.End();
                }

                _answers.Expect(answer);
            }
        }

        if (_options.IsExpecting && !_hasFailed && !await WaitForAnswersAsync(MaxAhead, cancellationToken).ConfigureAwait(false))
        {
            Fail($"The peer sent no expected answer for {_options.Timeout.TotalSeconds:0.###} seconds.");
        }
    }

    /// <summary>Waits for the remaining answers, ends the connection, and reports the missing answers.</summary>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <returns>A task that ends when the connection has ended.</returns>
    public async Task EndAsync(CancellationToken cancellationToken)
    {
        if (!_hasFailed)
        {
            await WaitForAnswersAsync(0, cancellationToken).ConfigureAwait(false);
        }

        Confirm();
        if (!_hasFailed)
        {
            await DeliverAsync(cancellationToken).ConfigureAwait(false);
        }

        lock (_lock)
        {
            if (_options.IsExpecting && _isPairing)
            {
                _answers.End();
            }
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync().ConfigureAwait(false);
        await _reading.ConfigureAwait(false);
        _received.Dispose();
    }

    private async Task ReadAsync()
    {
        try
        {
            await foreach (PacketReadResult result in _connection.ReadAllAsync().ConfigureAwait(false))
            {
                Receive(result.Packet);
            }
        }
        catch (InvalidPacketException exception)
        {
            Fail(exception.Message);
        }
        catch (PacketConnectionException exception) when (exception.Reason != PacketCloseReason.Local)
        {
            Fail(exception.Message);
        }
        catch (PacketConnectionException)
        {
        }
        finally
        {
            _isOver = true;
            _received.Release();
        }
    }

    private void Receive(Packet packet)
    {
        _report.AddReceived(packet.Raw.Length);
        if (!_options.IgnoredIds.Contains(packet.Id))
        {
            Answer answer = new(++_receivedNumber, packet.Id, _options.IsExpecting ? packet.Payload.ToArray() : [], _clock.GetTimestamp());
            lock (_lock)
            {
                long outstanding = Outstanding;
                if (_isPairing)
                {
                    _answers.Receive(answer);
                    LimitEarly();
                }
                else if (_unpaired > 0 && _expectedIds.Contains(packet.Id))
                {
                    _unpaired--;
                }

                if (Outstanding < outstanding)
                {
                    _received.Release();
                }
            }
        }
    }

    /// <summary>Ends the comparison if too many answers are stored. Requires <see cref="_lock"/>.</summary>
    private void LimitEarly()
    {
        bool hasMany = _answers.ReceivedCount > MaxEarly;
        if (hasMany || _answers.ReceivedBytes > MaxEarlyBytes)
        {
            EndPairing();
            if (_options.IsExpecting)
            {
                string what = hasMany ? $"{MaxEarly} answers" : $"{MaxEarlyBytes} bytes of answers";
                Fail($"more than {what} arrived earlier than in the capture. The others are not compared.");
            }
        }
    }

    /// <summary>Ends pairing of answers. Requires <see cref="_lock"/>.</summary>
    private void EndPairing()
    {
        _unpaired = _options.IsExpecting ? 0 : _answers.ExpectedCount;
        _isPairing = false;
    }

    /// <summary>Waits until at most a given number of answers is outstanding. Returns false if no outstanding answer arrives during the timeout.</summary>
    private async ValueTask<bool> WaitForAnswersAsync(int count, CancellationToken cancellationToken)
    {
        for (; ; )
        {
            lock (_lock)
            {
                if (Outstanding <= count || _isOver)
                {
                    return true;
                }
            }

            if (!await _received.WaitAsync(_options.Timeout, cancellationToken).ConfigureAwait(false))
            {
                return false;
            }
        }
    }

    /// <summary>Ends the sending direction, and waits until the peer has received every packet and has closed the connection.</summary>
    private async Task DeliverAsync(CancellationToken cancellationToken)
    {
        try
        {
            await WaitWhileReadingAsync(_connection.CompleteAsync(cancellationToken).AsTask(), cancellationToken).ConfigureAwait(false);
            await WaitWhileReadingAsync(ConfirmAllAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
        }
        catch (PacketConnectionException exception) when (exception is { UnsentPackets: > 0, Reason: not PacketCloseReason.Local })
        {
            // If the peer resets the connection during a send, the system reports the reset to the send, and a read just ends.
            Fail(exception.Message);
        }
        catch (PacketConnectionException)
        {
            // The peer has disconnected after the last packet was passed to the system.
        }
        catch (TimeoutException)
        {
            FailToSend();
        }

        if (_begin is not null && _unconfirmed.Count > 0)
        {
            Fail($"The peer closed the connection. {Unconfirmed} may not have reached it.");
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

    /// <summary>Waits for a task as long as the peer reads.</summary>
    /// <exception cref="TimeoutException">The peer has read nothing during the timeout.</exception>
    private async Task WaitWhileReadingAsync(Task task, CancellationToken cancellationToken)
    {
        // The system accepts bytes in large steps: a full socket of Linux becomes writable when a third of its buffer is free. A peer that reads slowly
        // acknowledges bytes much earlier.
        TcpProgress? last = TcpProgress.Of(_socket);
        long since = _clock.GetTimestamp();
        while (await Task.WhenAny(task, Task.Delay(PollInterval, _clock, cancellationToken)).ConfigureAwait(false) != task)
        {
            cancellationToken.ThrowIfCancellationRequested();
            TcpProgress? progress = TcpProgress.Of(_socket);
            if (progress != last)
            {
                last = progress;
                since = _clock.GetTimestamp();
            }
            else if (_clock.GetElapsedTime(since) >= _options.Timeout)
            {
                throw new TimeoutException();
            }
        }

        await task.ConfigureAwait(false);
    }

    private async Task ConfirmAllAsync(CancellationToken cancellationToken)
    {
        Confirm();
        while (_unconfirmed.Count > 0 && TcpProgress.Of(_socket) is { IsClosed: false })
        {
            await Task.Delay(PollInterval, _clock, cancellationToken).ConfigureAwait(false);
            Confirm();
        }
    }

    /// <summary>Counts the packets that the peer's system has acknowledged or, if this system does not tell, that were passed to it.</summary>
    private void Confirm()
    {
        long bytes = _begin is { } begin
            ? (TcpProgress.Of(_socket)?.AcknowledgedBytes ?? 0) - begin.AcknowledgedBytes
            : IsFlushed() ? long.MaxValue : 0;
        while (_unconfirmed.TryPeek(out int size) && _confirmedBytes + size <= bytes)
        {
            _unconfirmed.Dequeue();
            _confirmedBytes += size;
            _report.AddSent(size);
        }

        _lastConfirmed = _clock.GetTimestamp();
    }

    private string Unconfirmed => Counted.Of(_unconfirmed.Count, "packet");

    private bool IsFlushed()
    {
        try
        {
            return _connection.FlushAsync().AsTask().IsCompletedSuccessfully;
        }
        catch (PacketConnectionException)
        {
            return false;
        }
    }

    /// <summary>Reports that the peer does not read.</summary>
    private void FailToSend()
    {
        Confirm();
        Fail($"The peer read nothing for {_options.Timeout.TotalSeconds:0.###} seconds. {Unconfirmed} did not reach it.");
        try
        {
            // Without this, the system sends the rest when the peer reads again.
            if (_socket is not null)
            {
                _socket.LingerState = new LingerOption(enable: true, seconds: 0);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The connection is closed.
        }
    }

    private void Fail(string reason)
    {
        lock (_lock)
        {
            if (_hasFailed)
            {
                return;
            }

            _hasFailed = true;
        }

        _report.Fail($"{_name}: {reason}");
    }
}
