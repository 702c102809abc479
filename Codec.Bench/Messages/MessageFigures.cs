using System;
using System.Collections.Generic;
using System.IO;
using Codec.Bench.Budgets;
using Codec.Bench.FlatBuffers.Comparison;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Messages;

/// <summary>Provides figures for the budgets of generated messages in C++ and C#. Two processes settle, and then take turns on one core.</summary>
internal sealed class MessageFigures
{
    private const string CppProgram = "artifacts/bench/cpp/codec_bench_messages";
    private const string Include = "artifacts/bench/include";

    private readonly Dictionary<string, List<BudgetFigure>> _figures = [];
    private bool _isBuilt;

    /// <summary>Returns the figures of a number of runs of the budget. Only runs that have not been made yet are made.</summary>
    /// <exception cref="InvalidOperationException">The C++ side cannot be built.</exception>
    /// <exception cref="InvalidDataException">The sides have different results.</exception>
    internal IReadOnlyList<BudgetFigure> Measure(Budget budget, int runs)
    {
        Build();
        if (!_figures.TryGetValue(budget.Name, out List<BudgetFigure>? figures))
        {
            _figures.Add(budget.Name, figures = []);
        }

        while (figures.Count < runs)
        {
            figures.Add(Measure(budget.MessageCase!, budget.Baseline!));
            Console.Out.Write('.');
        }

        return figures;
    }

    private static BudgetFigure Measure(string subject, string baseline)
    {
        using SideProcess first = Side(baseline);
        using SideProcess second = Side(subject);
        Measurement[] measurements = ComparisonMeasurer.Measure(subject, [first, second], ComparisonMeasurer.Plan(ReportEffort.Full) with { Reference = 1 });
        return new BudgetFigure(
            measurements[1].Median,
            measurements[0].Median,
            measurements[1].MedianRatioTo(measurements[0]),
            Allocation.PerOperation(second, measurements[1]),
            0,
            measurements[0].Settling);
    }

    private static SideProcess Side(string name) => name.StartsWith(MessageSide.Name, StringComparison.Ordinal)
        ? new SideProcess(name, name, "dotnet", ComparisonBuild.OurAssembly, "messages-side")
        : new SideProcess(name, name, Path.Combine(BuildSteps.FindRepository(), CppProgram), "serve");

    private void Build()
    {
        if (_isBuilt)
        {
            return;
        }

        ComparisonBuild.ExportCpp(Include);
        ComparisonBuild.Step("cmake", "-S", "cpp/bench", "-B", "artifacts/bench/cpp", $"-DCODEC_BENCH_INCLUDE={Path.Combine(BuildSteps.FindRepository(), Include)}");
        ComparisonBuild.Step("cmake", "--build", "artifacts/bench/cpp", "--target", "codec_bench_messages");
        _isBuilt = true;
    }
}
