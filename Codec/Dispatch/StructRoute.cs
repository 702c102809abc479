using Codec.Framing;
using Codec.Generated;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Dispatch;

/// <summary>Validates the size of each struct payload and calls a handler, which reads the struct in place if the host allows it.</summary>
internal sealed class StructRoute<TState, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>
    : GeneratedRoute<TState>
    where T : struct
{
    private readonly StructPayload<T> _payload = new();
    private readonly PacketHandler<TState, T> _handler;

    internal StructRoute(PacketHandler<TState, T> handler)
    {
        Throw.IfNull(handler, nameof(handler));

        _handler = handler;
    }

    public override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        if (packet.PayloadSize != _payload.Size)
        {
            return PacketError.PayloadInvalid;
        }

        T copy = default;
        _handler(state, in _payload.Read(packet.Payload, ref copy));
        return PacketError.None;
    }
}
