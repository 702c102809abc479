namespace Codec.Cli;

/// <summary>Replaces a standard output that was closed when the program started. Otherwise, the runtime's own pipe would be written to.</summary>
internal sealed class ClosedOutput : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value) => throw new IOException("The standard output is closed.");
}
