namespace Codec.Tests.Golden;

internal sealed partial class AnnotatedBytes
{
    private static readonly Regex ParsedLine = new(
        typeof(AnnotatedBytes).GetProperty(nameof(Line), BindingFlags.Static | BindingFlags.NonPublic)!.GetCustomAttribute<GeneratedRegexAttribute>()!.Pattern);

    private static partial Regex Line => ParsedLine;
}
