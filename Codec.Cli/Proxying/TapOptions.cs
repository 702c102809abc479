using System;
using System.Net;
using Codec.Capture;
using Codec.Packets;

namespace Codec.Cli.Proxying;

/// <summary>What a tap does.</summary>
public sealed record TapOptions
{
    /// <summary>Gets the address to listen at.</summary>
    public required EndPoint Listen { get; init; }

    /// <summary>Gets the server's address.</summary>
    public required EndPoint Target { get; init; }

    /// <summary>Gets whether to forward datagrams instead of connections.</summary>
    public bool IsUdp { get; init; }

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; init; } = PacketFormat.Default;

    /// <summary>Gets how the line is degraded.</summary>
    public LineConditions Conditions { get; init; } = new();

    /// <summary>Gets the file of the capture, or <see langword="null"/> for none.</summary>
    public string? Output { get; init; }

    /// <summary>Gets what the records of the capture hold.</summary>
    public CaptureEncapsulation Encapsulation { get; init; }

    /// <summary>Gets whether packets are not printed.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>Gets whether everything is printed as JSON, one object per line.</summary>
    public bool IsJson { get; init; }

    /// <summary>Gets after what time the tap stops, or <see langword="null"/> for not before a signal.</summary>
    public TimeSpan? Duration { get; init; }
}
