namespace Codec.Capture;

/// <summary>The error that ended a stream or record of a capture.</summary>
/// <param name="Error">The kind of error; <see cref="PacketError.PayloadTruncated"/> unless the bytes are not packets.</param>
/// <param name="Cause">Why the rest cannot be read.</param>
/// <param name="Hint">A guess about bytes that are not packets.</param>
/// <param name="Offset">The offset of the record, in bytes from the start of the capture.</param>
/// <param name="TimestampNanoseconds">The time of the record, in nanoseconds since 1970.</param>
/// <param name="Direction">The direction of the bytes.</param>
/// <param name="Connection">The number of the connection.</param>
internal readonly record struct CapturedError(
    PacketError Error,
    CapturedErrorCause Cause,
    PacketHint Hint,
    long Offset,
    long TimestampNanoseconds,
    CaptureDirection Direction,
    uint Connection);
