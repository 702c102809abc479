namespace Codec.Transport;

/// <summary>Tracks whether a connection is open, which side ended it, and why.</summary>
/// <remarks>
/// The connection has one lock, <see cref="Lock"/>. It guards this object, the send queue and the exclusive use of the reader. It is held while a
/// packet is encoded, so that the queue does not change. It is not held while the transport is called or a waiting caller resumes. No thread
/// takes it while it holds another lock of the library, except for the gate of a <see cref="WriteBatch"/>.
/// </remarks>
/// <param name="slot">The slot of the connection, which is given back when the connection is closed, or this side needs it no more.</param>
internal sealed class ConnectionLifetime(ConnectionSlot slot)
{
    private PacketConnectionException? _failure;
    private bool _hasEndedOutput;
    private bool _hasPeerEnded;
    private PacketCloseReason _endedFirst;

    internal SyncLock Lock { get; } = new();

    /// <summary>Gets whether packets are accepted: the connection is neither closed nor completed. Requires <see cref="Lock"/>.</summary>
    internal bool AcceptsPackets { get; private set; } = true;

    /// <summary>Gets whether only the session may send, because its handshake has not ended. Requires <see cref="Lock"/>.</summary>
    internal bool IsOpening { get; private set; }

    internal TimeSpan BeganOpening { get; private set; }

    /// <summary>
    /// Gets whether the connection is closed, after which it never opens again. Without <see cref="Lock"/>, the value can be outdated.
    /// </summary>
    internal bool IsClosed => _failure is not null;

    /// <summary>Gets whether the connection is closed because the transport has failed, which the peer may cause.</summary>
    internal bool HasFailed => _failure?.InnerException is not null;

    /// <summary>Gets which side ended its direction first, and why.</summary>
    internal PacketCloseReason EndedFirst => _endedFirst;

    /// <summary>Gets why the connection is closed, or ended by both sides. Requires <see cref="Lock"/>.</summary>
    internal PacketCloseReason Reason => _failure?.Reason ?? (HaveBothEnded ? _endedFirst : PacketCloseReason.None);

    /// <summary>
    /// Gets an exception for a read after this side closed the connection, or <see langword="null"/> if the read may continue. After a failure of the
    /// transport, the packets that were received before are returned.
    /// </summary>
    internal PacketConnectionException? ClosedHere => _failure is { Reason: not PacketCloseReason.Remote } ? CreateException() : null;

    /// <summary>Gets why the connection is closed. It is closed, so the reason stays the same.</summary>
    internal PacketCloseReason ClosedReason => _failure!.Reason;

    private bool HaveBothEnded => _hasEndedOutput && _hasPeerEnded;

    /// <summary>Closes the connection. Only the first reason is kept. Requires <see cref="Lock"/>.</summary>
    /// <returns><see langword="false"/> if the connection was closed before.</returns>
    internal bool TryClose(PacketCloseReason reason, long unsentPackets, Exception? cause)
    {
        if (_failure is not null)
        {
            return false;
        }

        AcceptsPackets = IsOpening = false;
        _failure = new PacketConnectionException(HaveBothEnded ? _endedFirst : reason, unsentPackets, cause);
        return true;
    }

    internal void GiveBackSlot() => slot.Dispose();

    /// <summary>Accepts only the packets of the session from now on. Called by the constructor of the connection.</summary>
    internal void BeginOpening(TimeSpan now) => (AcceptsPackets, IsOpening, BeganOpening) = (false, true, now);

    /// <summary>Accepts packets, unless the connection was closed or completed. Requires <see cref="Lock"/>.</summary>
    internal void EndOpening() => (AcceptsPackets, IsOpening) = (IsOpening, false);

    /// <summary>Stops accepting packets. Requires <see cref="Lock"/>.</summary>
    internal void Complete(PacketCloseReason reason = PacketCloseReason.Local)
    {
        AcceptsPackets = IsOpening = false;
        NoteEnd(reason);
    }

    /// <summary>Records that the peer was told that no more packets follow. Requires <see cref="Lock"/>.</summary>
    internal void EndOutput() => _hasEndedOutput = true;

    internal void EndInput()
    {
        _hasPeerEnded = true;
        NoteEnd(PacketCloseReason.Remote);
    }

    /// <summary>Creates an exception with the reason of the close: one for each caller, with the cause of the first failure.</summary>
    internal PacketConnectionException CreateException() => new(_failure!.Reason, _failure.UnsentPackets, _failure.InnerException);

    internal void ThrowIfClosed()
    {
        lock (Lock)
        {
            if (_failure is not null)
            {
                Throw.ConnectionClosed(CreateException());
            }
        }
    }

    internal void ThrowNotAccepting(long unsentPackets)
    {
        if (IsOpening)
        {
            Throw.SessionNotOpen();
        }

        Throw.ConnectionClosed(_failure is null ? new PacketConnectionException(PacketCloseReason.Local, unsentPackets, null) : CreateException());
    }

    private void NoteEnd(PacketCloseReason side)
    {
        if (_endedFirst == PacketCloseReason.None)
        {
            _endedFirst = side;
        }
    }
}
