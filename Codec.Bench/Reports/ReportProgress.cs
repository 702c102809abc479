using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Linq;

namespace Codec.Bench.Reports;

/// <summary>Prints the expected duration of a run of the report, the current step and the remaining time.</summary>
/// <param name="steps">The steps, with the seconds that each is expected to take.</param>
internal sealed class ReportProgress(IReadOnlyDictionary<string, double> steps)
{
    /// <summary>The completed work, in expected seconds, above which the remaining time is estimated from measured durations.</summary>
    private const double Enough = 20;

    private readonly Stopwatch _watch = Stopwatch.StartNew();
    private readonly HashSet<string> _begun = [];
    private string? _current;
    private double _expected;

    /// <summary>Prints the expected total duration.</summary>
    internal void Begin() => Console.Out.WriteLine(steps.Count == 0
        ? "Everything is measured already."
        : $"{steps.Count} steps to measure, about {Text(steps.Values.Sum())}.");

    /// <summary>Prints the start of a step, once for each step.</summary>
    internal void Step(string name)
    {
        if (!steps.ContainsKey(name) || !_begun.Add(name))
        {
            return;
        }

        End();
        _current = name;
        double left = steps.Where(step => !_begun.Contains(step.Key) || step.Key == name).Sum(step => step.Value);
        double pace = _expected > Enough ? _watch.Elapsed.TotalSeconds / _expected : 1;
        Console.Out.WriteLine($"[{_begun.Count}/{steps.Count}] {name}, about {Text(left * pace)} left");
    }

    /// <summary>Prints the total duration.</summary>
    internal void Finish()
    {
        End();
        if (steps.Count > 0)
        {
            Console.Out.WriteLine($"Measured in {Text(_watch.Elapsed.TotalSeconds)}.");
        }
    }

    private void End()
    {
        if (_current is not null)
        {
            _expected += steps[_current];
            _current = null;
        }
    }

    private static string Text(double seconds) => seconds < 100
        ? seconds.ToString("0 s", CultureInfo.InvariantCulture)
        : (seconds / 60).ToString("0.0 min", CultureInfo.InvariantCulture);
}
