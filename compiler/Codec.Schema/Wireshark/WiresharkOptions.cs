namespace Codec.Schema.Wireshark;

/// <summary>The packet format and the ports of a dissector.</summary>
public sealed record WiresharkOptions
{
    /// <summary>The port of the server if none is set. It is also the default of <c>CaptureWriterOptions.Port</c>.</summary>
    public const int DefaultPort = 7777;

    /// <summary>Gets the size of the Size field in bytes: 2 or 4.</summary>
    public int SizeWidth { get; init; } = 2;

    /// <summary>Gets the size of the Id field in bytes: 2 or 4.</summary>
    public int IdWidth { get; init; } = 2;

    /// <summary>Gets whether Id precedes Size.</summary>
    public bool IsIdFirst { get; init; }

    /// <summary>Gets whether both fields are big-endian.</summary>
    public bool IsBigEndian { get; init; }

    /// <summary>Gets whether Size includes the header.</summary>
    public bool SizeCountsHeader { get; init; }

    /// <summary>Gets the maximum payload size in bytes. A packet with a larger payload is malformed.</summary>
    public int MaxPayloadSize { get; init; } = 65535;

    /// <summary>Gets the TCP and UDP ports of the server.</summary>
    public EquatableArray<int> Ports { get; init; } = new([DefaultPort]);
}
