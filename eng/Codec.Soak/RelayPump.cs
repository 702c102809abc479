namespace Codec.Soak;

/// <summary>One direction of a <see cref="Relay"/>.</summary>
internal sealed class RelayPump(Relay relay, LinkPlan plan, bool isToServer)
{
    // Forwarding single bytes is slow, so it starts at the fault and is limited to this number of bytes.
    private const int DrippedBytes = 2000;

    private readonly Random _random = new(plan.Seed + (isToServer ? 3 : 4));
    private readonly byte[] _buffer = new byte[8 * 1024];
    private bool _isDraining;
    private bool _hasFault = isToServer != plan.IsFaultInAnswers;

    /// <summary>Gets the number of bytes that were read from the sender's socket.</summary>
    public long Taken { get; private set; }

    /// <summary>Gets the number of bytes that were written to the receiver's socket.</summary>
    public long Forwarded { get; private set; }

    /// <summary>Gets whether this direction was cut, and its receiver sees an ordinary end of the stream.</summary>
    public bool IsCutWithEnd { get; private set; }

    /// <summary>Forwards bytes until the stream ends or the connections fail.</summary>
    public async Task RunAsync(Socket from, Socket to)
    {
        try
        {
            bool isOpen = true;
            while (isOpen)
            {
                await WaitIfSilent().ConfigureAwait(false);
                int count = await from.ReceiveAsync(_buffer).ConfigureAwait(false);
                Taken += count;
                isOpen = count > 0 && (_isDraining || await TryForwardAsync(from, to, count).ConfigureAwait(false));
            }

            if (!relay.IsCut)
            {
                to.Shutdown(SocketShutdown.Send);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // A reset is forwarded. After a cut, the other direction is read to its end, so that the system does not discard forwarded bytes.
            if (!relay.IsCut)
            {
                relay.Reset();
            }
            else if (!_isDraining)
            {
                _isDraining = true;
                await RunAsync(from, to).ConfigureAwait(false);
            }
        }
    }

    public override string ToString() => $"{Forwarded} of {Taken} bytes";

    private async Task<bool> TryForwardAsync(Socket from, Socket to, int count)
    {
        for (int start = 0; start < count && !relay.IsCut;)
        {
            if (_hasFault && Forwarded >= plan.FaultAt && await BeginFaultAsync(from, to).ConfigureAwait(false))
            {
                return false;
            }

            await WaitIfSilent().ConfigureAwait(false);
            int piece = Math.Min(count - start, Piece());
            for (int end = start + piece; start < end;)
            {
                int sent = await to.SendAsync(_buffer.AsMemory(start, end - start)).ConfigureAwait(false);
                start += sent;
                Forwarded += sent;
            }
        }

        return true;
    }

    private int Piece() => plan.Fault switch
    {
        _ when _hasFault && plan.FaultAt > Forwarded => (int)Math.Min(plan.FaultAt - Forwarded, int.MaxValue),
        LinkFault.Drip when isToServer != plan.IsFaultInAnswers && Forwarded < plan.FaultAt + DrippedBytes => 1,
        LinkFault.RandomPieces => 1 + _random.Next(_random.Next(4) == 0 ? 8 : 4000),
        _ => int.MaxValue,
    };

    /// <summary>Causes the fault at its byte, and returns whether this direction has ended.</summary>
    private async Task<bool> BeginFaultAsync(Socket from, Socket to)
    {
        _hasFault = false;
        relay.HasBegunFault = true;
        switch (plan.Fault)
        {
            case LinkFault.StalledRelay:
                await Task.Delay(200 + _random.Next(800)).ConfigureAwait(false);
                return false;
            case LinkFault.CutInPacket:
                if (relay.TryCut())
                {
                    IsCutWithEnd = true;
                    to.Shutdown(SocketShutdown.Send);
                    Relay.Reset(from);
                }

                return true;
            case LinkFault.Reset:
                // Half of the senders wait when the reset arrives.
                await Task.Delay(_random.Next(2) * 300).ConfigureAwait(false);
                relay.Reset();
                return true;
            case LinkFault.HalfOpen:
                await relay.WaitSilently().ConfigureAwait(false);
                return true;
            default:
                return false;
        }
    }

    private Task WaitIfSilent() => relay.IsSilent ? relay.WaitSilently() : Task.CompletedTask;
}
