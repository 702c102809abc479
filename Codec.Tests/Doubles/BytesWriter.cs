namespace Codec.Tests.Doubles;

/// <summary>Writes an array as a payload.</summary>
internal sealed class BytesWriter : IPayloadWriter<byte[]>
{
    internal static readonly BytesWriter Instance = new();

    /// <summary>Returns a packet with a payload.</summary>
    public static byte[] Packet(uint id, byte[] payload, PacketFormat? format = null) =>
        PacketEncoder.Encode(new ValuePacket<byte[]>(id, payload, Instance), format);

    public int GetMaxSize(in byte[] message) => message.Length;

    public int Write(in byte[] message, Span<byte> destination)
    {
        message.CopyTo(destination);
        return message.Length;
    }
}
