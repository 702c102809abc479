using System;
using System.Diagnostics;
using System.IO;

namespace Codec.Soak;

/// <summary>Runs a round in another process, with the limits of the round's environment.</summary>
internal static class ChildRound
{
    // Longer than the deadline of a round with its warm-up. After that deadline, the child itself reports what it waits for.
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(8);

    /// <summary>Runs the round, and forwards the output of its process.</summary>
    /// <returns>Whether the round succeeded.</returns>
    public static bool Run(string programs, RoundPlan plan, Totals totals)
    {
        ProcessStartInfo start = new("bash") { RedirectStandardOutput = true };
        start.ArgumentList.Add("-c");
        start.ArgumentList.Add($"{Limits(plan.Environment)} exec \"$0\" \"$@\"");
        foreach (string argument in (string[])[Environment.ProcessPath!, typeof(ChildRound).Assembly.Location, programs, "--child", $"{plan.Seed}"])
        {
            start.ArgumentList.Add(argument);
        }

        switch (plan.Environment)
        {
            case RoundEnvironment.ClockSteps:
                start.Environment["LD_PRELOAD"] = Path.GetFullPath(Path.Combine(programs, "libcodec_clock_steps.so"));
                break;
            case RoundEnvironment.BusyThreadPool:
                start.Environment["DOTNET_ThreadPool_ForceMaxWorkerThreads"] = $"{ThreadPoolBlocker.Threads:X}";
                break;
            case RoundEnvironment.FewDescriptors:
                // Without a free descriptor, the runtime cannot start a thread and ends the process. Therefore, no thread may be started then,
                // neither for the pool nor to recompile a method.
                start.Environment["DOTNET_ThreadPool_ForceMaxWorkerThreads"] = $"{ThreadPoolBlocker.Threads:X}";
                start.Environment["DOTNET_TieredCompilation"] = "0";
                break;
            case RoundEnvironment.SmallHeap:
                start.Environment["DOTNET_GCHeapHardLimit"] = $"{SmallHeap:X}";
                break;
        }

        using Process process = Process.Start(start)!;
        process.OutputDataReceived += (_, line) =>
        {
            if (line.Data is { } text && !totals.TryAddLine(text))
            {
                Console.WriteLine(text);
            }
        };
        process.BeginOutputReadLine();
        if (!process.WaitForExit(Limit))
        {
            process.Kill(entireProcessTree: true);
            Console.WriteLine($"The process of the round has not ended within {Limit}.");
        }

        process.WaitForExit();
        if (process.ExitCode == 0)
        {
            return true;
        }

        // A runtime that was ended has not written the seed.
        Console.WriteLine($"The process of the round with --seed {plan.Seed} ({plan.Environment}) has ended with exit code {process.ExitCode}.");
        return false;
    }

    // The packets that wait in the send limits of a round's links need a fraction of this.
    private const long SmallHeap = 96 * 1024 * 1024;

    private static string Limits(RoundEnvironment environment) =>
        environment == RoundEnvironment.FewDescriptors ? $"ulimit -n {DescriptorBallast.Limit};" : "";
}
