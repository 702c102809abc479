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
        Payload = new byte[payloadSize];
        new Random(1).NextBytes(Payload);
        _packets = packets;
        _packetSize = 4 + payloadSize;
    }

    internal byte[] Payload { get; }

    /// <summary>Gets the size of all packets, in bytes.</summary>
    internal long Length => (long)_packetSize * _packets;

    internal async Task SendAsync(Socket socket)
    {
        int sent = 0;
        while (sent < _packets)
        {
            int count = Math.Min(_packets - sent, WriteSize / _packetSize);
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
        BinaryPrimitives.WriteUInt16LittleEndian(packet, (ushort)Payload.Length);
        BinaryPrimitives.WriteUInt16LittleEndian(packet.Slice(2), (ushort)PacketId);
        Payload.CopyTo(packet.Slice(4));
    }
}
