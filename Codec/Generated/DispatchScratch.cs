using System;
using System.Buffers;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Codec.Compat;
using Codec.Framing;

namespace Codec.Generated;

/// <summary>The memory that the routes of one dispatcher reuse for each packet. Not thread-safe.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public sealed class DispatchScratch
{
    /// <summary>
    /// In bytes: the array that a pool returns for the largest packet of the default format. Larger packets are rare, and their array would be
    /// kept as long as the connection.
    /// </summary>
    internal const int MaxKept = 128 * 1024;

    private readonly ArrayPool<byte> _pool;
    private byte[] _bytes = [];

    internal DispatchScratch(ArrayPool<byte> pool) => _pool = pool;

    internal FlatBufferScratch FlatBuffers { get; } = FlatBufferScratch.Create();

    /// <summary>Gets or sets whether the memory must be returned as soon as the packet has been handled.</summary>
    internal bool MustRelease { get; set; }

    /// <summary>Returns the packet's payload as a part of an array: in place if it is in one, otherwise a copy.</summary>
    /// <param name="packet">The packet.</param>
    /// <returns>The payload; valid until the next call.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ArraySegment<byte> GetPayloadArray(in Packet packet) =>
        packet.TryGetPayloadArray(out ArraySegment<byte> payload) ? payload : CopyPayload(packet);

    /// <summary>Returns an array of at least <paramref name="count"/> bytes; valid until the next call.</summary>
    internal byte[] GetBytes(int count)
    {
        if (_bytes.Length < count)
        {
            Release();
            _bytes = _pool.Rent(count);
            MustRelease |= _bytes.Length > MaxKept;
        }

        return _bytes;
    }

    /// <summary>Returns the memory to the pool.</summary>
    internal void Release()
    {
        byte[] bytes = _bytes;
        _bytes = [];
        MustRelease = false;
        if (bytes.Length > 0)
        {
            _pool.Return(bytes);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ArraySegment<byte> CopyPayload(in Packet packet)
    {
        byte[] bytes = GetBytes(packet.PayloadSize);
        packet.Payload.CopyTo(bytes);
        return new ArraySegment<byte>(bytes, 0, packet.PayloadSize);
    }
}
