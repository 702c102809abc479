namespace Codec.Tests.Doubles;

/// <summary>Collects the output of code on the console. The whole process shares the console, so only one test at a time uses it.</summary>
internal static class PrintedText
{
    private static readonly Lock OneAtATime = new();

    /// <summary>Runs code and returns what it printed.</summary>
    public static string Of(Action print)
    {
        lock (OneAtATime)
        {
            TextWriter console = Console.Out;
            using StringWriter printed = new() { NewLine = "\n" };
            try
            {
                Console.SetOut(printed);
                print();
            }
            finally
            {
                Console.SetOut(console);
            }

            return printed.ToString();
        }
    }
}
