namespace Codec.Cli;

internal static class StandardInput
{
    public const string Name = "-";

    public static string Describe(string path) => path == Name ? "The standard input" : path;

    /// <summary>Opens the standard input. Throws <see cref="CommandFailedException"/> if it was closed when the tool started.</summary>
    public static Stream Open()
    {
        // Reading the runtime's own pipe would wait forever. On Windows, a closed input is empty.
        const int Descriptor = 0;
        return UnixDescriptor.IsClosed(Descriptor) ? throw new CommandFailedException("The standard input is closed.") : Console.OpenStandardInput();
    }
}
