namespace Codec.Cli.Replay;

internal sealed record ReplayOptions
{
    public static readonly TimeSpan DefaultTimeout = TimeSpan.FromSeconds(5);

    public required string Capture { get; init; }

    /// <summary>Gets the address of the peer, or, if the server's packets are sent, the address to listen on.</summary>
    public required EndPoint Target { get; init; }

    public bool IsServer { get; init; }

    /// <summary>Gets whether the server made the capture, so that inbound packets are the client's; or <see langword="null"/> to use what it states.</summary>
    public bool? IsCapturedByServer { get; init; }

    /// <summary>Gets which connections are replayed, by their numbers and whether they have an error in the capture. Its other properties are not used.</summary>
    public PacketFilter Filter { get; init; } = new();

    /// <summary>Gets the speed as a factor of the recorded pace. Infinity does not wait.</summary>
    public double Speed { get; init; } = 1;

    public int Copies { get; init; } = 1;
    public bool IsExpecting { get; init; }
    public IReadOnlySet<uint> IgnoredIds { get; init; } = new HashSet<uint>();
    public CapturedPacketReaderOptions Reading { get; init; } = CapturedPacketReaderOptions.Default;
    public PacketFormat Format => Reading.Format;

    /// <summary>Gets the schema, which names packets and fields in the report, or <see langword="null"/>.</summary>
    public PayloadSchema? Schema { get; init; }

    /// <summary>Gets the time to wait for an answer, or for a peer that does not read.</summary>
    public TimeSpan Timeout { get; init; } = DefaultTimeout;

    public CaptureDirection Sent(bool isCapturedByServer) =>
        IsServer == (IsCapturedByServer ?? isCapturedByServer) ? CaptureDirection.Outbound : CaptureDirection.Inbound;
}
