using Codec.Framing;
using Codec.Generated;
using Codec.Packets;
using Google.FlatBuffers;

namespace Codec.Dispatch;

/// <summary>Verifies each FlatBuffer and calls a handler, which reads it in place.</summary>
internal sealed class FlatBufferRoute<TState, TRoot> : GeneratedRoute<TState>
    where TRoot : struct, IFlatbufferObject
{
    private readonly FlatBufferPayload<TRoot> _payload;
    private readonly PacketHandler<TState, TRoot> _handler;

    internal FlatBufferRoute(FlatBufferPayload<TRoot> payload, PacketHandler<TState, TRoot> handler)
    {
        if (handler is null)
        {
            Throw.ArgumentNull(nameof(handler));
        }

        _payload = payload;
        _handler = handler;
    }

    /// <inheritdoc/>
    public override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        if (!_payload.TryRead(packet, scratch, out TRoot root))
        {
            return PacketError.PayloadInvalid;
        }

        _handler(state, in root);
        return PacketError.None;
    }
}
