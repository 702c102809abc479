using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>Passes each packet to its handler without verifying the payload.</summary>
internal sealed class RawRoute<TState> : GeneratedRoute<TState>
{
    private readonly RawPacketHandler<TState> _handler;

    internal RawRoute(RawPacketHandler<TState> handler)
    {
        Throw.IfNull(handler, nameof(handler));

        _handler = handler;
    }

    public override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        _handler(state, packet);
        return PacketError.None;
    }

    /// <summary>Copies a packet for a handler that returns a task.</summary>
    internal static bool Read(in Packet packet, DispatchScratch scratch, out PacketLease lease)
    {
        lease = packet.ToLease();
        return true;
    }
}
