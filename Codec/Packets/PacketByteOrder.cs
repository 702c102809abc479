namespace Codec.Packets;

/// <summary>The byte order of a header's fields; payloads have their own.</summary>
public enum PacketByteOrder : byte
{
    /// <summary>The least significant byte first.</summary>
    LittleEndian = 0,

    /// <summary>The most significant byte first, as "network order".</summary>
    BigEndian = 1,
}
