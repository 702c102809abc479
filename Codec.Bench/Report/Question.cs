namespace Codec.Bench.Report;

/// <summary>A job, and the ways to do it, which are measured against each other: a column of a table.</summary>
public sealed record Question(string Id, string Title, IReadOnlyList<Way> Ways)
{
    /// <summary>Gets the name of a way that is no choice: a raw loop, or hand-written code without the library's checks. It has no rank.</summary>
    public string? Limit { get; init; }

    /// <summary>Gets the names of the ways of this library. The others are peers, which people use instead, except the limit.</summary>
    public IReadOnlyCollection<string> Own { get; init; } = [];

    /// <summary>Gets the number of packets of an operation of the benchmark.</summary>
    public int Operations { get; init; } = 1;

    /// <summary>Gets the runtime that measures it, if it is not this one.</summary>
    internal Runtimes.RuntimeHost? Host { get; init; }

    /// <summary>Gets the case of growth that measures it, instead of benchmarks.</summary>
    internal string? ScaleCase { get; init; }

    /// <summary>Gets the case of cold starts that measures it, instead of benchmarks.</summary>
    internal string? ColdCase { get; init; }

    public bool IsPeer(string name) => name != Limit && !Own.Contains(name);
}
