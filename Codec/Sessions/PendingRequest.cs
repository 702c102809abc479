using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request of this side. The caller that removes it from the <see cref="SessionRequests"/> ends it, so it ends once.</summary>
internal abstract class PendingRequest
{
    private SessionRequests? _requests;
    private CancellationToken _cancellation;
    private CancellationTokenRegistration _registration;

    /// <summary>Gets or sets the time after which the request fails. Guarded by the lock of the requests.</summary>
    internal TimeSpan Deadline { get; set; }

    internal uint Number { get; set; }

    /// <summary>Gets whether more than one answer may arrive.</summary>
    internal virtual bool IsStream => false;

    /// <summary>Gets whether callers continue on this thread, although they should continue on another, because there may be no other.</summary>
    private protected bool ResumesInline => _requests!.ResumesInline;

    /// <summary>Verifies an answer, and passes it to the caller. If the request has one answer, the caller continues inside this call.</summary>
    /// <returns>Why the packet is no answer, or <see cref="PacketError.None"/>.</returns>
    internal abstract PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch);

    /// <summary>Fails the request. The caller continues on another thread, unless <see cref="ResumesInline"/>.</summary>
    /// <param name="exception">The exception, or <see langword="null"/> to end the answers of a stream.</param>
    internal abstract void Fail(Exception? exception);

    /// <summary>Prepares the request before it is added, so that the registration exists when the request ends.</summary>
    internal void Begin(SessionRequests requests, CancellationToken cancellationToken)
    {
        (_requests, _cancellation) = (requests, cancellationToken);
        _registration = cancellationToken.Register(static request => ((PendingRequest)request!).Cancel(), this);
    }

    /// <summary>Ends the request, if it was added and has not ended.</summary>
    internal void Cancel()
    {
        if (_requests!.Remove(this))
        {
            Fail(new OperationCanceledException(_cancellation));
        }
    }

    /// <summary>Waits for a running <see cref="Cancel"/> of another thread, and prevents a later one. Called without the lock of the requests.</summary>
    internal void EndCancellation() => _registration.Dispose();

    /// <summary>Drops the references, after the caller has got the result.</summary>
    private protected void Forget() => (_requests, _cancellation, _registration) = (null, default, default);
}
