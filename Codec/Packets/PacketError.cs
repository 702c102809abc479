namespace Codec.Packets;

/// <summary>The reason why bytes are not an accepted packet. C++ has the same names and numbers.</summary>
public enum PacketError : byte
{
    /// <summary>No error.</summary>
    None = 0,

    /// <summary>The bytes end inside a header.</summary>
    HeaderTruncated = 1,

    /// <summary>The bytes end before the end of the payload that Size declares.</summary>
    PayloadTruncated = 2,

    /// <summary>Bytes follow the packet, although exactly one packet was expected.</summary>
    TrailingBytes = 3,

    /// <summary>Size counts the header, and is smaller than the header.</summary>
    SizeTooSmall = 4,

    /// <summary>The payload is larger than the format or the packet's type accepts. For a packed payload, this is its unpacked size.</summary>
    PayloadTooLarge = 5,

    /// <summary>The id is not the expected one.</summary>
    UnexpectedId = 6,

    /// <summary>The id has no handler.</summary>
    UnknownId = 7,

    /// <summary>The id is known, but not allowed in this direction or connection state.</summary>
    IdNotAllowed = 8,

    /// <summary>The verifier rejected the payload.</summary>
    PayloadInvalid = 9,

    /// <summary>A packed payload does not match the schema. Both peers need the same one.</summary>
    PackedInvalid = 10,

    /// <summary>A packed payload ends before its last value.</summary>
    PackedTruncated = 11,

    /// <summary>A packet is the difference to a payload that the receiver did not get, or no longer keeps.</summary>
    BaselineMissing = 12,

    /// <summary>A packet is the difference to another sender's payload. The receiver keeps a payload with the same number.</summary>
    BaselineMismatch = 13,

    /// <summary>The connection of a proxy does not begin with a valid header of the PROXY protocol.</summary>
    ProxyHeaderInvalid = 14,
}
