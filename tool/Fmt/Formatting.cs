using System;
using System.Collections.Generic;
using System.IO;
using Codec.Schema;
using Codec.Schema.Format;
using Spectre.Console;

namespace Codec.Cli.Fmt;

/// <summary>One run of <c>codec fmt</c>.</summary>
/// <param name="output">The standard output, for the formatted standard input, and the names of the files that were formatted, or that are not formatted.</param>
/// <param name="error">The standard error, for syntax errors.</param>
public sealed class Formatting(IAnsiConsole output, IAnsiConsole error)
{
    /// <summary>Gets the schemas, or only <see cref="StandardInput.Name"/>.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>Gets whether the files are only compared, and not written.</summary>
    public required bool IsCheck { get; init; }

    /// <summary>Gets the standard input. It is not disposed.</summary>
    public required Stream Input { get; init; }

    /// <summary>Formats the files, or compares them. No file is written if any has a syntax error.</summary>
    /// <returns>The exit code.</returns>
    /// <exception cref="IOException">A file cannot be read or written.</exception>
    public int Run()
    {
        FormattedFiles files = new();
        List<(string Path, byte[] Content, bool IsChanged)> results = [];
        bool isValid = true;
        foreach (string path in Files)
        {
            byte[] content = Read(path);
            byte[]? formatted = SchemaFormatter.Format(path, content, out SchemaResult result);
            files.Add(path, content);
            new DiagnosticPrinter(error, files).Print(result);
            isValid &= formatted is not null;
            if (formatted is not null)
            {
                results.Add((path, formatted, !formatted.AsSpan().SequenceEqual(content)));
            }
        }

        return !isValid ? ExitCode.CouldNotRun : IsCheck ? Check(results) : Write(results);
    }

    private byte[] Read(string path) => path == StandardInput.Name ? SchemaFiles.ReadBytes(Input, path) : SchemaFiles.ReadBytes(path);

    private int Check(List<(string Path, byte[] Content, bool IsChanged)> results)
    {
        int exit = ExitCode.Ok;
        foreach ((string path, _, bool isChanged) in results)
        {
            if (isChanged)
            {
                output.Profile.Out.Writer.WriteLine($"{path}: is not formatted; run codec fmt without --check.");
                exit = ExitCode.Findings;
            }
        }

        return exit;
    }

    private int Write(List<(string Path, byte[] Content, bool IsChanged)> results)
    {
        foreach ((string path, byte[] content, bool isChanged) in results)
        {
            if (path == StandardInput.Name)
            {
                using Utf8Output target = Utf8Output.Of(output);
                target.Write(content);
            }
            else if (isChanged)
            {
                OutputFile.Replace(path, content);
                output.Profile.Out.Writer.WriteLine($"{path}: formatted.");
            }
        }

        return ExitCode.Ok;
    }
}
