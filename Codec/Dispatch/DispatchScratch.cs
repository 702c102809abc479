using System;
using System.Buffers;
using Codec.Compat;
using Codec.Framing;

namespace Codec.Dispatch;

/// <summary>What one dispatcher's routes use again for each packet: so that dispatch allocates nothing. One thread at a time.</summary>
public sealed class DispatchScratch : IDisposable
{
    /// <summary>In bytes: what a pool hands out for the largest packet of the default format. Larger packets are rare, and would keep their size for as long as the connection lasts.</summary>
    internal const int MaxKept = 128 * 1024;

    private readonly ArrayPool<byte> _pool;
    private byte[] _bytes = [];

    internal DispatchScratch(ArrayPool<byte> pool) => _pool = pool;

    internal FlatBufferScratch FlatBuffers { get; } = FlatBufferScratch.Create();

    /// <summary>The packet's payload as a part of an array: in place where it lies in one, otherwise a copy that lasts until the next call.</summary>
    /// <param name="packet">The packet.</param>
    /// <returns>The payload, not to be kept.</returns>
    public ArraySegment<byte> GetPayloadArray(in Packet packet)
    {
        if (packet.TryGetPayloadArray(out ArraySegment<byte> payload))
        {
            return payload;
        }

        byte[] bytes = GetBytes(packet.PayloadSize);
        packet.Payload.CopyTo(bytes);
        return new ArraySegment<byte>(bytes, 0, packet.PayloadSize);
    }

    /// <summary>Returns the pooled memory.</summary>
    public void Dispose()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        if (bytes.Length > 0)
        {
            _pool.Return(bytes);
        }
    }

    /// <summary>Returns the memory of an unusually large packet.</summary>
    internal void Trim()
    {
        if (_bytes.Length > MaxKept)
        {
            Dispose();
        }
    }

    /// <summary>At least as many bytes, until the next call.</summary>
    internal byte[] GetBytes(int count)
    {
        if (_bytes.Length < count)
        {
            Dispose();
            _bytes = _pool.Rent(count);
        }

        return _bytes;
    }
}
