using System;
using System.Text;

namespace Codec.Schema;

/// <summary>A schema file's name and text.</summary>
/// <param name="Path">A name that is unique to the file; diagnostics show it.</param>
/// <param name="Text">The content.</param>
public sealed record SchemaSource(string Path, string Text)
{
    /// <summary>What stands for bytes that are not UTF-8: no character. Comments may have it, strings may not, as in flatc.</summary>
    internal const char NoCharacter = '\uFFFF';

    private static readonly Encoding Utf8 = Encoding.GetEncoding(
        "utf-8", EncoderFallback.ReplacementFallback, new DecoderReplacementFallback(NoCharacter.ToString()));

    /// <summary>
    /// Decodes a file, which is UTF-8 with or without a byte order mark. The compiler rejects other encodings with a diagnostic, except for
    /// single bytes in comments.
    /// </summary>
    /// <param name="path">A name that is unique to the file; diagnostics show it.</param>
    /// <param name="content">The file's bytes; they are not kept.</param>
    /// <returns>The source.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static SchemaSource Decode(string path, byte[] content) =>
        new(path ?? throw new ArgumentNullException(nameof(path)), Utf8.GetString(content ?? throw new ArgumentNullException(nameof(content))));
}
