using System;
using Codec.Transport;

namespace Codec.Soak;

/// <summary>Checks the delays of a <see cref="PacketClient"/> that connects again.</summary>
internal sealed class ReconnectCheck(PacketClientOptions options)
{
    private int _attempts;
    private TimeSpan _delay;
    private long _pollStart;
    private long _earliestEnd;
    private long _latestEnd;
    private bool _isWaiting;

    /// <summary>Gets the error that occurred.</summary>
    public string? Wrong { get; private set; }

    /// <summary>Notes that a poll begins.</summary>
    public void BeginPoll() => _pollStart = options.TimeProvider.GetTimestamp();

    /// <summary>Checks the delay after a connection or an attempt has ended.</summary>
    /// <param name="closed">The arguments of the event.</param>
    /// <param name="hasReceived">Whether the connection received a packet.</param>
    public void OnClosed(PacketClientClosed closed, bool hasReceived)
    {
        _attempts = hasReceived ? 0 : _attempts;
        double longest = Math.Min(options.MaxReconnectDelay.TotalMilliseconds, options.ReconnectDelay.TotalMilliseconds * Math.Pow(2, _attempts));
        _attempts++;
        _delay = closed.ReconnectDelay ?? default;
        _isWaiting = true;
        _earliestEnd = _pollStart;
        _latestEnd = options.TimeProvider.GetTimestamp();
        if (_delay.TotalMilliseconds < (longest / 2) - 1 || _delay.TotalMilliseconds > longest + 1)
        {
            Wrong ??= $"the delay of attempt {_attempts} is {closed.ReconnectDelay}, and must be between half and all of {longest} ms: {closed}";
        }
    }

    /// <summary>Checks after a poll that the client connects again after its delay, and at the first poll after it.</summary>
    public void EndPoll(PacketClientState state)
    {
        if (!_isWaiting)
        {
            return;
        }

        if (state == PacketClientState.Waiting)
        {
            // A poll that began after the delay would have connected.
            if (options.TimeProvider.GetElapsedTime(_latestEnd, _pollStart) > _delay)
            {
                Wrong ??= $"the client still waits, {options.TimeProvider.GetElapsedTime(_latestEnd)} after it was closed with a delay of {_delay}";
            }

            return;
        }

        _isWaiting = false;
        if (options.TimeProvider.GetElapsedTime(_earliestEnd) < _delay)
        {
            Wrong ??= $"the client connected {options.TimeProvider.GetElapsedTime(_earliestEnd)} after it was closed, before its delay of {_delay}";
        }
    }
}
