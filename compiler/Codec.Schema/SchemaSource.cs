namespace Codec.Schema;

/// <summary>The path and text of a schema file.</summary>
/// <param name="Path">A name that is unique to the file. Diagnostics show it.</param>
/// <param name="Text">The content.</param>
public sealed record SchemaSource(string Path, string Text)
{
    /// <summary>
    /// The replacement for bytes that are not valid UTF-8: U+FFFF, which Unicode assigns to no character. As in flatc, comments may contain such bytes,
    /// but strings may not.
    /// </summary>
    internal const char NoCharacter = '\uFFFF';

    private static readonly Encoding Utf8 = Encoding.GetEncoding(
        "utf-8", EncoderFallback.ReplacementFallback, new DecoderReplacementFallback(NoCharacter.ToString()));

    /// <summary>
    /// Decodes a file, which is UTF-8 with or without a byte order mark. The compiler rejects other encodings with a diagnostic, but accepts invalid
    /// bytes in comments.
    /// </summary>
    /// <param name="path">A name that is unique to the file. Diagnostics show it.</param>
    /// <param name="content">The file's bytes. They are not retained.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static SchemaSource Decode(string path, byte[] content) =>
        new(path ?? throw new ArgumentNullException(nameof(path)), Utf8.GetString(content ?? throw new ArgumentNullException(nameof(content))));
}
