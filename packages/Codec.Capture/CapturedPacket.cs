namespace Codec.Capture;

/// <summary>A packet of a capture, in the reader's memory. Valid until the next read.</summary>
public readonly ref struct CapturedPacket
{
    /// <summary>Gets the packet.</summary>
    public Packet Packet { get; internal init; }

    /// <summary>Gets the time of the record that completed the packet, in nanoseconds since 1970.</summary>
    public long TimestampNanoseconds { get; internal init; }

    /// <summary>Gets the time, with a resolution of 100 nanoseconds.</summary>
    public DateTimeOffset Timestamp => DateTimeOffset.FromUnixTimeMilliseconds(0).AddTicks(TimestampNanoseconds / 100);

    /// <summary>Gets the direction of the packet.</summary>
    public CaptureDirection Direction { get; internal init; }

    /// <summary>
    /// Gets the number of the connection: the writer's number or, if the records have none or another program wrote them, the number of connections
    /// that appeared before it.
    /// </summary>
    public uint Connection { get; internal init; }

    /// <summary>Gets whether the capture states that the server wrote it.</summary>
    internal bool IsServer { get; init; }
}
