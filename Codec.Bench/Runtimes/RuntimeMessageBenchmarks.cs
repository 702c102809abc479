using Codec.Bench.Serializers;

namespace Codec.Bench.Runtimes;

/// <summary>What does a generated packet cost to write, to read and to verify? Compiled for each runtime of the report.</summary>
public class RuntimeMessageBenchmarks
{
    // The number of messages per call, because on a slow runtime the benchmark's call takes as long as one message.
    private const int Count = 64;

    private Func<int> _write = null!;
    private Func<double> _read = null!;
    private Func<bool> _verify = null!;

    [ParamsAllValues]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        GeneratedSerializer serializer = new();
        _write = serializer.Writer(Message);
        _read = serializer.Reader(Message);
        _verify = serializer.Verifier(Message);
        if (double.IsNaN(_read()) || !_verify())
        {
            throw new InvalidOperationException($"The {Message} message is rejected.");
        }
    }

    [Benchmark(OperationsPerInvoke = Count)]
    public int Write() => Repeat(_write);

    [Benchmark(OperationsPerInvoke = Count)]
    public double Read() => Repeat(_read);

    [Benchmark(OperationsPerInvoke = Count)]
    public bool Verify() => Repeat(_verify);

    // With a profile, the JIT would inline the delegate's only target.
    [MethodImpl(BenchmarkCall.Unprofiled)]
    private static T Repeat<T>(Func<T> call)
        where T : struct
    {
        T last = default;
        for (int i = 0; i < Count; i++)
        {
            last = call();
        }

        return last;
    }
}
