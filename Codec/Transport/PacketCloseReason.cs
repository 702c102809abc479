namespace Codec.Transport;

/// <summary>The side that ended a connection, and the reason.</summary>
public enum PacketCloseReason : byte
{
    /// <summary>The connection is open, or open only for receiving after this side completed it.</summary>
    None = 0,

    /// <summary>
    /// This side disposed the connection, or completed it before the peer ended it. For a sender: this side completed it, and accepts no more
    /// packets.
    /// </summary>
    Local = 1,

    /// <summary>The peer ended or reset the connection.</summary>
    Remote = 2,

    /// <summary>
    /// The peer began a packet and did not complete it in time. The exception's cause is an <see cref="Codec.Framing.InvalidPacketException"/> with
    /// the position of the packet and, if it is the connection's first packet, what the bytes look like.
    /// </summary>
    HalfPacketTimeout = 3,

    /// <summary>The peer sent nothing for too long while a read waited, or did not take what this side wrote for too long.</summary>
    IdleTimeout = 4,

    /// <summary>The peer sent bytes that are not a packet, or a packet that was rejected.</summary>
    InvalidPacket = 5,

    /// <summary>The connection of a <see cref="PacketClient"/> could not be made, or not in time.</summary>
    ConnectFailed = 6,

    /// <summary>
    /// The peer sent more than <see cref="PacketConnectionOptions.MaxReceivedPacketsPerSecond"/> or
    /// <see cref="PacketConnectionOptions.MaxReceivedBytesPerSecond"/> allow.
    /// </summary>
    RateLimit = 7,
}
