namespace Codec.Bench.Measuring;

/// <summary>The process that started this one to measure something.</summary>
internal static class ParentProcess
{
    /// <summary>Ends this process when its standard input is closed, as it is when the parent ends, also if the parent is killed.</summary>
    internal static void ExitWithIt()
    {
        Thread waiting = new(() =>
        {
            using Stream input = Console.OpenStandardInput();
            while (input.ReadByte() >= 0)
            {
            }

            Environment.Exit(1);
        })
        {
            IsBackground = true,
        };
        waiting.Start();
    }
}
