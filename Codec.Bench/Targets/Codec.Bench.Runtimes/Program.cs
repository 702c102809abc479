using Codec.Bench.Headers;
using Codec.Bench.Runtimes;

// Prints a line for each case: benchmark, bytes per operation, median and quartiles in nanoseconds per operation, and how the times settled.
MeasurePlan plan = MeasurePlan.Named(args.FirstOrDefault() ?? "report");
ParentProcess.ExitWithIt();
Console.WriteLine($"runtime|{Host()}");
foreach (Type type in new[] { typeof(HeaderArrayBenchmarks), typeof(HeaderSpanBenchmarks), typeof(MakePacketBenchmarks),
    typeof(RuntimePacketBenchmarks) })
{
    object instance = Activator.CreateInstance(type)!;
    foreach (MethodInfo setup in type.GetMethods().Where(method => method.IsDefined(typeof(GlobalSetupAttribute))))
    {
        setup.Invoke(instance, null);
    }

    Case[] cases = [.. type.GetMethods().Where(method => method.IsDefined(typeof(BenchmarkAttribute))).Select(method => new Case(instance, method))];
    Measurement[] measurements = Measurer.Measure(cases, plan);
    for (int i = 0; i < cases.Length; i++)
    {
        Measurement one = measurements[i];
        Console.WriteLine(string.Format(
            CultureInfo.InvariantCulture,
            "{0}.{1}|{2:0.##}|{3:0.###}|{4:0.###}|{5:0.###}|{6}",
            type.Name,
            cases[i].Name,
            Allocation.PerOperation(cases[i], one),
            one.Median,
            one.FirstQuartile,
            one.ThirdQuartile,
            one.Settling));
    }

    foreach (MethodInfo cleanup in type.GetMethods().Where(method => method.IsDefined(typeof(GlobalCleanupAttribute))))
    {
        cleanup.Invoke(instance, null);
    }
}

static string Host() =>
    Type.GetType("Mono.Runtime")?.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static)?.Invoke(null, null) is string version
        ? "Mono " + version.Split(' ')[0]
        : ".NET " + Environment.Version;
