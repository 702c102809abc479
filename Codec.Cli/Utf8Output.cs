using System;
using System.IO;
using System.Text;
using Spectre.Console;

namespace Codec.Cli;

/// <summary>Writes large amounts of UTF-8 text or bytes to the standard output, with a buffer. Not thread-safe.</summary>
internal sealed class Utf8Output : IDisposable
{
    // Large enough that the cost of system calls is negligible compared to that of the text.
    private const int BufferSize = 64 * 1024;

    private readonly byte[] _buffer = new byte[BufferSize];
    private readonly Stream? _stream;
    private readonly TextWriter? _text;
    private readonly Decoder _decoder = Encoding.UTF8.GetDecoder();
    private int _count;

    /// <summary>Creates an output to a stream, which is closed with the output.</summary>
    public Utf8Output(Stream stream) => _stream = stream;

    private Utf8Output(TextWriter text) => _text = text;

    /// <summary>Gets whether the output is shown on a terminal.</summary>
    public bool IsTerminal { get; private init; }

    /// <summary>Creates an output to the standard output, or to its replacement.</summary>
    /// <param name="console">The standard output.</param>
    public static Utf8Output Of(IAnsiConsole console) => ReferenceEquals(console.Profile.Out.Writer, Console.Out)
        ? new Utf8Output(Console.OpenStandardOutput()) { IsTerminal = !Console.IsOutputRedirected }
        : new Utf8Output(console.Profile.Out.Writer);

    /// <summary>Creates an output to a file, or to the standard output.</summary>
    /// <param name="console">The standard output.</param>
    /// <param name="path">The file, or <see langword="null"/> for the standard output.</param>
    /// <param name="input">The file that the command reads.</param>
    /// <exception cref="CommandFailedException">Both are the same file.</exception>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public static Utf8Output Of(IAnsiConsole console, string? path, string input) => path is null ? Of(console) : new Utf8Output(OutputFile.Create(path, input));

    /// <summary>Adds bytes.</summary>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > BufferSize - _count)
        {
            Flush();
            if (bytes.Length > BufferSize)
            {
                Send(bytes);
                return;
            }
        }

        bytes.CopyTo(_buffer.AsSpan(_count));
        _count += bytes.Length;
    }

    /// <summary>Adds text.</summary>
    public void Write(string text) => Write(Encoding.UTF8.GetBytes(text));

    /// <summary>Adds a line.</summary>
    public void WriteLine(string text) => Write(text + "\n");

    /// <summary>Writes the buffer to the stream.</summary>
    public void Flush()
    {
        int count = _count;
        _count = 0;
        Send(_buffer.AsSpan(0, count));
        _stream?.Flush();
    }

    /// <summary>Writes the buffer to the stream, and closes the stream.</summary>
    public void Dispose()
    {
        Flush();
        _stream?.Dispose();
    }

    private void Send(ReadOnlySpan<byte> bytes)
    {
        if (_stream is not null)
        {
            _stream.Write(bytes);
        }
        else if (_text is not null)
        {
            char[] chars = new char[_decoder.GetCharCount(bytes, flush: false)];
            _text.Write(chars, 0, _decoder.GetChars(bytes, chars, flush: false));
        }
    }
}
