namespace Codec.Bench.Report;

public sealed record Way(string Name, string Benchmark);
