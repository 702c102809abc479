namespace Codec.Cli.Traffic;

/// <summary>A packet from any source, in the source's memory. Valid until the next read.</summary>
internal readonly ref struct TracedPacket
{
    public required uint Id { get; init; }
    public required ReadOnlySpan<byte> Payload { get; init; }

    /// <summary>Gets the packed payload. Empty if the payload was not packed.</summary>
    public ReadOnlySpan<byte> Packed { get; init; }

    public ReadOnlySpan<byte> Wire => Packed.IsEmpty ? Payload : Packed;

    /// <summary>Gets the whole packet. Empty if the source is a payload.</summary>
    public ReadOnlySpan<byte> Raw { get; init; }

    /// <summary>Gets the time in nanoseconds since 1970, or -1 if the source has no times.</summary>
    public long Nanoseconds { get; init; }

    /// <summary>Gets the time of the source's first packet, like <see cref="Nanoseconds"/>; -1 if the source does not store it.</summary>
    public required long Start { get; init; }

    public CaptureDirection Direction { get; init; }
    public uint Connection { get; init; }
    public bool IsServer { get; init; }

    /// <summary>Gets the offset of the packet in the stream, in bytes; -1 if the source is a capture.</summary>
    public long Offset { get; init; }

    /// <summary>Gets the offset in the source of the payload as it was sent, in bytes, or -1 if the bytes are not together there.</summary>
    public long PayloadOffset { get; init; } = -1;

    public TracedPacket()
    {
    }
}
