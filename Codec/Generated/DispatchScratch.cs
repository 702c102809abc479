using Codec.Framing;
using Codec.Packets;
using Codec.Payloads;

namespace Codec.Generated;

/// <summary>The memory that the routes of one dispatcher reuse for each packet. Not thread-safe.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class DispatchScratch
{
    /// <summary>
    /// The length of the longest array that is kept between packets, in bytes: enough for the largest packet of the default format. A longer array is rarely
    /// needed, and would be kept as long as the connection.
    /// </summary>
    internal const int MaxKept = 128 * 1024;

    private readonly ArrayPool<byte> _pool;
    private byte[] _bytes = [];
    private PayloadBytes? _unpacked;

    // The payloads that later differences may refer to, by the packet's id.
    private Dictionary<uint, DeltaBaselines>? _baselines;

    internal DispatchScratch(ArrayPool<byte> pool) => _pool = pool;

    /// <summary>Gets or sets whether the memory must be returned as soon as the packet has been handled.</summary>
    internal bool MustRelease { get; set; }

    /// <summary>Returns an array that contains the packet's payload: the packet's own, or one with a copy.</summary>
    /// <param name="packet">The packet.</param>
    /// <param name="offset">The index of the payload in the array.</param>
    /// <returns>The array; valid until the next call.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte[] GetPayloadArray(in Packet packet, out int offset)
    {
        if (packet.Array is byte[] array)
        {
            offset = packet.PayloadOffset;
            return array;
        }

        offset = 0;
        return CopyPayload(packet);
    }

    /// <summary>Returns an array of at least <paramref name="count"/> bytes; valid until the next call.</summary>
    private byte[] GetBytes(int count) => _bytes.Length < count ? Replace(ref _bytes, count) : _bytes;

    /// <summary>Unpacks the payload of a packet, without a header; valid until the next call. The limit is in bytes.</summary>
    internal PacketError Unpack(in Packet packet, PayloadShape shape, int limit, int baselines, out Packet unpacked)
    {
        PacketError error;
        byte[] bytes;
        int size;
        if (baselines == 0)
        {
            _unpacked ??= new PayloadBytes(_pool);
            error = PayloadWalk.OfThread.Unpack(shape, packet.Payload, null, limit, _unpacked);
            (bytes, size) = (_unpacked.Bytes, _unpacked.Count);
            MustRelease |= _unpacked.IsLarge;
        }
        else
        {
            _baselines ??= [];
            if (!_baselines.TryGetValue(packet.Id, out DeltaBaselines? kept))
            {
                kept = new DeltaBaselines(baselines);
                _baselines.Add(packet.Id, kept);
            }

            error = kept.Unpack(shape, packet.Payload, limit, out bytes, out size);
        }

        unpacked = error == PacketError.None ? new Packet(bytes, 0, size, packet.Id, headerSize: 0) : default;
        return error;
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release()
    {
        MustRelease = false;
        Return(ref _bytes);
        _unpacked?.Release();
    }

    private byte[] Replace(ref byte[] bytes, int count)
    {
        Return(ref bytes);
        bytes = _pool.Rent(count);
        MustRelease |= bytes.Length > MaxKept;
        return bytes;
    }

    private void Return(ref byte[] bytes)
    {
        byte[] old = bytes;
        bytes = [];
        if (old.Length > 0)
        {
            _pool.Return(old);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte[] CopyPayload(in Packet packet)
    {
        byte[] bytes = GetBytes(packet.PayloadSize);
        packet.Payload.CopyTo(bytes);
        return bytes;
    }
}
