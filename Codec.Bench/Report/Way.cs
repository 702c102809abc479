namespace Codec.Bench.Report;

/// <summary>One way to do a job: a row of a table.</summary>
public sealed record Way(string Name, string Benchmark);
