namespace Codec.Bench.Report;

/// <summary>One way to do a job: a row of a table.</summary>
/// <param name="Name">The name of the row.</param>
/// <param name="Benchmark">The benchmark that measures it, as <c>Class.Method(Parameter=Value)</c>.</param>
public sealed record Way(string Name, string Benchmark);
