using Microsoft.Win32.SafeHandles;

namespace Codec.Cli;

/// <summary>Writes large amounts of UTF-8 text or bytes to the standard output, with a buffer. Not thread-safe.</summary>
internal sealed class Utf8Output : IDisposable
{
    // Large enough that the cost of system calls is negligible compared to that of the text.
    private const int BufferSize = 64 * 1024;

    private readonly Stream _stream;
    private readonly TextWriter? _text;

    /// <summary>Creates an output to a stream, which is closed with the output.</summary>
    public Utf8Output(Stream stream) => _stream = new BufferedStream(stream, BufferSize);

    private Utf8Output(TextWriter text) => (_stream, _text) = (new MemoryStream(), text);

    public bool IsTerminal { get; private init; }

    /// <summary>Creates an output to the standard output, or to its replacement.</summary>
    public static Utf8Output Of(IAnsiConsole console) => ReferenceEquals(console.Profile.Out.Writer, Console.Out) && !UnixDescriptor.IsClosed(UnixDescriptor.StandardOutput)
        ? new Utf8Output(OpenStandardOutput()) { IsTerminal = !Console.IsOutputRedirected }
        : new Utf8Output(console.Profile.Out.Writer);

    public static Utf8Output Of(IAnsiConsole console, string? path, IReadOnlyList<string> inputs) => path is null ? Of(console) : new Utf8Output(OutputFile.Create(path, inputs));

    /// <summary>Returns whether an output could not be written because the other end of its pipe was closed.</summary>
    public static bool IsNoLongerRead(IOException exception)
    {
        const int BrokenPipe = 32;
        return !OperatingSystem.IsWindows() && exception.HResult == BrokenPipe;
    }

    /// <summary>Writes bytes. Those of a character must not be divided.</summary>
    public void Write(ReadOnlySpan<byte> bytes)
    {
        _stream.Write(bytes);
        if (_stream is MemoryStream { Length: > BufferSize })
        {
            Flush();
        }
    }

    public void Write(string text) => Write(Encoding.UTF8.GetBytes(text));

    public void WriteLine(string text) => Write(text + "\n");

    public void Flush()
    {
        _stream.Flush();
        if (_stream is MemoryStream bytes)
        {
            string text = Encoding.UTF8.GetString(bytes.GetBuffer(), 0, (int)bytes.Length);
            bytes.SetLength(0);
            _text!.Write(text);
        }
    }

    public void Dispose()
    {
        Flush();
        _stream.Dispose();
    }

    // The console's stream ignores that a pipe is no longer read, and a command would go on. A file must not be opened like this: other programs
    // that write to it do not see how far this stream has come. Neither must a pipe that does not block: this stream does not wait for it.
    private static Stream OpenStandardOutput()
    {
        if (!OperatingSystem.IsWindows() && Console.IsOutputRedirected && !UnixDescriptor.IsNonBlocking(UnixDescriptor.StandardOutput))
        {
            FileStream pipe = new(new SafeFileHandle(UnixDescriptor.StandardOutput, ownsHandle: false), FileAccess.Write, bufferSize: 0);
            if (!pipe.CanSeek)
            {
                return pipe;
            }
        }

        return Console.OpenStandardOutput();
    }
}
