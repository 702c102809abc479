using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Codec.Framing;
using Codec.Transport;

namespace Codec.Cli.Replaying;

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

    private readonly PacketConnection _connection;
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

    // The answers that are outstanding after pairing has ended, by the ids of all answers. Other packets, such as heartbeats, are no answers.
    private readonly HashSet<uint> _expectedIds = [];
    private long _unpaired;

    /// <summary>Creates a peer, which owns the connection.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="number">The number of the connection in the capture.</param>
    /// <param name="copy">The number of the replayed copy of the connection, from 1.</param>
    /// <param name="options">The options of the replay.</param>
    /// <param name="report">The report that receives the results.</param>
    /// <param name="clock">The clock.</param>
    public ReplayPeer(PacketConnection connection, uint number, int copy, ReplayOptions options, ReplayReport report, TimeProvider clock)
    {
        _connection = connection;
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
            if (!sending.IsCompletedSuccessfully)
            {
                await sending.AsTask().WaitAsync(_options.Timeout, _clock, cancellationToken).ConfigureAwait(false);
            }

            _report.AddSent(_options.Format.HeaderSize + payload.Length);
        }
        catch (PacketConnectionException exception)
        {
            Fail(exception.Message);
        }
        catch (TimeoutException)
        {
            Fail($"The peer read nothing for {_options.Timeout.TotalSeconds:0.###} seconds.");
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

        try
        {
            await _connection.CompleteAsync(cancellationToken).AsTask().WaitAsync(_options.Timeout, _clock, cancellationToken).ConfigureAwait(false);
            await _reading.WaitAsync(_options.Timeout < EndLimit ? _options.Timeout : EndLimit, _clock, cancellationToken).ConfigureAwait(false);
        }
        catch (PacketConnectionException exception) when (exception is { UnsentPackets: > 0, Reason: not PacketCloseReason.Local })
        {
            // If the peer resets the connection during a send, the system reports the reset to the send, and a read just ends.
            Fail(exception.Message);
        }
        catch (Exception exception) when (exception is PacketConnectionException or TimeoutException)
        {
            // The peer still sends, or has disconnected. The remaining answers are missing.
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

    private void Receive(SequencePacket packet)
    {
        _report.AddReceived(_options.Format.HeaderSize + (int)packet.Payload.Length);
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
