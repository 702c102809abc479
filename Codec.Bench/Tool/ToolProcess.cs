namespace Codec.Bench.Tool;

/// <summary>The tool <c>codec</c> as a process whose output is discarded.</summary>
internal sealed class ToolProcess : IDisposable
{
    // The interval at which the memory of the process is read. The system keeps the peak.
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(20);

    private readonly Process _process;

    internal ToolProcess(IEnumerable<string> prefix, params IEnumerable<string> arguments)
    {
        ProcessStartInfo start = new("/bin/sh",
            ["-c", "exec \"$@\" >/dev/null", "sh", .. prefix, "dotnet", Programs.Tool, .. arguments])
        { RedirectStandardError = true };

        // Otherwise, a process on one core delays its background compilation.
        start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        _process = Process.Start(start)!;
    }

    internal static void Run(long maxBytes, params IEnumerable<string> arguments)
    {
        using ToolProcess tool = new([], arguments);
        long peak = 0;
        while (!tool._process.WaitForExit(Interval))
        {
            try
            {
                tool._process.Refresh();
                peak = Math.Max(peak, tool._process.PeakWorkingSet64);
            }
            catch (InvalidOperationException)
            {
                // The process has exited in the meantime.
            }
        }

        if (tool._process.ExitCode != 0 || peak > maxBytes)
        {
            throw new InvalidOperationException(
                $"codec {string.Join(' ', arguments)} exited with {tool._process.ExitCode} and used {peak} bytes of memory; at most {maxBytes} are allowed: {tool._process.StandardError.ReadToEnd()}");
        }
    }

    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            _process.WaitForExit();
        }

        _process.Dispose();
    }
}
