namespace Codec.Packets;

/// <summary>The bytes that the Size field of a header counts.</summary>
public enum PacketSizeCounts : byte
{
    /// <summary>Only the bytes of the payload.</summary>
    Payload = 0,

    /// <summary>The bytes of header and payload together; a Size smaller than the header is an error.</summary>
    WholePacket = 1,
}
