using System;
using Codec.Framing;

namespace Codec.Capture;

/// <summary>A packet out of a capture, in the reader's memory: valid until the reader reads on.</summary>
public readonly ref struct CapturedPacket
{
    /// <summary>The packet.</summary>
    public Packet Packet { get; internal init; }

    /// <summary>When, in nanoseconds since 1970: the time of the record that completed the packet.</summary>
    public long TimestampNanoseconds { get; internal init; }

    /// <summary>When, to 100 nanoseconds.</summary>
    public DateTimeOffset Timestamp => DateTimeOffset.FromUnixTimeMilliseconds(0).AddTicks(TimestampNanoseconds / 100);

    /// <summary>Which way the packet went.</summary>
    public CaptureDirection Direction { get; internal init; }

    /// <summary>The connection's number: the writer's, or if the records do not say one, the number of connections that appeared before it.</summary>
    public uint Connection { get; internal init; }
}
