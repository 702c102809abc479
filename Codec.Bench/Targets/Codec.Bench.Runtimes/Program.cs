using Codec.Bench.Framing;
using Codec.Bench.Headers;
using Codec.Bench.Runtimes;
using Codec.Bench.Serializers;
using Codec.Bench.Streams;

// Prints a line for each case: benchmark, bytes per operation, median and quartiles in nanoseconds per operation, and how the times settled.
const int PacketSize = 64;
const int Packets = PacketData.TotalBytes / PacketSize;
MeasurePlan plan = MeasurePlan.Named(args.FirstOrDefault() ?? "report");
if (RuntimeInformation.IsOSPlatform(OSPlatform.Create("BROWSER")))
{
    // A browser's clock has steps of up to 0.1 ms.
    plan = plan with { Turn = TimeSpan.FromMilliseconds(20) };
}
else
{
    ParentProcess.ExitWithIt();
}

Console.WriteLine($"runtime|{Host()}");
Measure(new HeaderArrayBenchmarks());
Measure(new HeaderSpanBenchmarks());
Measure(new MakePacketBenchmarks());
for (SampleMessage message = SampleMessage.Seed; message <= SampleMessage.Snapshot; message++)
{
    Measure(new RuntimeMessageBenchmarks { Message = message }, $"(Message={message})");
}

Measure(new SpanDecodeBenchmarks { Size = PacketSize }, $"(Size={PacketSize})", Packets);
Measure(new PushDecodeBenchmarks { Size = PacketSize, Chunk = PacketData.SegmentBytes }, $"(Size={PacketSize})", Packets);
Measure(new MemoryStreamBenchmarks { Size = 65_536 }, "(Size=65536)");

// The type is an argument, because a trimmer keeps only the methods of types that it knows.
void Measure<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>(
    T benchmarks, string parameters = "", int operations = 1)
    where T : class
{
    MethodInfo[] methods = typeof(T).GetMethods();
    Call<GlobalSetupAttribute>(methods, benchmarks);
    BenchmarkCall[] cases = [.. Marked<BenchmarkAttribute>(methods).Select(method => new BenchmarkCall(benchmarks, method, operations))];
    Measurement[] measurements = Measurer.Measure(cases, plan);
    for (int i = 0; i < cases.Length; i++)
    {
        Measurement one = measurements[i];
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0}.{1}{2}|{3:0.##}|{4:0.###}|{5:0.###}|{6:0.###}|{7}",
            typeof(T).Name, cases[i].Name, parameters, Allocation.PerOperation(cases[i], one), one.Median, one.FirstQuartile,
            one.ThirdQuartile, one.Settling));
    }

    Call<GlobalCleanupAttribute>(methods, benchmarks);
}

static void Call<TAttribute>(MethodInfo[] methods, object instance)
    where TAttribute : Attribute
{
    foreach (MethodInfo method in Marked<TAttribute>(methods))
    {
        method.Invoke(instance, null);
    }
}

static IEnumerable<MethodInfo> Marked<TAttribute>(MethodInfo[] methods)
    where TAttribute : Attribute => methods.Where(method => method.IsDefined(typeof(TAttribute)));

static string Host() =>
    Type.GetType("Mono.Runtime")?.GetMethod("GetDisplayName", BindingFlags.NonPublic | BindingFlags.Static)?.Invoke(null, null) is string version
        ? "Mono " + version.Split(' ')[0]
        : ".NET " + Environment.Version;
