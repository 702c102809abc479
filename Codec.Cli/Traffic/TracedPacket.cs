using System;
using Codec.Capture;

namespace Codec.Cli.Traffic;

/// <summary>A packet from any source, in the source's memory: valid until the source reads on.</summary>
internal readonly ref struct TracedPacket
{
    public required uint Id { get; init; }

    /// <summary>The payload, unpacked if it travelled packed.</summary>
    public required ReadOnlySpan<byte> Payload { get; init; }

    /// <summary>The payload as it travelled, if it travelled packed; otherwise empty.</summary>
    public ReadOnlySpan<byte> Packed { get; init; }

    /// <summary>The payload as it travelled.</summary>
    public ReadOnlySpan<byte> Wire => Packed.IsEmpty ? Payload : Packed;

    /// <summary>The whole packet; empty if the source is a payload.</summary>
    public ReadOnlySpan<byte> Raw { get; init; }

    /// <summary>When, in nanoseconds since 1970; -1 if the source does not say.</summary>
    public long Nanoseconds { get; init; }

    /// <summary>When the source's first packet was, as <see cref="Nanoseconds"/>; 0 if the source does not keep it.</summary>
    public long Start { get; init; }

    public CaptureDirection Direction { get; init; }

    public uint Connection { get; init; }

    /// <summary>Where the packet begins in a stream, in bytes; -1 if the source is a capture.</summary>
    public long Offset { get; init; }
}
