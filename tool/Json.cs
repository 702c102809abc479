using System.Text.Json.Serialization;

namespace Codec.Cli;

/// <summary>Writes objects as JSON for scripts. A property whose value is <see langword="null"/> is not written.</summary>
internal static class Json
{
    private static readonly JsonSerializerOptions Compact = new() { DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull, PropertyNamingPolicy = JsonNamingPolicy.CamelCase };
    private static readonly JsonSerializerOptions Indented = new(Compact) { WriteIndented = true };

    public static string Of(object value, bool isIndented = false) => JsonSerializer.Serialize(value, isIndented ? Indented : Compact);

    /// <summary>Returns the direction of packets, or <see langword="null"/> if it is unknown.</summary>
    public static string? Direction(CaptureDirection direction) => direction switch { CaptureDirection.Inbound => "in", CaptureDirection.Outbound => "out", _ => null };
}
