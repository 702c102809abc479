namespace Codec.Capture;

/// <summary>A packet that a replay passes to its handler.</summary>
/// <param name="Raw">The whole packet, header and payload, in the replay's memory: valid until the handler's task ends.</param>
/// <param name="Timestamp">The recorded time, to 100 nanoseconds.</param>
/// <param name="Direction">The direction of the packet.</param>
/// <param name="Connection">The connection's number in the capture.</param>
public readonly record struct ReplayedPacket(ReadOnlyMemory<byte> Raw, DateTimeOffset Timestamp, CaptureDirection Direction, uint Connection);
