namespace Codec.Capture;

/// <summary>The error of a capture.</summary>
public enum CaptureError : byte
{
    /// <summary>No error.</summary>
    None = 0,

    /// <summary>The bytes are not the start of a pcapng or pcap file.</summary>
    NotACapture = 1,

    /// <summary>The section's or file's major version is unknown.</summary>
    VersionUnknown = 2,

    /// <summary>The capture ends inside a block or record, or in the unused zeros of a preallocated file.</summary>
    Truncated = 3,

    /// <summary>A block's length is not a multiple of 4, or is too small for the block's content.</summary>
    BlockLengthInvalid = 4,

    /// <summary>A block or packet is longer than the reader's limit.</summary>
    TooLong = 5,

    /// <summary>A block's two lengths differ.</summary>
    BlockLengthsDiffer = 6,

    /// <summary>The declared length of a packet is longer than its block.</summary>
    PacketLongerThanBlock = 7,

    /// <summary>A packet refers to an interface that was not declared.</summary>
    InterfaceUndeclared = 8,

    /// <summary>A section declares more interfaces than the reader's limit.</summary>
    TooManyInterfaces = 9,

    /// <summary>An option is longer than its block, or has an invalid length or value.</summary>
    OptionInvalid = 10,

    /// <summary>The compressed file that contains the capture is damaged or truncated.</summary>
    CompressionInvalid = 11,
}
