using System.Text;
namespace Codec.Cli;

/// <summary>Replaces a standard output that was closed when the program started. Otherwise, the runtime's own pipe would be written to.</summary>
internal sealed class ClosedOutput : TextWriter
{
    public override Encoding Encoding => Encoding.UTF8;

    public override void Write(char value) => throw new IOException("The standard output is closed.");

    /// <summary>Replaces the standard output if it is closed. Called when the program starts.</summary>
    internal static void ReplaceIfClosed()
    {
        if (UnixDescriptor.IsClosed(UnixDescriptor.StandardOutput))
        {
            Console.SetOut(new ClosedOutput());
        }
    }
}
