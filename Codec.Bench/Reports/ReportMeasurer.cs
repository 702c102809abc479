using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text.Json;
using Codec.Bench.Measuring;
using Codec.Bench.Scale;

namespace Codec.Bench.Reports;

/// <summary>Measures units that are not in the cache, and prints its progress.</summary>
internal sealed class ReportMeasurer
{
    private readonly ReportCache _cache;
    private readonly ReportEffort _effort;
    private readonly ReportProgress _progress;
    private readonly Dictionary<string, string> _failedHosts = [];
    private readonly SortedSet<string> _dates = new(StringComparer.Ordinal);

    /// <summary>Creates the measurer, without measuring.</summary>
    /// <param name="cache">The cache. New measurements are added.</param>
    /// <param name="effort">The effort.</param>
    /// <param name="topics">The topics to measure.</param>
    internal ReportMeasurer(ReportCache cache, ReportEffort effort, IReadOnlyList<ReportTopic> topics)
    {
        (_cache, _effort) = (cache, effort);
        _progress = new ReportProgress(Steps(topics, effort, cache));
    }

    /// <summary>Returns the steps that measure the topics, each with the seconds that it is expected to take.</summary>
    /// <param name="topics">The topics.</param>
    /// <param name="effort">The effort.</param>
    /// <param name="cache">The cache, or <see langword="null"/> if nothing was measured.</param>
    internal static Dictionary<string, double> Steps(IReadOnlyList<ReportTopic> topics, ReportEffort effort, ReportCache? cache)
    {
        Dictionary<string, double> steps = [];
        foreach (ReportUnit unit in topics.SelectMany(topic => topic.Sources).SelectMany(Units).Distinct().Where(unit => unit.Exists && cache?.Read(unit.Name) is null))
        {
            string step = unit.Host?.Name ?? unit.Name;
            double already = steps.TryGetValue(step, out double seconds) ? seconds : unit.Host is null ? 0 : RuntimeHost.BuildSeconds;
            steps[step] = already + (effort.Processes * unit.Seconds(effort));
        }

        foreach (ReportGroup group in topics.SelectMany(topic => topic.Groups).Where(group => ReadCurves(cache, group) is null))
        {
            steps[group.Step] = effort.Processes * group.Seconds;
        }

        return steps;
    }

    private static string Today => DateTime.UtcNow.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    /// <summary>Prints the expected duration.</summary>
    internal void Begin() => _progress.Begin();

    /// <summary>Prints the duration.</summary>
    internal void Finish() => _progress.Finish();

    /// <summary>Measures one topic.</summary>
    internal ReportResult Measure(ReportTopic topic, string commit, string machine)
    {
        _dates.Clear();
        List<ReportFigures> tables = [];
        List<string> missing = [];
        List<string> versions = topic.Groups.Count > 0 || topic.Sources.Any(source => source.Host is null) ? [ReportHost.Runtime] : [];
        foreach (ReportSource source in topic.Sources)
        {
            try
            {
                tables.Add(Figures(source));
                if (source.Host is not null && _cache.ReadText(source.Host.Id) is { } version && !versions.Contains(version))
                {
                    versions.Add(version);
                }
            }
            catch (InvalidOperationException failure)
            {
                missing.Add($"{source.FullTitle}: {ReportHost.FirstError(failure.Message)}");
            }
        }

        List<ReportCurveFigures> curves = [];
        foreach (ReportGroup group in topic.Groups)
        {
            _progress.Step(group.Step);
            if (ReadCurves(_cache, group) is { } known)
            {
                _dates.Add(_cache.DateOf(group.Step));
                curves.AddRange(known);
                continue;
            }

            IReadOnlyList<ReportCurveFigures> measured = ScaleMeasurer.Measure(group, _effort.Processes, out string? reason);
            _dates.Add(Today);
            curves.AddRange(measured);
            if (reason is null)
            {
                _cache.WriteText(group.Step, JsonSerializer.Serialize(measured));
            }
            else
            {
                // The next run measures the group again.
                missing.Add($"{group.What}: {reason}");
            }
        }

        int samples = topic.Groups.Count > 0 ? 1 : _effort.Plan.Samples;
        return new ReportResult(
            topic.Id,
            new ReportProvenance(
                commit, machine, Dates(), versions, _effort.Processes, samples, _effort != ReportEffort.Full)
            {
                IsAligned = true,
            },
            tables,
            missing)
        {
            Curves = curves.Count > 0 ? curves : null,
        };
    }

