using Google.FlatBuffers;

namespace Codec.Tests.Golden;

/// <summary>Creates the packets of <see cref="GameMessages"/>, and parses packets.</summary>
internal static class GamePackets
{
    public static byte[] Make(GameMessage message)
    {
        FlatBufferBuilder builder = new(1024);
        message.Build(builder);
        byte[] payload = builder.SizedByteArray();
        byte[] packet = new byte[PacketHeader.ByteCount + payload.Length];
        Assert.That(new PacketHeader(message.PacketId, checked((ushort)payload.Length)).TryWrite(packet), Is.True);
        payload.CopyTo(packet, PacketHeader.ByteCount);
        return packet;
    }

    public static byte[] PayloadOf(GameMessage message, byte[] packet)
    {
        Assert.That(PacketHeader.TryRead(packet, out PacketHeader header), Is.True, "a header");
        Assert.That(header, Is.EqualTo(new PacketHeader(message.PacketId, (ushort)(packet.Length - PacketHeader.ByteCount))));
        return packet.AsSpan(PacketHeader.ByteCount).ToArray();
    }
}
