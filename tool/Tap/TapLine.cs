namespace Codec.Cli.Tap;

/// <summary>A line of a tap's output: a packet, bytes that are not a packet, or an event of a connection.</summary>
/// <param name="Connection">The connection's number, or 0 for none.</param>
/// <param name="Direction">The direction, seen from the client. For an event, outbound if the client caused it, inbound if the server did.</param>
internal readonly record struct TapLine(DateTimeOffset Time, uint Connection, CaptureDirection Direction)
{
    public uint Id { get; init; }

    /// <summary>Gets whether the tap itself sent the packet.</summary>
    public bool IsInjected { get; init; }

    public PacketError Error { get; init; }

    /// <summary>Gets the offset in the stream of bytes that are not a packet, in bytes.</summary>
    public long Position { get; init; }

    /// <summary>Gets the payload of a packet, or the bytes that are not a packet.</summary>
    public byte[] Bytes { get; init; } = [];

    /// <summary>Gets the number of lines before this one that were not printed, because too many lines were queued.</summary>
    public long Skipped { get; init; }

    /// <summary>Gets the event in one word, or <see langword="null"/> if this is not an event.</summary>
    public string? Event { get; init; }

    public string? Detail { get; init; }

    /// <summary>Gets whether the line is a packet. Events and errors are rare and important.</summary>
    public bool IsPacket => Event is null && Error == PacketError.None;

    public long Nanoseconds => (Time.UtcTicks - DateTimeOffset.UnixEpoch.UtcTicks) * TimeSpan.NanosecondsPerTick;

    public TracedPacket ToPacket(ReadOnlySpan<byte> payload) => new()
    {
        Id = Id,
        Payload = payload,
        Nanoseconds = Nanoseconds,
        Start = -1,
        Direction = Direction,
        Connection = Connection,
        Offset = -1,
    };
}
