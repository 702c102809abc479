using System.Diagnostics.CodeAnalysis;
using Codec.Framing;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Dispatch;

/// <summary>Payloads that are one struct: verified by their size, read in place where the host allows it.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
/// <typeparam name="T">The struct.</typeparam>
public sealed class StructRoute<TState, [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicFields | DynamicallyAccessedMemberTypes.NonPublicFields)] T>
    : PacketRoute<TState>
    where T : struct
{
    private readonly StructPayload<T> _payload;
    private readonly PacketHandler<TState, T> _handler;

    /// <summary>Makes a route.</summary>
    /// <param name="handler">Gets each struct.</param>
    /// <param name="payload">The payload kind; a new one where it is <see langword="null"/>.</param>
    /// <exception cref="System.ArgumentNullException"><paramref name="handler"/> is <see langword="null"/>.</exception>
    /// <exception cref="System.NotSupportedException">The struct's layout is not that of C++; the message names the field.</exception>
    public StructRoute(PacketHandler<TState, T> handler, StructPayload<T>? payload = null)
    {
        if (handler is null)
        {
            Throw.ArgumentNull(nameof(handler));
        }

        _handler = handler;
        _payload = payload ?? new StructPayload<T>();
    }

    /// <inheritdoc/>
    protected internal override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch)
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
