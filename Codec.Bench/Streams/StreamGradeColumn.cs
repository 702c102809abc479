using System;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Codec.Bench.Streams;

/// <summary>The column with the <see cref="StreamGrade"/>: compares each row with the baseline of the same size.</summary>
internal sealed class StreamGradeColumn : IColumn
{
    public string Id => nameof(StreamGradeColumn);

    public string ColumnName => "Grade";

    public string Legend => "Time divided by MemoryStream's at the same size: A up to 0.25x, B up to 0.5x, C up to 0.95x, D about 1x, E longer";

    public bool AlwaysShow => true;

    public ColumnCategory Category => ColumnCategory.Baseline;

    public int PriorityInCategory => 100;

    public bool IsNumeric => false;

    public UnitType UnitType => UnitType.Dimensionless;

    public bool IsAvailable(Summary summary) => true;

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase)
    {
        ArgumentNullException.ThrowIfNull(summary);
        BenchmarkCase? baseline = summary.GetBaseline(summary.GetLogicalGroupKey(benchmarkCase));
        return baseline is not null && summary[baseline]?.ResultStatistics is { } against && summary[benchmarkCase]?.ResultStatistics is { } own
            ? StreamGrade.Of(own.Mean / against.Mean)
            : "?";
    }
}
