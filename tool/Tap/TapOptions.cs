namespace Codec.Cli.Tap;

/// <summary>The options of a tap.</summary>
internal sealed record TapOptions
{
    public required EndPoint Listen { get; init; }

    public required EndPoint Target { get; init; }

    public bool IsUdp { get; init; }

    public PacketFormat Format { get; init; } = PacketFormat.Default;

    public LineConditions Conditions { get; init; } = new();

    public string? Output { get; init; }

    public CaptureEncapsulation Encapsulation { get; init; }

    public bool IsQuiet { get; init; }

    /// <summary>Gets whether everything is printed as JSON, one object per line.</summary>
    public bool IsJson { get; init; }

    /// <summary>Gets the time after which the tap stops, or <see langword="null"/> to stop only on a signal.</summary>
    public TimeSpan? Duration { get; init; }
}
