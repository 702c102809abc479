namespace Codec.Capture;

/// <summary>Why the rest of a stream or record cannot be read.</summary>
internal enum CapturedErrorCause
{
    /// <summary>The bytes are not packets.</summary>
    NotPackets,

    /// <summary>The sender ended or reset the stream inside a packet, or the record ends inside a packet.</summary>
    Ended,

    /// <summary>The capture ends inside a packet.</summary>
    CaptureEnded,

    /// <summary>The capture lacks segments.</summary>
    SegmentsMissing,

    /// <summary>A snap length has cut a segment or the record.</summary>
    Cut,

    /// <summary>Too many other streams were open.</summary>
    Dropped,
}
