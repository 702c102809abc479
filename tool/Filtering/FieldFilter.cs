namespace Codec.Cli.Filtering;

/// <summary>A condition on the fields of payloads, from the option <c>--where</c>.</summary>
internal abstract class FieldFilter
{
    /// <summary>Returns whether a payload meets the condition.</summary>
    /// <param name="payload">The payload. <see cref="PayloadVerifier"/> must have accepted it.</param>
    public abstract bool Matches(ReadOnlySpan<byte> payload, PayloadMessage message);
}
