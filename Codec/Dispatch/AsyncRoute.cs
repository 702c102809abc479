using Codec.Framing;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>Copies each message and calls a handler that returns a task.</summary>
internal sealed class AsyncRoute<TState, TMessage> : GeneratedRoute<TState>
{
    private readonly GeneratedRead<TMessage> _read;
    private readonly AsyncPacketHandler<TState, TMessage> _handler;

    internal AsyncRoute(GeneratedRead<TMessage> read, AsyncPacketHandler<TState, TMessage> handler)
    {
        Throw.IfNull(handler, nameof(handler));

        _read = read;
        _handler = handler;
        IsAsynchronous = true;
    }

    public override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        Throw.HandlerIsAsynchronous(packet.Id);
        return PacketError.None;
    }

    internal override PacketError Start(
        in Packet packet, TState state, DispatchScratch scratch, CancellationToken cancellationToken, out ValueTask handling)
    {
        if (!_read(packet, scratch, out TMessage message))
        {
            handling = default;
            return PacketError.PayloadInvalid;
        }

        handling = _handler(state, message, cancellationToken);
        return PacketError.None;
    }
}
