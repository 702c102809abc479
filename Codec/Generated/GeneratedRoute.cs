using Codec.Framing;
using Codec.Packets;

namespace Codec.Generated;

/// <summary>Verifies the payloads of one id, and calls their handler. Generated code derives from it; so do the routes of the library.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
/// <remarks>One instance serves every dispatcher, from any thread, so it keeps nothing between packets.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class GeneratedRoute<TState>
{
    /// <summary>
    /// Gets or sets the sides and connection states from which the packet is accepted: bits 0 to 31 for a client's packets, 32 to 63 for a server's.
    /// </summary>
    internal ulong Accepted { get; set; }

    /// <summary>Gets or sets the size of the largest accepted payload in bytes.</summary>
    internal int MaxPayloadSize { get; set; }

    /// <summary>Gets whether <see cref="Start"/> must be called, because the handler returns a task.</summary>
    internal bool IsAsynchronous { get; private protected init; }

    /// <summary>Verifies the payload and calls the handler.</summary>
    /// <param name="packet">The packet, whose id is this route's and whose size is within its limits; valid during the call.</param>
    /// <param name="state">The dispatcher's state.</param>
    /// <param name="scratch">The dispatcher's memory.</param>
    /// <returns><see cref="PacketError.None"/> if the handler was called, or why the payload is rejected.</returns>
    public abstract PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch);

    /// <summary>Verifies the payload, copies the message, and starts the handler.</summary>
    /// <remarks><paramref name="handling"/> is the handler's task, or a completed one if the handler was not called.</remarks>
    internal virtual PacketError Start(
        in Packet packet, TState state, DispatchScratch scratch, CancellationToken cancellationToken, out ValueTask handling)
    {
        handling = default;
        return Deliver(packet, state, scratch);
    }
}
