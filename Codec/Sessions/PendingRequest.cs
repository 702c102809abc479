using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A request of this side. Continuations of the caller run inside <see cref="Receive"/>, as handlers do.</summary>
/// <param name="isStream">Whether more than one answer may arrive.</param>
internal abstract class PendingRequest(bool isStream)
{
    /// <summary>Gets or sets the time after which the request fails. Guarded by the lock of the requests.</summary>
    internal TimeSpan Deadline { get; set; }

    /// <summary>Gets the number of the request; 0 before it was sent.</summary>
    internal uint Number { get; set; }

    /// <summary>Gets or sets the registration of the caller's token.</summary>
    internal CancellationTokenRegistration Cancellation { get; set; }

    internal bool IsStream => isStream;

    /// <summary>Verifies an answer, and passes it to the caller.</summary>
    /// <returns>Why the packet is no answer, or <see cref="PacketError.None"/>.</returns>
    internal abstract PacketError Receive(in Packet packet, bool isLast, DispatchScratch scratch);

    /// <summary>Fails the request. The caller continues on another thread.</summary>
    /// <param name="exception">The exception, or <see langword="null"/> to end the answers of a stream.</param>
    internal abstract void Fail(Exception? exception);
}
