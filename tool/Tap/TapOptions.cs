namespace Codec.Cli.Tap;

/// <summary>The options of a tap.</summary>
internal sealed record TapOptions
{
    /// <summary>Gets the address to listen on.</summary>
    public required EndPoint Listen { get; init; }

    public required EndPoint Target { get; init; }

    /// <summary>Gets whether to forward datagrams instead of connections.</summary>
    public bool IsUdp { get; init; }

    public PacketFormat Format { get; init; } = PacketFormat.Default;

    public LineConditions Conditions { get; init; } = new();

    /// <summary>Gets the file of the capture, or <see langword="null"/> for none.</summary>
    public string? Output { get; init; }

    /// <summary>Gets the content of the records of the capture.</summary>
    public CaptureEncapsulation Encapsulation { get; init; }

    public bool IsQuiet { get; init; }

    /// <summary>Gets whether everything is printed as JSON, one object per line.</summary>
    public bool IsJson { get; init; }

    /// <summary>Gets the time after which the tap stops, or <see langword="null"/> to stop only on a signal.</summary>
    public TimeSpan? Duration { get; init; }
}
