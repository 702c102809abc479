using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Codec.Bench.Budgets;

namespace Codec.Bench.Scale;

/// <summary>Provides figures for the budgets of growth. Budgets with the same number of connections share their runs.</summary>
internal sealed class ScaleFigures
{
    /// <summary>The case of packets per second, measured as the time per packet.</summary>
    internal const string Throughput = "throughput";

    /// <summary>The case of the server's processor time per packet.</summary>
    internal const string Processor = "cpu";

    /// <summary>The case of the 99.9th percentile of the time from a packet to its answer.</summary>
    internal const string Latency = "latency";

    /// <summary>The case of managed memory of a connection that was never used, in addition to that of a raw socket.</summary>
    internal const string Unused = "memory-unused";

    /// <summary>The case of managed memory of a connection that is idle after traffic, in addition to that of a raw socket.</summary>
    internal const string Used = "memory-used";

    /// <summary>The case of managed memory of a connection that remains after a reset by its peer, in addition to that of a raw socket.</summary>
    internal const string Left = "memory-left";

    private static readonly string[] Cases = [Throughput, Processor, Latency, Unused, Used, Left];

    private readonly Dictionary<int, List<LoadFigures>> _loads = [];
    private readonly Dictionary<int, List<LatencyFigures>> _latencies = [];
    private readonly Dictionary<int, List<(IdleFigures Raw, IdleFigures Codec)>> _idle = [];

    /// <summary>Returns the subject of a budget.</summary>
    internal static string Subject(string what, int connections) => string.Create(CultureInfo.InvariantCulture, $"{Budget.ScalePrefix}{what}/{connections}");

    /// <summary>Returns whether a case can be measured.</summary>
    internal static bool Knows(string name) => name.Split('/') is [var what, var connections] && Cases.Contains(what) && int.TryParse(connections, out _);

    /// <summary>Returns the figures of a number of runs of the budget. Only runs that have not been made yet are made.</summary>
    internal IReadOnlyList<BudgetFigure> Measure(Budget budget, int runs)
    {
        string[] words = budget.ScaleCase!.Split('/');
        int connections = int.Parse(words[1], CultureInfo.InvariantCulture);
        return words[0] switch
        {
            Throughput => [.. Runs(_loads, Load).Select(run => new BudgetFigure(run.Codec, run.Raw, run.Ratio, 0, 0, run.Settling))],
            Processor => [.. Runs(_loads, Load).Select(run => new BudgetFigure(run.CodecProcessor, run.RawProcessor, run.ProcessorRatio, 0, 0, run.Settling))],
            Latency => [.. Runs(_latencies, LatencyFigures.Measure).Select(run => new BudgetFigure(run.Codec, run.Raw, run.Ratio, 0, 0, run.Settling))],
            Unused => [.. Runs(_idle, Idle).Select(run => Bytes(run.Codec.Managed, run.Raw.Managed))],
            Used => [.. Runs(_idle, Idle).Select(run => Bytes(run.Codec.UsedManaged, run.Raw.UsedManaged))],
            _ => [.. Runs(_idle, Idle).Select(run => Bytes(run.Codec.Left, run.Raw.Left))],
        };

        IEnumerable<T> Runs<T>(Dictionary<int, List<T>> made, Func<int, T> measure)
        {
            if (!made.TryGetValue(connections, out List<T>? figures))
            {
                made.Add(connections, figures = []);
            }

            while (figures.Count < runs)
            {
                figures.Add(measure(connections));
                Console.Out.Write('.');
            }

            return figures.Take(runs);
        }
    }

    private static LoadFigures Load(int connections) => LoadFigures.Measure(connections, ConnectionScale.PacketSize);

    private static (IdleFigures Raw, IdleFigures Codec) Idle(int connections) =>
        (IdleFigures.Measure(ServerKind.Raw, connections), IdleFigures.Measure(ServerKind.Codec, connections));

    private static BudgetFigure Bytes(double codec, double raw) => new(0, 0, 0, codec - raw, 0);
}
