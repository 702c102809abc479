using System;
using System.Collections.Generic;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>A table and where its rows come from.</summary>
/// <param name="Id">The name of the table's chart.</param>
/// <param name="Title">The table's title.</param>
/// <param name="Benchmarks">The benchmark class, by name.</param>
/// <param name="Parameters">Values of its [Params] members, as in budgets.</param>
/// <param name="Names">The methods that are shown, with the names to show; the empty list shows all under their own names.</param>
/// <param name="Ours">The shown name of what the library does.</param>
/// <param name="Limit">The shown name of the limit, which is no choice.</param>
internal sealed record ReportSource(
    string Id,
    string Title,
    string Benchmarks,
    string? Parameters,
    IReadOnlyList<(string Method, string Name)> Names,
    string? Ours = null,
    string? Limit = null)
{
    /// <summary>What a process measures; several tables can show parts of it.</summary>
    internal string Unit => Parameters is null ? Benchmarks : $"{Benchmarks}({Parameters})";

    /// <summary>The table of what several processes measured.</summary>
    internal ReportTable Table(IReadOnlyList<IReadOnlyList<RowSample>> processes)
    {
        List<ReportRow> rows = [];
        foreach (string method in processes[0].Select(sample => sample.Method))
        {
            string? name = Names.Count == 0 ? method : Names.FirstOrDefault(pair => pair.Method == method).Name;
            if (name is null)
            {
                continue;
            }

            RowSample[] samples = [.. processes.Select(process => process.First(sample => sample.Method == method)).OrderBy(sample => sample.Median)];
            rows.Add(new ReportRow(
                name,
                samples[samples.Length / 2].Median,
                samples.Min(sample => sample.FirstQuartile),
                samples.Max(sample => sample.ThirdQuartile),
                samples.Max(sample => sample.BytesAllocated),
                samples[0].WireBytes));
        }

        return rows.Count > 0
            ? new ReportTable(Id, Title, rows, Ours, Limit)
            : throw new ArgumentException($"{Benchmarks} has none of the methods that the table '{Title}' shows.");
    }
}
