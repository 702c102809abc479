using Codec.Framing;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>A route whose handler gets a state object of its own instead of the dispatcher's.</summary>
internal sealed class OwnStateRoute<TState, TOwn>(PacketRoute<TOwn> route, TOwn own) : PacketRoute<TState>
{
    /// <inheritdoc/>
    protected internal override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch) =>
        route.Deliver(packet, own, scratch);

    internal override PacketError DeliverPart(byte[] array, int offset, uint header, TState state, DispatchScratch scratch) =>
        route.DeliverPart(array, offset, header, own, scratch);
}
