namespace Codec.Capture;

/// <summary>The error of a capture.</summary>
public enum CaptureError : byte
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>The bytes do not begin as pcapng or pcap does.</summary>
    NotACapture = 1,

    /// <summary>The section's or file's major version is unknown.</summary>
    VersionUnknown = 2,

    /// <summary>The capture ends inside a block or record, or in zeros that were never written.</summary>
    Truncated = 3,

    /// <summary>A block's length is not a multiple of 4, or too small for what the block must hold.</summary>
    BlockLengthInvalid = 4,

    /// <summary>A block or packet is longer than the reader's limit.</summary>
    TooLong = 5,

    /// <summary>A block's two lengths differ.</summary>
    BlockLengthsDiffer = 6,

    /// <summary>A packet is said to be longer than the block that holds it.</summary>
    PacketLongerThanBlock = 7,

    /// <summary>A packet is of an interface that was not declared.</summary>
    InterfaceUndeclared = 8,

    /// <summary>More interfaces than the reader's limit.</summary>
    TooManyInterfaces = 9,

    /// <summary>An option is longer than what holds it, or has a length or value that it cannot have.</summary>
    OptionInvalid = 10,

    /// <summary>The compressed file that the capture is in is damaged or cut off.</summary>
    CompressionInvalid = 11,
}
