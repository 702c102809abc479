using Codec.Framing;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>What a payload kind adds to dispatch: verifies a packet's payload, and hands it to its handler.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
/// <remarks>
/// Derive from this to plug in a payload kind. One instance serves every dispatcher, from any thread, so it keeps nothing between packets
/// but its handler; what is used again for each packet is in the <see cref="DispatchScratch"/>.
/// </remarks>
public abstract class PacketRoute<TState>
{
    /// <summary>Verifies the payload and calls the handler.</summary>
    /// <param name="packet">The packet, whose id is this route's and whose size is within the route's limits; valid during the call.</param>
    /// <param name="state">The dispatcher's state.</param>
    /// <param name="scratch">The dispatcher's memory.</param>
    /// <returns><see cref="PacketError.None"/> once the handler was called; otherwise why it was not, as a rule <see cref="PacketError.PayloadInvalid"/>.</returns>
    protected internal abstract PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch);

    /// <summary>The same for a packet with the default header that lies in an array: nothing but numbers is handed on.</summary>
    /// <param name="array">The array.</param>
    /// <param name="offset">Where the packet starts in it, in bytes.</param>
    /// <param name="header">The packet's header: its 32 bits in the host's order.</param>
    /// <param name="state">The dispatcher's state.</param>
    /// <param name="scratch">The dispatcher's memory.</param>
    internal virtual PacketError DeliverPart(byte[] array, int offset, uint header, TState state, DispatchScratch scratch) =>
        Deliver(new Packet(array, offset, PacketHeader.ByteCount + (ushort)header, header >> 16, PacketHeader.ByteCount), state, scratch);

    /// <summary>The same, where what is only needed once the payload was verified is not kept at hand before.</summary>
    /// <param name="array">The array.</param>
    /// <param name="offset">Where the packet starts in it, in bytes.</param>
    /// <param name="header">The packet's header: its 32 bits in the host's order.</param>
    /// <param name="dispatcher">The dispatcher, with its state and its memory.</param>
    internal virtual PacketError DeliverPart(byte[] array, int offset, uint header, PacketDispatcher<TState> dispatcher) =>
        DeliverPart(array, offset, header, dispatcher.State, dispatcher.Scratch);
}
