using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>Unpacks payloads to memory that it owns. Any bytes may be unpacked; the payload must then be verified. Not thread-safe.</summary>
/// <param name="pool">The pool of the memory.</param>
internal sealed class PayloadUnpacker(ArrayPool<byte> pool)
{
    private readonly PayloadBytes _payload = new(pool);

    /// <summary>Gets whether the memory is so large that it should not be kept.</summary>
    internal bool IsLarge => _payload.IsLarge;

    /// <summary>Unpacks a payload.</summary>
    /// <param name="shape">The shape of the message.</param>
    /// <param name="packed">The packed payload.</param>
    /// <param name="limit">The largest payload of the message in bytes. See <see cref="PackedPayload.GetMaxUnpackedSize"/>.</param>
    /// <param name="payload">The memory; valid until the next call.</param>
    /// <param name="size">The size of the payload in bytes; 0 if there is an error.</param>
    internal PacketError Unpack(PayloadShape shape, ReadOnlySpan<byte> packed, int limit, out byte[] payload, out int size)
    {
        PacketError error = PayloadWalk.OfThread.Unpack(shape, packed, null, limit, _payload);
        payload = _payload.Bytes;
        size = error == PacketError.None ? _payload.Count : 0;
        return error;
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release() => _payload.Release();
}
