using Codec.Framing;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Generated;

/// <summary>Verifies and reads the answer to a request. Generated code creates one for each request. Thread-safe.</summary>
/// <typeparam name="TAnswer">The answer.</typeparam>
/// <param name="id">The id of the answer's packet.</param>
/// <param name="maxPayloadSize">The size of the largest payload in bytes, before it is packed.</param>
/// <param name="shape">The shape with which the payload is packed; <see langword="null"/> if it is not packed.</param>
/// <param name="read">Verifies and copies the payload.</param>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class GeneratedAnswer<TAnswer>(uint id, int maxPayloadSize, PayloadShape? shape, GeneratedRead<TAnswer> read)
{
    /// <summary>Verifies a packet, and copies its message.</summary>
    internal PacketError TryRead(in Packet packet, DispatchScratch scratch, out TAnswer message)
    {
        message = default!;
        if (packet.Id != id)
        {
            return PacketError.UnexpectedId;
        }

        if (shape is null)
        {
            return packet.PayloadSize > maxPayloadSize ? PacketError.PayloadTooLarge
                : read(packet, scratch, out message) ? PacketError.None : PacketError.PayloadInvalid;
        }

        PacketError error = scratch.Unpack(packet, shape, PackedPayload.GetLimit(maxPayloadSize), baselines: 0, out Packet unpacked);
        return error != PacketError.None ? error : read(unpacked, scratch, out message) ? PacketError.None : PacketError.PayloadInvalid;
    }
}
