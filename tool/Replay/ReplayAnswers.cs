namespace Codec.Cli.Replay;

/// <summary>The answers of a peer: compares them with those in the capture, or only pairs them to measure latencies. Thread-safe.</summary>
internal sealed class ReplayAnswers(uint connection, int copy, ReplayOptions options, ReplayReport report) : IDisposable
{
    /// <summary>The largest number of outstanding answers, which limits the memory.</summary>
    public const int MaxAhead = 1024;

    // Answers may arrive earlier than recorded. With more than this, in number or in bytes, the connection fails, which limits the memory.
    private const int MaxEarly = 65_536;
    private const long MaxEarlyBytes = 64 << 20;
    private readonly AnswerMatcher _answers = new(report, connection, copy, options.Schema, options.IsExpecting);
    private readonly object _lock = new();
    private readonly SemaphoreSlim _received = new(0);
    private long _expectedNumber;
    private long _receivedNumber;
    private bool _isOver;
    private bool _isPairing = true;

    // The answers that are outstanding after pairing has ended, by the ids of all answers. Other packets, such as heartbeats, are no answers.
    private readonly HashSet<uint> _expectedIds = [];
    private long _unpaired;

    // Requires the lock.
    private long Outstanding => _isPairing ? _answers.ExpectedCount : _unpaired;

    public void Expect(uint id, ReadOnlyMemory<byte> payload, long sent)
    {
        Answer answer = new(++_expectedNumber, id, options.IsExpecting ? payload.ToArray() : [], sent);
        lock (_lock)
        {
            // If answers are not compared, a missing answer only ends the measurement of latencies.
            if (!options.IsExpecting)
            {
                _expectedIds.Add(id);
                if (_isPairing && _answers.ExpectedCount >= MaxAhead)
                {
                    EndPairing();
                }
            }

            if (!_isPairing)
            {
                _unpaired += options.IsExpecting ? 0 : 1;
                return;
            }

            if (_answers.ExpectedCount > MaxAhead)
            {
                // The replay did not wait, because the peer has ended or failed. Its answers are missing.
                _answers.End();
            }

            _answers.Expect(answer);
        }
    }

    /// <summary>Adds an answer that was received. Returns a failure of the connection, or <see langword="null"/>.</summary>
    public string? Receive(uint id, byte[] payload, long time)
    {
        Answer answer = new(++_receivedNumber, id, payload, time);
        lock (_lock)
        {
            long outstanding = Outstanding;
            string? failure = null;
            if (_isPairing)
            {
                _answers.Receive(answer);
                failure = LimitEarly();
            }
            else if (_unpaired > 0 && _expectedIds.Contains(id))
            {
                _unpaired--;
            }

            if (Outstanding < outstanding)
            {
                _received.Release();
            }

            return failure;
        }
    }

    public void Stop()
    {
        lock (_lock)
        {
            _isOver = true;
        }

        _received.Release();
    }

    /// <summary>Waits until at most a given number of answers is outstanding. Returns false if no outstanding answer arrives during the timeout.</summary>
    public async ValueTask<bool> WaitAsync(int count, CancellationToken cancellationToken)
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

            if (!await _received.WaitAsync(options.Timeout, cancellationToken).ConfigureAwait(false))
            {
                return false;
            }
        }
    }

    public void End()
    {
        lock (_lock)
        {
            if (options.IsExpecting && _isPairing)
            {
                _answers.End();
            }
        }
    }

    public void Dispose() => _received.Dispose();

    // Ends the comparison if too many answers are stored. Requires the lock.
    private string? LimitEarly()
    {
        bool hasMany = _answers.ReceivedCount > MaxEarly;
        if (!hasMany && _answers.ReceivedBytes <= MaxEarlyBytes)
        {
            return null;
        }

        EndPairing();
        string what = hasMany ? $"{MaxEarly} answers" : $"{MaxEarlyBytes} bytes of answers";
        return options.IsExpecting ? $"more than {what} arrived earlier than in the capture. The others are not compared." : null;
    }

    // Requires the lock.
    private void EndPairing()
    {
        _unpaired = options.IsExpecting ? 0 : _answers.ExpectedCount;
        _isPairing = false;
    }
}
