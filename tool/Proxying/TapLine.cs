using System;
using Codec.Capture;
using Codec.Packets;

namespace Codec.Cli.Proxying;

/// <summary>A line of a tap's output: a packet, bytes that are not a packet, or an event of a connection.</summary>
/// <param name="Time">The time.</param>
/// <param name="Connection">The connection's number, or 0 for none.</param>
/// <param name="Direction">The direction, seen from the client; unknown for an event.</param>
public readonly record struct TapLine(DateTimeOffset Time, uint Connection, CaptureDirection Direction)
{
    /// <summary>Gets the packet's id.</summary>
    public uint Id { get; init; }

    /// <summary>Gets the error, if the bytes are not a packet.</summary>
    public PacketError Error { get; init; }

    /// <summary>Gets the offset in the stream of bytes that are not a packet, in bytes.</summary>
    public long Position { get; init; }

    /// <summary>Gets the payload of a packet, or the bytes that are not a packet. The printer owns the memory.</summary>
    public ReadOnlyMemory<byte> Bytes { get; init; }

    /// <summary>Gets the number of lines before this one that were not printed, because too many lines were queued.</summary>
    public long Skipped { get; init; }

    /// <summary>Gets the event in one word, or <see langword="null"/> if this is not an event.</summary>
    public string? Event { get; init; }

    /// <summary>Gets the details of the event.</summary>
    public string? Detail { get; init; }
}
