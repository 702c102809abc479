using Codec.Bench.Serializers;

namespace Codec.Bench.Runtimes;

/// <summary>What does a generated packet cost to write, to read and to verify? Compiled for each runtime of the report.</summary>
public class RuntimeMessageBenchmarks
{
    // The number of messages per call, because on a slow runtime the benchmark's call takes as long as one message.
    private const int Count = 64;

    // AggressiveOptimization, which .NET Framework does not name. With a profile, the JIT would inline the delegate's only target.
    private const MethodImplOptions Unprofiled = (MethodImplOptions)512;

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
    [MethodImpl(Unprofiled)]
    public int Write()
    {
        int sum = 0;
        for (int i = 0; i < Count; i++)
        {
            sum += _write();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    [MethodImpl(Unprofiled)]
    public double Read()
    {
        double sum = 0;
        for (int i = 0; i < Count; i++)
        {
            sum += _read();
        }

        return sum;
    }

    [Benchmark(OperationsPerInvoke = Count)]
    [MethodImpl(Unprofiled)]
    public int Verify()
    {
        int valid = 0;
        for (int i = 0; i < Count; i++)
        {
            valid += _verify() ? 1 : 0;
        }

        return valid;
    }
}
