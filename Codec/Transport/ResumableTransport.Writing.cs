using Codec.Sessions;

namespace Codec.Transport;

internal sealed partial class ResumableTransport
{
    // How long a write waits for room while no read waits: only a read finds acknowledgments. Without a limit, a handler that waits for its own write would
    // wait forever. Real time, because the wait has no meaning for the application.
    private const int UnreadMilliseconds = 50;

    internal override ValueTask WriteAsync(ReadOnlyMemory<byte> bytes)
    {
        PacketTransport? current;
        bool isKept;
        lock (_lock)
        {
            // What was kept is written first.
            (current, isKept) = (_current, _state <= ResumeState.On || _kept.Sent < _kept.End);
        }

        return isKept ? new ValueTask(KeepAndWriteAsync(bytes)) : current?.WriteAsync(bytes) ?? default;
    }

    internal override async Task EndOutputAsync()
    {
        lock (_lock)
        {
            if (_state == ResumeState.On)
            {
                _kept.Add(_connection.Session!.Encode(new Acknowledge { Received = ulong.MaxValue }));
            }
        }

        for (bool isOn = true; isOn;)
        {
            Task changed;
            lock (_lock)
            {
                isOn = _state == ResumeState.On && (_current is null || _kept.Sent < _kept.End);
                changed = isOn && (_current is null || _current == _input.Failed) ? Changed() : Task.CompletedTask;
                if (!isOn)
                {
                    // In the same lock: otherwise, a cut in between would wait for another transport.
                    TurnOff();
                }
            }

            await changed.ConfigureAwait(false);
            await WriteKeptAsync().ConfigureAwait(false);
        }

        if (Volatile.Read(ref _current) is { } last)
        {
            await last.EndOutputAsync().ConfigureAwait(false);
        }
        else if (_state == ResumeState.Closed)
        {
            Throw.Disposed(nameof(PacketConnection));
        }
    }

    private async Task KeepAndWriteAsync(ReadOnlyMemory<byte> bytes)
    {
        while (true)
        {
            Task changed;
            long reads;
            lock (_lock)
            {
                bool isUnread = _state == ResumeState.Opening || (_current is not null && _input.IsUnread);
                if (isUnread || _kept.HasRoom(bytes.Length) || _state > ResumeState.On)
                {
                    _kept.AddData(bytes.Span, discards: isUnread);
                    break;
                }

                reads = _input.Reads;
                changed = Changed();
            }

            Task unread = Task.Delay(UnreadMilliseconds);
            _input.Unread = await Task.WhenAny(changed, unread).ConfigureAwait(false) == unread ? reads : _input.Unread;
        }

        await WriteKeptAsync().ConfigureAwait(false);
    }

    /// <summary>Writes what is kept and was not sent.</summary>
    private async Task WriteKeptAsync()
    {
        await _gate.WaitAsync().ConfigureAwait(false);
        try
        {
            PacketTransport? current = null;
            ReadOnlyMemory<byte> unsent = default;
            while (true)
            {
                lock (_lock)
                {
                    _kept.Advance(current == _current ? unsent.Length : 0);
                    current = _state < ResumeState.Closed && _current != _input.Failed ? _current : null;
                    unsent = _kept.GetUnsent();
                }

                if (current is null || unsent.IsEmpty)
                {
                    return;
                }

                try
                {
                    await current.WriteAsync(unsent).ConfigureAwait(false);
                }
                catch (Exception) when (TryCut(current, isOutput: true))
                {
                    return;
                }
            }
        }
        finally
        {
            _ = _gate.Release();
        }
    }

    /// <summary>Tells the peer that another client has continued the session, if the transport is not cut.</summary>
    private async Task EndReplacedAsync(PacketTransport transport)
    {
        // A write that does not end would be in the middle of a packet.
        if (await _gate.WaitAsync(UnreadMilliseconds).ConfigureAwait(false))
        {
            await Task.WhenAny(LeaveAsync(), Task.Delay(UnreadMilliseconds)).ConfigureAwait(false);
            _ = _gate.Release();
        }

        End(transport);

        // Fails if the transport was cut, which had not been noticed.
        async Task LeaveAsync() => await transport.WriteAsync(_connection.Session!.Encode(
            new Leave { Code = PacketSession.Replaced, Text = "Another client has continued the session." })).ConfigureAwait(false);
    }

    private void Acknowledge()
    {
        lock (_lock)
        {
            if (_state != ResumeState.On)
            {
                return;
            }

            _input.Acknowledged = _input.Received;
            _kept.Add(_connection.Session!.Encode(new Acknowledge { Received = (ulong)_input.Received }));
        }

        // Not on the thread that reads, because a write may block.
        _ = Task.Run(WriteKeptAsync);
    }
}
