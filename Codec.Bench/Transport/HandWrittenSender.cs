namespace Codec.Bench.Transport;

/// <summary>Sends packets without the library, in the usual way: each packet is copied after the last one, and blocks of 64 KB are written.</summary>
/// <remarks>
/// A loop that sends one block again and again would be a wrong baseline: the block stays in the core's cache, and no sender of packets can do that.
/// </remarks>
internal sealed class HandWrittenSender
{
    internal const int WriteSize = 64 * 1024;
    internal const uint PacketId = 7000;

    private readonly byte[] _block = new byte[WriteSize];
    private readonly int _packets;
    private readonly int _packetSize;

    internal HandWrittenSender(int payloadSize, int packets)
    {
        _packets = packets;
        _packetSize = PacketHeader.ByteCount + payloadSize;
        Payload = MakePacket(_packetSize)[PacketHeader.ByteCount..];
    }

    internal byte[] Payload { get; }
    internal int Batch => WriteSize / _packetSize;
    internal long Length => (long)_packetSize * _packets;

    internal static byte[] MakePacket(int size)
    {
        byte[] packet = new byte[size];
        new Random(1).NextBytes(packet);
        WriteHeader(packet, size - PacketHeader.ByteCount);
        return packet;
    }

    internal async Task SendAsync(Socket socket)
    {
        int sent = 0;
        while (sent < _packets)
        {
            int count = Math.Min(_packets - sent, Batch);
            for (int i = 0; i < count; i++)
            {
                Write(_block.AsSpan(i * _packetSize, _packetSize));
            }

            await socket.SendAsync(_block.AsMemory(0, count * _packetSize)).ConfigureAwait(false);
            sent += count;
        }
    }

    private void Write(Span<byte> packet)
    {
        WriteHeader(packet, Payload.Length);
        Payload.CopyTo(packet.Slice(PacketHeader.ByteCount));
    }

    private static void WriteHeader(Span<byte> packet, int payloadSize)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(packet, (ushort)payloadSize);
        BinaryPrimitives.WriteUInt16LittleEndian(packet.Slice(2), (ushort)PacketId);
    }
}
