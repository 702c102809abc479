namespace Codec.Transport;

/// <summary>Who ended a connection, and why.</summary>
public enum PacketCloseReason : byte
{
    /// <summary>It is open, if only for what still comes after this side completed it.</summary>
    None = 0,

    /// <summary>This side disposed it, or completed it before the peer ended it; to a sender also: completed it, and sends no more.</summary>
    Local = 1,

    /// <summary>The peer ended or reset it.</summary>
    Remote = 2,

    /// <summary>
    /// The peer began a packet and did not complete it in time; the exception's cause is an <see cref="Codec.Framing.InvalidPacketException"/> that
    /// says where, and what the bytes look like where it is the connection's first packet.
    /// </summary>
    HalfPacketTimeout = 3,

    /// <summary>The peer sent nothing for too long, or, where nobody reads, took nothing of what was sent to it.</summary>
    IdleTimeout = 4,

    /// <summary>The peer sent bytes that are no packet, or one that was refused.</summary>
    InvalidPacket = 5,
}
