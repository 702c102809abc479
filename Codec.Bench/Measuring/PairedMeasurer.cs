namespace Codec.Bench.Measuring;

/// <summary>
/// Measures benchmarks against each other: in one process, in turns of about a millisecond, so that the machine's speed affects all alike.
/// </summary>
internal static class PairedMeasurer
{
    /// <summary>The command of the process that measures: plan, index of the reference, benchmarks.</summary>
    internal const string Verb = "measure";

    // Sockets use threads of the pool, which run methods that are not compiled for good for a long time.
    private static readonly TimeSpan SocketWarmUp = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Starts a process that measures the benchmarks, and returns their times in the same order. The first is the reference, unless it is
    /// alone. Every other process has the reverse order: benchmarks that call a method share its profile, so their code depends on it.
    /// </summary>
    internal static Sample[] Start(string plan, IReadOnlyList<string> benchmarks, int process)
    {
        if (benchmarks.Any(CppWorkload.Is))
        {
            CppWorkload.Libraries();
        }

        bool isReversed = process % 2 != 0;
        int reference = benchmarks.Count == 1 ? -1 : isReversed ? benchmarks.Count - 1 : 0;
        string output = Programs.Run("dotnet",
        [
            Assembly.GetExecutingAssembly().Location, Verb, plan, reference.ToString(CultureInfo.InvariantCulture),
            .. isReversed ? benchmarks.Reverse() : benchmarks,
        ]);
        Sample[] samples = JsonSerializer.Deserialize<Sample[]>(output.AsSpan(output.LastIndexOf("[{", StringComparison.Ordinal)))!;
        return isReversed ? [.. samples.Reverse()] : samples;
    }

    internal static void Run(string plan, int reference, IReadOnlyList<string> benchmarks)
    {
        ParentProcess.ExitWithIt();
        Console.Out.WriteLine(JsonSerializer.Serialize(Measure(MeasurePlan.Named(plan), reference, benchmarks)));
    }

    private static Sample[] Measure(MeasurePlan plan, int reference, IReadOnlyList<string> benchmarks)
    {
        IWorkload[] workloads = [.. benchmarks.Select(Make)];
        plan = plan with
        {
            Reference = reference < 0 ? null : reference,
            WarmUp = plan != MeasurePlan.Budget && workloads.Any(UsesSockets) ? SocketWarmUp : null
        };
        CppWorkload[] cpp = [.. workloads.OfType<CppWorkload>()];
        if (cpp.Length > 0)
        {
            plan = plan with { Turn = MeasurePlan.CppTurn };
            Array.ForEach(cpp, workload => workload.Pin(Environment.ProcessorCount - 1));
        }

        // Otherwise, each method of the measurer that the JIT compiles would start the warm-up of the benchmarks again.
        using (var rehearsal = BenchmarkMethod.Create("HeaderSpanBenchmarks.RawStore"))
        {
            Measurer.Measure([rehearsal], MeasurePlan.Named("ranking") with { Turn = TimeSpan.FromMilliseconds(0.1) });
        }

        Measurement[] times = Measurer.Measure(workloads, plan);
        CppWorkload.CheckSame(cpp);
        Sample[] samples = [.. times.Select((time, index) => new Sample(
            benchmarks[index], time.Median, time.FirstQuartile, time.ThirdQuartile, time.MedianRatioTo(times[Math.Max(reference, 0)]),
            Allocation.PerOperation(workloads[index], time), PayloadBytes(workloads[index]), time.Settling))];
        foreach (IDisposable workload in workloads.OfType<IDisposable>())
        {
            workload.Dispose();
        }

        return samples;
    }

    private static IWorkload Make(string benchmark) =>
        CppWorkload.Is(benchmark) ? new CppWorkload(benchmark) : BenchmarkMethod.Create(benchmark);

    private static bool UsesSockets(IWorkload workload) =>
        workload is BenchmarkMethod { Class.Namespace: { } space } && space.EndsWith(".Transport", StringComparison.Ordinal);

    // Write of a serializer or an arena returns the size of the payload.
    private static long? PayloadBytes(IWorkload workload) => workload is CppWorkload cpp ? cpp.PayloadBytes
        : workload is BenchmarkMethod { Class.Name: "SerializerBenchmarks" or "ArenaBenchmarks" } method && method.Call() is int bytes ? bytes : null;
}
