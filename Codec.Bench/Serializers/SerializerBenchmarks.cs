namespace Codec.Bench.Serializers;

/// <summary>Each serializer with each message.</summary>
public class SerializerBenchmarks
{
    // With a profile, the JIT would inline the delegate's only target into the benchmark, and its code could then exceed the budget for inlining.
    private const MethodImplOptions Unprofiled = BenchmarkCall.Unprofiled;

    private Func<int> _write = null!;
    private Func<double> _read = null!;
    private Func<bool>? _verify;

    public static IEnumerable<string> Names => SerializerList.All.Select(serializer => serializer.GetType().Name);

    [ParamsSource(nameof(Names))]
    public string Serializer { get; set; } = nameof(GeneratedSerializer);

    [Params(SampleMessage.Seed, SampleMessage.Move, SampleMessage.Chat, SampleMessage.Inventory, SampleMessage.Snapshot)]
    public SampleMessage Message { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        IGameSerializer serializer = SerializerList.Find(Serializer);
        _write = serializer.Writer(Message);
        _read = serializer.Reader(Message);
        _verify = serializer.CanVerify ? serializer.Verifier(Message) : null;
        double expected = SerializerList.All[0].Reader(Message)();
        if (_read() != expected || _verify?.Invoke() == false)
        {
            throw new InvalidOperationException(
                $"{serializer.Name} reads {_read()} from the {Message} message instead of {expected}, or rejects it.");
        }
    }

    [Benchmark(Baseline = true)]
    [MethodImpl(Unprofiled)]
    public int Write() => _write();

    [Benchmark]
    [MethodImpl(Unprofiled)]
    public double Read() => _read();

    /// <summary>Verifies; returns <see langword="false"/> if reading validates.</summary>
    [Benchmark]
    [MethodImpl(Unprofiled)]
    public bool Verify() => _verify is not null && _verify();
}
