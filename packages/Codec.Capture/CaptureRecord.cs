namespace Codec.Capture;

/// <summary>A record of a capture, in the reader's memory. Valid until the next read.</summary>
public readonly ref struct CaptureRecord
{
    /// <summary>Gets the captured bytes: the packet, or the frame of <see cref="LinkType"/> around it.</summary>
    public ReadOnlySpan<byte> Data { get; internal init; }

    /// <summary>
    /// Gets the time in nanoseconds since 1970, or 0 if the record has none. A later time than the type can represent becomes its largest value.
    /// </summary>
    public long TimestampNanoseconds { get; internal init; }

    /// <summary>Gets the time, with a resolution of 100 nanoseconds.</summary>
    public DateTimeOffset Timestamp => DateTimeOffset.FromUnixTimeMilliseconds(0).AddTicks(TimestampNanoseconds / 100);

    /// <summary>Gets the direction of the packet, if the record has one.</summary>
    public CaptureDirection Direction { get; internal init; }

    /// <summary>Gets the number of the connection that was passed to the writer; 0 if the record has none.</summary>
    public uint Connection { get; internal init; }

    /// <summary>Gets whether the record has a connection.</summary>
    public bool HasConnection { get; internal init; }

    /// <summary>Gets the size of the packet on the wire in bytes. It exceeds the length of <see cref="Data"/> if the capture has a snap length.</summary>
    public long OriginalLength { get; internal init; }

    /// <summary>Gets the link type of <see cref="Data"/>, as numbered by tcpdump.org: 147 is USER0, 1 is Ethernet.</summary>
    public int LinkType { get; internal init; }

    /// <summary>Gets the number of the interface in its section.</summary>
    public int Interface { get; internal init; }

    /// <summary>Gets the offset of the record in the capture, in bytes.</summary>
    public long Offset { get; internal init; }
}
