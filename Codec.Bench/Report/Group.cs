namespace Codec.Bench.Report;

/// <summary>A table of a page: ways as rows, and questions as columns.</summary>
public sealed record Group(string Title, IReadOnlyList<Question> Questions, string Note = "")
{
    /// <summary>Gets what the columns count, if the chart is a curve along them, such as <c>connections</c>.</summary>
    public string? Along { get; init; }

    /// <summary>Gets whether the figures are bytes, not times.</summary>
    public bool IsInBytes { get; init; }

    /// <summary>Gets whether the rows do the same work, so that they have ratios and ranks.</summary>
    public bool IsOneJob { get; init; } = true;

    /// <summary>Gets the file name of the chart, without its extension, or <see langword="null"/>.</summary>
    public string? Chart { get; init; }

    /// <summary>Gets whether there is no table, because other groups have the figures.</summary>
    public bool IsChartOnly { get; init; }
}