    private static List<ReportCurveFigures>? ReadCurves(ReportCache? cache, ReportGroup group) =>
        cache?.ReadJson<List<ReportCurveFigures>>(group.Step);

    private static IEnumerable<ReportUnit> Units(ReportSource source) =>
        source.Companions.Select(companion => Unit(source, companion)).Prepend(Unit(source));

    private static ReportUnit Unit(ReportSource source) => new(source.Benchmarks, source.Parameters, source.Host);

    private static ReportUnit Unit(ReportSource source, ReportCompanion companion) => new(companion.Benchmarks, source.Parameters);

    private ReportFigures Figures(ReportSource source)
    {
        List<(ReportCompanion, IReadOnlyList<IReadOnlyList<RowSample>>, string)> companions = [];
        foreach (ReportCompanion companion in source.Companions)
        {
            ReportUnit unit = Unit(source, companion);
            string missing = unit.Exists ? "" : companion.Missing;
            IReadOnlyList<IReadOnlyList<RowSample>> measured = [];
            if (unit.Exists)
            {
                try
                {
                    measured = Measured(unit);
                }
                catch (InvalidOperationException failure)
                {
                    missing = ReportHost.FirstError(failure.Message);
                }
            }

            companions.Add((companion, measured, missing));
        }

        return source.Figures(Measured(Unit(source)), companions);
    }

    private List<List<RowSample>> Measured(ReportUnit unit)
    {
        List<List<RowSample>> measured = _cache.Read(unit.Name) ?? Remeasured(unit);
        _dates.Add(_cache.DateOf(unit.Name));
        return measured;
    }

    /// <summary>Returns the day of the measurements of a topic, or the first and the last one.</summary>
    private string Dates() => _dates.Count switch
    {
        0 => Today,
        1 => _dates.Min!,
        _ => $"{_dates.Min} to {_dates.Max}",
    };

    private List<List<RowSample>> Remeasured(ReportUnit unit)
    {
        if (unit.Host is not null)
        {
            return MeasuredOn(unit.Host, unit);
        }

        _progress.Step(unit.Name);
        List<List<RowSample>> runs = [];
        for (int process = 0; process < _effort.Processes; process++)
        {
            List<RowSample> run = Process(unit);
            runs.Add(run.TrueForAll(IsSettled) ? run : Process(unit));
        }

        _cache.Write(unit.Name, runs);
        return runs;
    }

    /// <summary>A runtime measures all of its classes in one process.</summary>
    private List<List<RowSample>> MeasuredOn(RuntimeHost host, ReportUnit unit)
    {
        if (_failedHosts.TryGetValue(host.Id, out string? failure))
        {
            throw new InvalidOperationException(failure);
        }

        _progress.Step(host.Name);
        try
        {
            (string version, Dictionary<string, List<List<RowSample>>> units) = host.Measure(_effort);
            _cache.WriteText(host.Id, version);
            foreach ((string benchmarks, List<List<RowSample>> runs) in units)
            {
                _cache.Write(host.Id + benchmarks, runs);
            }
        }
        catch (InvalidOperationException failed)
        {
            _failedHosts.Add(host.Id, failed.Message);
            throw;
        }

        return _cache.Read(unit.Name) ?? throw new InvalidOperationException($"{unit.Benchmarks} did not run on it");
    }

    private List<RowSample> Process(ReportUnit unit) => RowProcess.Run(Assembly.GetExecutingAssembly().Location, unit.Benchmarks, unit.Parameters, _effort);

    private static bool IsSettled(RowSample sample) => sample.Settling == Settling.Settled;
}
