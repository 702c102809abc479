namespace Codec.Cli;

/// <summary>Prints tables that fit a terminal of 80 columns, even if the output is redirected.</summary>
internal static class NarrowTable
{
    public const int Columns = 80;

    public static void Write(IAnsiConsole console, Table table)
    {
        int width = console.Profile.Width;
        console.Profile.Width = Math.Min(width, Columns);
        console.Write(table);
        console.Profile.Width = width;
    }
}
