namespace Codec.Bench.Scale;

/// <summary>The packet that clients send, servers answer, and broadcasts repeat.</summary>
internal static class EchoPacket
{
    /// <summary>Returns a packet of a size in bytes, with its header.</summary>
    internal static byte[] Make(int size)
    {
        byte[] packet = new byte[size];
        Payload(size).CopyTo(packet, PacketHeader.ByteCount);
        BinaryPrimitives.WriteUInt16LittleEndian(packet, (ushort)(size - PacketHeader.ByteCount));
        BinaryPrimitives.WriteUInt16LittleEndian(packet.AsSpan(2), (ushort)HandWrittenSender.PacketId);
        return packet;
    }

    /// <summary>Returns the payload of that packet.</summary>
    internal static byte[] Payload(int size)
    {
        byte[] payload = new byte[size - PacketHeader.ByteCount];
        new Random(1).NextBytes(payload);
        return payload;
    }
}
