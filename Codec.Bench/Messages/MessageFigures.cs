using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using Codec.Bench.Budgets;
using Codec.Bench.Measuring;
using Codec.Bench.Reports;

namespace Codec.Bench.Messages;

/// <summary>Provides figures for the budgets of generated messages in C++ and C#. Two processes settle, and then take turns on one core.</summary>
internal sealed class MessageFigures
{
    /// <summary>The number of turns of each side. It is odd, so that the median is one of them.</summary>
    private const int Rounds = 41;

    /// <summary>The number of rounds before a side is pinned, in which it only has to settle. The JIT's threads must not be pinned with it.</summary>
    private const int RoundsBeforePinning = 9;

    /// <summary>The length of a turn: far longer than sending a line over a pipe, and far shorter than the drift of a clock.</summary>
    private static readonly TimeSpan Turn = TimeSpan.FromMilliseconds(8);

    private readonly Dictionary<string, List<BudgetFigure>> _figures = [];
    private bool _isBuilt;

    /// <summary>Returns the figures of a number of runs of the budget. Only runs that have not been made yet are made.</summary>
    /// <exception cref="InvalidOperationException">The C++ side cannot be built.</exception>
    /// <exception cref="InvalidDataException">The sides have different results.</exception>
    internal IReadOnlyList<BudgetFigure> Measure(Budget budget, int runs)
    {
        if (!_isBuilt)
        {
            SideBuild.Run();
            _isBuilt = true;
        }

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
        SideProcess[] sides = [first, second];
        MeasurePlan plan = ReportEffort.Full.Plan with { Samples = Math.Min(Rounds, ReportEffort.Full.Plan.Samples), Turn = Turn, Reference = 1 };
        Measurer.Measure(sides, plan with { Samples = RoundsBeforePinning });
        foreach (SideProcess side in sides)
        {
            side.Pin(Environment.ProcessorCount - 1);
        }

        Measurement[] measurements = Measurer.Measure(sides, plan);
        if (first.Number != second.Number)
        {
            throw new InvalidDataException($"The sides do not do the same work in '{subject}': {first.Number}, {second.Number}.");
        }

        return new BudgetFigure(
            measurements[1].Median,
            measurements[0].Median,
            measurements[1].MedianRatioTo(measurements[0]),
            Allocation.PerOperation(second, measurements[1]),
            0,
            measurements[0].Settling);
    }

    private static SideProcess Side(string name) => name.StartsWith(MessageSide.Name, StringComparison.Ordinal)
        ? new SideProcess(name, name, "dotnet", Assembly.GetExecutingAssembly().Location, "messages-side")
        : new SideProcess(name, name, SideBuild.Program, "serve");
}
