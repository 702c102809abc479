namespace Codec.Cli;

internal static class Counted
{
    /// <summary>Returns a number and its noun, such as "1 packet" or "2 packets".</summary>
    public static string Of(long count, string noun) => $"{count} {noun}{(count == 1 ? "" : "s")}";
}
