namespace Codec.Bench.Arenas;

/// <summary>A side in C# does a job of an arena. The sides in C++ are cases of their program.</summary>
public class ArenaBenchmarks
{
    private Func<int> _write = null!;
    private Func<ulong> _read = null!;

    public static IEnumerable<string> Names => ArenaList.All.Select(arena => arena.Name);

    [ParamsSource(nameof(Names))]
    public string Arena { get; set; } = "mk48";

    [Params("Codec", "MemoryPack")]
    public string Side { get; set; } = "Codec";

    [Params(ArenaJob.Write, ArenaJob.Values, ArenaJob.Packed, ArenaJob.Verify, ArenaJob.Sum, ArenaJob.Read, ArenaJob.Reuse, ArenaJob.Into,
        ArenaJob.New)]
    public ArenaJob Job { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        ArenaSide side = ArenaList.Find(Arena).Sides.First(side => side.Name == Side);
        _write = side.Writer(Job) ?? side.Writer(ArenaJob.Write)!;
        _read = side.Reader(Job) ?? side.Reader(ArenaJob.New)!;
    }

    [Benchmark(Baseline = true)]
    [MethodImpl(BenchmarkCall.Unprofiled)]
    public int Write() => _write();

    [Benchmark]
    [MethodImpl(BenchmarkCall.Unprofiled)]
    public ulong Read() => _read();
}
