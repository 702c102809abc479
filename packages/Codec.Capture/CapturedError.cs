namespace Codec.Capture;

internal readonly record struct CapturedError(
    PacketError Error,
    CapturedErrorCause Cause,
    PacketHint Hint,
    long Offset,
    long TimestampNanoseconds,
    CaptureDirection Direction,
    uint Connection);
