using System;
using System.Collections.Generic;
using System.Net;
using Codec.Capture;
using Codec.Cli.Payloads;
using Codec.Packets;

namespace Codec.Cli.Replaying;

/// <summary>What a replay does.</summary>
internal sealed record ReplayOptions
{
    /// <summary>How long to wait for an answer by default.</summary>
    public static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(5);

    /// <summary>Gets the capture.</summary>
    public required string Capture { get; init; }

    /// <summary>Gets the address of the peer; for the server's side, the address to listen at.</summary>
    public required EndPoint Target { get; init; }

    /// <summary>Gets whether the server's packets are sent, to clients that connect.</summary>
    public bool IsServer { get; init; }

    /// <summary>Gets whether the server captured, so that inbound packets are the client's.</summary>
    public bool IsCapturedByServer { get; init; }

    /// <summary>Gets how much faster than recorded; infinity does not wait.</summary>
    public double Speed { get; init; } = 1;

    /// <summary>Gets how often the capture is replayed at once.</summary>
    public int Connections { get; init; } = 1;

    /// <summary>Gets whether answers are compared with the capture's.</summary>
    public bool IsExpecting { get; init; }

    /// <summary>Gets the ids of packets that are not compared.</summary>
    public IReadOnlySet<uint> IgnoredIds { get; init; } = new HashSet<uint>();

    /// <summary>Gets the packet format.</summary>
    public PacketFormat Format { get; init; } = PacketFormat.Default;

    /// <summary>Gets the schema, which names packets and fields in the report, or <see langword="null"/>.</summary>
    public PayloadSchema? Schema { get; init; }

    /// <summary>Gets the server's port in a capture of TCP.</summary>
    public ushort Port { get; init; } = SharedOptions.DefaultPort;

    /// <summary>Gets how long to wait for an answer, or for a peer that takes nothing.</summary>
    public TimeSpan Timeout { get; init; } = DefaultTimeout;

    /// <summary>Gets whether the report is JSON.</summary>
    public bool IsJson { get; init; }

    /// <summary>Gets the direction of the packets that are sent.</summary>
    public CaptureDirection Sent => IsServer == IsCapturedByServer ? CaptureDirection.Outbound : CaptureDirection.Inbound;
}
