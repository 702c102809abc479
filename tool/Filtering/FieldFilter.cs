namespace Codec.Cli.Filtering;

/// <summary>A condition on the fields of payloads, from the option <c>--where</c>. Returns whether a payload meets it.</summary>
/// <param name="payload">The payload. <see cref="PayloadVerifier"/> must have accepted it.</param>
internal delegate bool FieldFilter(ReadOnlySpan<byte> payload, PayloadMessage message);
