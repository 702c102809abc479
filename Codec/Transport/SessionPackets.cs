using Codec.Framing;

namespace Codec.Transport;

/// <summary>The packets of a connection with a session, without those that the session takes.</summary>
internal sealed class SessionPackets(PacketReceiver receiver, CancellationToken token) : ReceivedPackets(receiver, token)
{
    private readonly CancellationToken _token = token;

    // The read after a packet that the session has taken, while the caller of the read waits.
    private NextWait? _next;

    // The result of the check with which the wait has ended.
    private Exception? _why;
    private bool _isChecked;

    // Whether the session has taken the packet that MoveNextAsync returned.
    private bool _isTaken;

    public override ValueTask<bool> MoveNextAsync()
    {
        ValueTask<bool> moved;
        do
        {
            _isTaken = false;
            moved = base.MoveNextAsync();
        }
        while (_isTaken);

        return moved;
    }

    private protected override PacketEnumeration Create(CancellationToken token) => new SessionPackets(Receiver, token);

    private protected override Exception? GetClosed()
    {
        Receiver.Session!.EndRequest(isPolling: false);
        return Receiver.HasLeft ? null : base.GetClosed();
    }

    private protected override Exception? Check(in PacketReadResult result)
    {
        if (_isChecked)
        {
            _isChecked = false;
            return _why;
        }

        Exception? why = CheckOnce(result);
        _isTaken = ReferenceEquals(why, PacketReceiver.Taken);
        return _isTaken ? null : why;
    }

    /// <summary>Ends the wait of the caller, or reads until there is a packet that the session does not take.</summary>
    internal override void End(in PacketReadResult result, Exception? failure)
    {
        PacketReadResult read = result;
        try
        {
            while (failure is null && IsTaken(read))
            {
                ValueTask<PacketReadResult> next = Receiver.Reader.ReadAsync(_next ??= new NextWait(this), _token);
                if (!next.IsCompleted)
                {
                    return;
                }

                read = next.Result;
            }
        }
        catch (Exception exception)
        {
            // All exceptions of the input reach the awaiting caller.
            failure = exception;
        }

        base.End(read, failure);
    }

    private bool IsTaken(in PacketReadResult result)
    {
        _why = CheckOnce(result);
        _isChecked = !ReferenceEquals(_why, PacketReceiver.Taken);

        // After the end of the peer, this side may have closed the connection already.
        _why = _why is null && result.HasPacket && !Receiver.HasLeft ? base.GetClosed() : _why;
        return !_isChecked;
    }

    private Exception? CheckOnce(in PacketReadResult result) =>
        result.HasPacket && !Receiver.IsWatched && Receiver.Session!.Passes(Receiver.Reader.PacketId) ? null
        : result.HasPacket ? Receiver.Observe(result)
        : Receiver.EndReceiving(result);

    private sealed class NextWait(SessionPackets packets) : PacketWait
    {
        internal override void End(in PacketReadResult result, Exception? failure) => packets.End(result, failure);
    }
}
