using System;
using Codec.Capture;
using Codec.Packets;

namespace Codec.Cli.Proxying;

/// <summary>What a tap prints: a packet, bytes that are not a packet, or what happened to a connection.</summary>
/// <param name="Time">When.</param>
/// <param name="Connection">The connection's number, or 0 for none.</param>
/// <param name="Direction">The direction, seen from the client; unknown for an event.</param>
public readonly record struct TapLine(DateTimeOffset Time, uint Connection, CaptureDirection Direction)
{
    /// <summary>Gets the packet's id.</summary>
    public uint Id { get; init; }

    /// <summary>Gets what is wrong with the bytes, if they are not a packet.</summary>
    public PacketError Error { get; init; }

    /// <summary>Gets where bytes that are not a packet are in their stream, in bytes.</summary>
    public long Position { get; init; }

    /// <summary>Gets the payload of a packet, or the bytes that are not one. The memory is the printer's.</summary>
    public ReadOnlyMemory<byte> Bytes { get; init; }

    /// <summary>Gets what happened, in one word, or <see langword="null"/> if this is not an event.</summary>
    public string? Event { get; init; }

    /// <summary>Gets more about what happened.</summary>
    public string? Detail { get; init; }
}
