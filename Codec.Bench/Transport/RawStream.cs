using System;
using System.Buffers.Binary;
using System.Net.Sockets;

namespace Codec.Bench.Transport;

/// <summary>The bytes of many equal packets, which the raw loops send in 64 KB writes. A write may start and end inside a packet.</summary>
internal sealed class RawStream
{
    internal const int WriteSize = 64 * 1024;
    internal const uint PacketId = 7000;

    private readonly byte[] _bytes;
    private readonly int _packetSize;
    private readonly long _length;

    internal RawStream(int payloadSize, int packets)
    {
        Payload = new byte[payloadSize];
        new Random(1).NextBytes(Payload);
        _packetSize = 4 + payloadSize;
        _length = (long)_packetSize * packets;

        // A write can start at each byte of the first packet, so 64 KB follow that byte.
        _bytes = new byte[WriteSize + (2 * _packetSize)];
        byte[] packet = new byte[_packetSize];
        BinaryPrimitives.WriteUInt16LittleEndian(packet, (ushort)payloadSize);
        BinaryPrimitives.WriteUInt16LittleEndian(packet.AsSpan(2), (ushort)PacketId);
        Payload.CopyTo(packet, 4);
        for (int i = 0; i + _packetSize <= _bytes.Length; i += _packetSize)
        {
            packet.CopyTo(_bytes, i);
        }
    }

    internal byte[] Payload { get; }

    /// <summary>Gets the size of all packets, in bytes.</summary>
    internal long Length => _length;

    internal void SendOn(Socket socket)
    {
        for (long sent = 0; sent < _length;)
        {
            int count = (int)Math.Min(WriteSize, _length - sent);
            sent += socket.Send(_bytes.AsSpan((int)(sent % _packetSize), count));
        }
    }
}
