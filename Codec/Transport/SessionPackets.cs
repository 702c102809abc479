using Codec.Framing;

namespace Codec.Transport;

/// <summary>The packets of a connection with a session, without those that the session takes.</summary>
internal sealed class SessionPackets(PacketReceiver receiver, CancellationToken token) : ReceivedPackets(receiver, token)
{
    private readonly CancellationToken _token = token;

    // The read after a packet that the session has taken, while the caller of the read waits.
    private readonly PacketWait _next = new();
    private ConfiguredValueTaskAwaitable<PacketReadResult>.ConfiguredValueTaskAwaiter _reading;
    private Action? _continue;

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
        return GetClosedHere();
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

    /// <summary>Ends the wait of the caller, unless the session takes the packet. Then the wait goes on.</summary>
    internal override void End(in PacketReadResult result, Exception? failure)
    {
        if (failure is null && IsTaken(result))
        {
            ReadOn(hasRead: false);
        }
        else
        {
            base.End(result, failure);
        }
    }

    /// <summary>Reads until there is a packet that the session does not take.</summary>
    /// <param name="hasRead">Whether the read that was waited for has ended.</param>
    private void ReadOn(bool hasRead)
    {
        PacketReadResult result = default;
        Exception? failure;
        try
        {
            do
            {
                if (!hasRead)
                {
#pragma warning disable CA2012 // The result is taken once, here or in the continuation.
                    _reading = Receiver.Reader.ReadAsync(_next, _token).ConfigureAwait(false).GetAwaiter();
#pragma warning restore CA2012
                    if (!_reading.IsCompleted)
                    {
                        _reading.UnsafeOnCompleted(_continue ??= () => ReadOn(hasRead: true));
                        return;
                    }
                }

                hasRead = false;
                result = _reading.GetResult();
            }
            while (IsTaken(result));

            // After the end of the peer, this side may have closed the connection already.
            failure = _why is null && result.HasPacket ? GetClosedHere() : null;
        }
        catch (Exception exception)
        {
            // All exceptions of the input reach the awaiting caller.
            failure = exception;
        }

        base.End(result, failure);
    }

    private Exception? GetClosedHere() => Receiver.HasLeft ? null : base.GetClosed();

    private bool IsTaken(in PacketReadResult result)
    {
        _why = CheckOnce(result);
        _isChecked = !ReferenceEquals(_why, PacketReceiver.Taken);
        return !_isChecked;
    }

    private Exception? CheckOnce(in PacketReadResult result) =>
        result.HasPacket && !Receiver.IsWatched && Receiver.Session!.Passes(Receiver.Reader.PacketId) ? null
        : result.HasPacket ? Receiver.Observe(result)
        : Receiver.EndReceiving(result);
}
