using System;
using System.ComponentModel;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Dispatch;

/// <summary>Payloads that the schema compiler's code verifies and reads in place.</summary>
/// <typeparam name="TState">The state that handlers get.</typeparam>
[EditorBrowsable(EditorBrowsableState.Never)]
public abstract class GeneratedRoute<TState> : PacketRoute<TState>
{
    /// <summary>Verifies a payload and calls the handler.</summary>
    /// <param name="payload">The payload; valid during the call.</param>
    /// <param name="state">The dispatcher's state.</param>
    /// <returns><see langword="false"/> where the payload was refused.</returns>
    protected abstract bool TryDeliver(ReadOnlySpan<byte> payload, TState state);

    /// <inheritdoc/>
    protected internal sealed override PacketError Deliver(in Packet packet, TState state, DispatchScratch scratch) =>
        TryDeliver(packet.Payload, state) ? PacketError.None : PacketError.PayloadInvalid;

    internal sealed override PacketError DeliverPart(byte[] array, int offset, uint header, TState state, DispatchScratch scratch) =>
        TryDeliver(new ReadOnlySpan<byte>(array, offset + PacketHeader.ByteCount, (ushort)header), state) ? PacketError.None : PacketError.PayloadInvalid;
}
