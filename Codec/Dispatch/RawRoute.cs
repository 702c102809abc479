using Codec.Framing;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>Payloads that only their handler understands.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
public sealed class RawRoute<TState> : PacketRoute<TState>
{
    private readonly RawPacketHandler<TState> _handler;

    /// <summary>Makes a route.</summary>
    /// <param name="handler">Gets each packet.</param>
    /// <exception cref="System.ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    public RawRoute(RawPacketHandler<TState> handler)
    {
        if (handler is null)
        {
            Throw.ArgumentNull(nameof(handler));
        }

        _handler = handler;
    }

    /// <inheritdoc/>
    protected internal override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
    {
        _handler(state, packet);
        return PacketError.None;
    }
}
