using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>Unpacks payloads for the route of an id whose packets are packed.</summary>
internal sealed class PackedRoute<TState> : GeneratedRoute<TState>
{
    private readonly GeneratedRoute<TState> _route;
    private readonly PayloadShape _shape;

    // The largest unpacked payload in bytes.
    private readonly int _limit;
    private readonly int _baselines;

    internal PackedRoute(GeneratedRoute<TState> route, PayloadShape shape, int limit, int baselines)
    {
        _route = route;
        _shape = shape;
        _limit = limit;
        _baselines = baselines;
        IsAsynchronous = route.IsAsynchronous;
    }

    public override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        PacketError error = scratch.Unpack(packet, _shape, _limit, _baselines, out Packet unpacked);
        return error == PacketError.None ? _route.Deliver(unpacked, state, scratch) : error;
    }

    internal override PacketError Start(
        in Packet packet, TState state, DispatchScratch scratch, CancellationToken cancellationToken, out ValueTask handling)
    {
        PacketError error = scratch.Unpack(packet, _shape, _limit, _baselines, out Packet unpacked);
        if (error == PacketError.None)
        {
            return _route.Start(unpacked, state, scratch, cancellationToken, out handling);
        }

        handling = default;
        return error;
    }
}
