using Codec.Packets;

namespace Codec.Sessions;

/// <summary>A packet of session.fbs with the id that the options give it.</summary>
internal readonly struct SessionPacket<TPacket>(TPacket packet, uint firstId) : IPacket
    where TPacket : struct, IPacket
{
    public uint Id => packet.Id - PacketSessionOptions.UsualFirstId + firstId;

    public int GetMaxByteCount() => packet.GetMaxByteCount();

    public bool TryWrite(Span<byte> destination, out int written) => packet.TryWrite(destination, out written);
}
