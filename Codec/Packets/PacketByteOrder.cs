namespace Codec.Packets;

/// <summary>The byte order of the fields of a header. Payloads are not affected.</summary>
public enum PacketByteOrder : byte
{
    /// <summary>The least significant byte first.</summary>
    LittleEndian = 0,

    /// <summary>The most significant byte first ("network order").</summary>
    BigEndian = 1,
}
