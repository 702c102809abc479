namespace Codec.Cli.Tap;

/// <summary>The options of a tap.</summary>
/// <param name="Output">The capture to write, or <see langword="null"/>.</param>
/// <param name="IsJson">Whether everything is printed as JSON, one object per line.</param>
/// <param name="Duration">The time after which the tap stops, or <see langword="null"/> to stop only on a signal.</param>
internal sealed record TapOptions(
    EndPoint Listen,
    EndPoint Target,
    PacketFormat Format,
    LineConditions Conditions,
    bool IsUdp = false,
    string? Output = null,
    CaptureEncapsulation Encapsulation = default,
    bool IsQuiet = false,
    bool IsJson = false,
    TimeSpan? Duration = null);
