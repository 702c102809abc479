using System;
using System.Text;
using Codec.Schema;

namespace Codec.Cli;

/// <summary>A file that a target writes.</summary>
/// <param name="Name">The file's name, relative to the folder of the run.</param>
/// <param name="Content">The bytes of the file.</param>
/// <param name="Text">The text with line feeds, or <see langword="null"/> if the file is binary.</param>
public sealed record TargetFile(string Name, ReadOnlyMemory<byte> Content, string? Text)
{
    /// <summary>Returns a file of text, which is written as UTF-8.</summary>
    /// <param name="file">The file that an emitter generated.</param>
    /// <returns>The file.</returns>
    public static TargetFile OfText(GeneratedFile file) => new(file.Name, Encoding.UTF8.GetBytes(file.Text), file.Text);
}
