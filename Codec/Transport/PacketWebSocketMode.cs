namespace Codec.Transport;

/// <summary>The way in which packets are put into the binary messages of a WebSocket. Both sides should use the same mode.</summary>
public enum PacketWebSocketMode : byte
{
    /// <summary>
    /// The messages are a stream of bytes, whose boundaries mean nothing: a message can have many packets or a part of one. It is the faster mode,
    /// because packets that wait share a message. It also reads what a peer sends in the other mode.
    /// </summary>
    ByteStream = 0,

    /// <summary>
    /// Each message is one whole packet. A message that is not is rejected with a <see cref="Codec.Packets.PacketError"/>. For peers that need it.
    /// </summary>
    PacketPerMessage = 1,
}
