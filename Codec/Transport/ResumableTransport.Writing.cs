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
        lock (_lock)
        {
            // What was kept is written first.
            if (_state <= ResumeState.On || _kept.Sent < _kept.End)
            {
                return new ValueTask(KeepAndWriteAsync(bytes));
            }

            current = _current;
        }

        return current?.WriteAsync(bytes) ?? default;
    }

    internal override async Task EndOutputAsync()
    {
        bool isOn;
        lock (_lock)
        {
            isOn = _state == ResumeState.On;
            if (isOn)
            {
                _kept.Add(_connection.Session!.Encode(new Acknowledge { Received = ulong.MaxValue }));
            }
        }

        while (isOn)
        {
            await WriteKeptAsync().ConfigureAwait(false);
            Task changed;
            lock (_lock)
            {
                isOn = _state == ResumeState.On && (_current is null || _kept.Sent < _kept.End);
                changed = isOn && (_current is null || _current == _input.Failed) ? Changed() : Task.CompletedTask;
            }

            await changed.ConfigureAwait(false);
        }

        TurnOff();
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
        long reads = -1;
        while (true)
        {
            Task changed;
            lock (_lock)
            {
                bool isUnread = _state == ResumeState.Opening || (_current is not null && _input.IsUnreadSince(reads));
                if (isUnread || _kept.HasRoom(bytes.Length) || _state > ResumeState.On)
                {
                    _kept.AddData(bytes.Span, discards: isUnread);
                    break;
                }

                reads = _input.Reads;
                changed = Changed();
            }

            Task unread = Task.Delay(UnreadMilliseconds);
            reads = await Task.WhenAny(changed, unread).ConfigureAwait(false) == unread ? reads : -1;
        }

        await WriteKeptAsync().ConfigureAwait(false);
    }

    /// <summary>Writes what is kept and was not sent.</summary>
    private async Task WriteKeptAsync()
    {
        await _gate.WaitAsync().ConfigureAwait(false);
        try
        {
            while (true)
            {
                PacketTransport? current;
                ReadOnlyMemory<byte> unsent;
                lock (_lock)
                {
                    current = _state < ResumeState.Moved && _current != _input.Failed ? _current : null;
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
                catch (Exception) when (TryCutLater(current))
                {
                    return;
                }

                lock (_lock)
                {
                    if (current == _current)
                    {
                        _kept.Advance(unsent.Length);
                    }
                }
            }
        }
        finally
        {
            _ = _gate.Release();
        }
    }

    /// <summary>Ends a transport that cannot be written to, after its received bytes were read.</summary>
    private bool TryCutLater(PacketTransport transport)
    {
        lock (_lock)
        {
            if (_state != ResumeState.On || transport != _current)
            {
                return _state == ResumeState.On;
            }

            _input.Failed = transport;
        }

        _ = Task.Run(async () =>
        {
            await Task.Delay(UnreadMilliseconds).ConfigureAwait(false);
            _ = TryCut(transport);
        });
        return true;
    }

    /// <summary>Tells the peer that another client has continued the session, if the transport is not cut.</summary>
    private async Task EndReplacedAsync(PacketTransport transport)
    {
        // A write in progress would be in the middle of a packet.
        if (_gate.Wait(0))
        {
            try
            {
                Leave leave = new() { Code = PacketSession.Replaced, Text = "Another client has continued the session." };
                await Task.WhenAny(transport.WriteAsync(_connection.Session!.Encode(leave)).AsTask(), Task.Delay(UnreadMilliseconds)).ConfigureAwait(false);
            }
            catch (Exception)
            {
                // The transport was cut, which had not been noticed.
            }
            finally
            {
                _ = _gate.Release();
            }
        }

        End(transport);
    }

    private void Acknowledge()
    {
        lock (_lock)
        {
            // The first packet is that of the handshake.
            if (_state != ResumeState.On || _kept.End == 0)
            {
                return;
            }

            _input.Acknowledge();
            _kept.Add(_connection.Session!.Encode(new Acknowledge { Received = (ulong)_input.Received }));
        }

        // Not on the thread that reads, because a write may block.
        _ = Task.Run(WriteKeptAsync);
    }
}
