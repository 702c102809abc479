namespace Codec.Schema.Wireshark;

/// <summary>The packet format and the ports that a dissector is written for.</summary>
public sealed record WiresharkOptions
{
    /// <summary>Gets the server's port if none is given: the default of <c>CaptureWriterOptions.Port</c>.</summary>
    public const int DefaultPort = 7777;

    /// <summary>Gets the bytes of the Size field: 2 or 4.</summary>
    public int SizeWidth { get; init; } = 2;

    /// <summary>Gets the bytes of the Id field: 2 or 4.</summary>
    public int IdWidth { get; init; } = 2;

    /// <summary>Gets a value indicating whether Id comes before Size.</summary>
    public bool IsIdFirst { get; init; }

    /// <summary>Gets a value indicating whether both fields are big-endian.</summary>
    public bool IsBigEndian { get; init; }

    /// <summary>Gets a value indicating whether Size counts the header too.</summary>
    public bool SizeCountsHeader { get; init; }

    /// <summary>Gets the largest payload in bytes; a packet with a larger one is malformed.</summary>
    public int MaxPayloadSize { get; init; } = 65535;

    /// <summary>Gets the server's TCP and UDP ports.</summary>
    public EquatableArray<int> Ports { get; init; } = new([DefaultPort]);
}
