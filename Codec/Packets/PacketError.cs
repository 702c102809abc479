namespace Codec.Packets;

/// <summary>Why bytes are not an acceptable packet. The C++ counterpart uses the same names and numbers.</summary>
public enum PacketError : byte
{
    /// <summary>Nothing is wrong.</summary>
    None = 0,

    /// <summary>There are fewer bytes than a header takes.</summary>
    HeaderTruncated = 1,

    /// <summary>There are fewer payload bytes than the header's Size says.</summary>
    PayloadTruncated = 2,

    /// <summary>Bytes follow the packet where exactly one packet was expected.</summary>
    TrailingBytes = 3,

    /// <summary>The header's Id is not the one that was asked for.</summary>
    UnexpectedId = 4,

    /// <summary>The payload was refused by its verifier.</summary>
    PayloadInvalid = 5,
}
