namespace Codec.Packets;

/// <summary>Why bytes are not an acceptable packet. The C++ counterpart uses the same names and numbers.</summary>
public enum PacketError : byte
{
    /// <summary>Nothing is wrong.</summary>
    None = 0,

    /// <summary>The bytes end inside a header.</summary>
    HeaderTruncated = 1,

    /// <summary>The bytes end before the payload that the header's Size announces.</summary>
    PayloadTruncated = 2,

    /// <summary>Bytes follow the packet where exactly one packet was expected.</summary>
    TrailingBytes = 3,

    /// <summary>Size counts the header, and is smaller than it.</summary>
    SizeTooSmall = 4,

    /// <summary>The payload is larger than the format or the packet's type accepts; a packed payload, once it is unpacked.</summary>
    PayloadTooLarge = 5,

    /// <summary>The header's Id is not the one that was asked for.</summary>
    UnexpectedId = 6,

    /// <summary>Nothing is registered for the header's Id.</summary>
    UnknownId = 7,

    /// <summary>The header's Id is known, but not allowed in this direction or state of the connection.</summary>
    IdNotAllowed = 8,

    /// <summary>The payload was refused by its verifier.</summary>
    PayloadInvalid = 9,

    /// <summary>The size at the start of a packed payload is truncated, not in its shortest form, or 2 GiB or more.</summary>
    PackedSizeInvalid = 10,

    /// <summary>A packed payload ends inside a word or a run.</summary>
    PackedTruncated = 11,

    /// <summary>A packed payload unpacks to fewer bytes than it declares.</summary>
    UnpackedTooShort = 12,

    /// <summary>A packed payload unpacks to more bytes than it declares.</summary>
    UnpackedTooLong = 13,
}
