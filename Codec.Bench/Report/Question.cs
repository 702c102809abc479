namespace Codec.Bench.Report;

/// <summary>A job, and the ways to do it, which are measured against each other: a column of a table.</summary>
public sealed record Question(string Id, string Title, IReadOnlyList<Way> Ways)
{
    /// <summary>Gets the name of a way that is no choice: a raw loop, or hand-written code without the library's checks. It has no rank.</summary>
    public string? Limit { get; init; }

    /// <summary>Gets the names of the ways of this library. The others are peers, which people use instead, except the limit.</summary>
    public IReadOnlyCollection<string> Own { get; init; } = [];

    /// <summary>
    /// Gets the way whose figure is 1.00, or <see langword="null"/>. With a unit, the question is a row of its table, and the ways are columns.
    /// </summary>
    public string? Unit { get; init; }

    public IReadOnlyList<Target> Targets { get; init; } = [];

    /// <summary>Gets the title of the row with the sizes of what was written, or <see langword="null"/>.</summary>
    public string? SizeTitle { get; init; }

    /// <summary>Gets the number of packets of an operation of the benchmark.</summary>
    public int Operations { get; init; } = 1;

    /// <summary>Gets the name of the measuring plan of its benchmarks.</summary>
    public string Plan { get; init; } = "report";

    /// <summary>Gets the runtime that measures it, if it is not this one.</summary>
    internal Runtimes.RuntimeHost? Host { get; init; }

    /// <summary>Gets the case of growth that measures it, instead of benchmarks.</summary>
    internal string? ScaleCase { get; init; }

    public bool IsPeer(string name) => name != Limit && !Own.Contains(name);
}
