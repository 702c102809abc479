using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Codec.Bench.Reports;

namespace Codec.Bench.Commands;

/// <summary><c>-- --filter …</c>: runs BenchmarkDotNet with all of its options. Fails if a benchmark has no result.</summary>
internal static class BenchmarkDotNetCommand
{
    internal static int Run(string[] arguments)
    {
        IEnumerable<Summary> summaries = BenchmarkSwitcher.FromAssembly(typeof(BenchmarkDotNetCommand).Assembly).Run(arguments, WithPeers(DefaultConfig.Instance));
        if (RunOutcome.AsksForResults(arguments))
        {
            RunOutcome.Check([.. summaries.SelectMany(Failures)]);
        }

        return 0;
    }

    /// <summary>Passes the property for the other libraries to the build that BenchmarkDotNet starts, which does not inherit it.</summary>
    internal static IConfig WithPeers(IConfig config) => ReportPlan.HasPeers
        ? config.AddJob(Job.Default.WithArguments([new MsBuildArgument("/p:Peers=true")]).AsMutator())
        : config;

    /// <summary>Returns, for each benchmark of a run, the reason why it has no result, or <see langword="null"/> if it has one.</summary>
    internal static IEnumerable<string?> Failures(Summary summary) => summary.BenchmarksCases.Length == 0
        ? summary.ValidationErrors.Select(error => error.Message)
        : summary.BenchmarksCases.Select(one => Failure(summary, one));

    private static string? Failure(Summary summary, BenchmarkCase one)
    {
        BenchmarkReport? report = summary[one];
        return report is { Success: true, ResultStatistics: not null } ? null
            : report is { BuildResult.IsBuildSuccess: false } ? "the build failed: " + ReportHost.FirstError(report.BuildResult.ErrorMessage ?? report.BuildResult.GenerateException?.Message ?? "")
            : summary.ValidationErrors.FirstOrDefault(error => error.IsCritical)?.Message ?? $"{one.Descriptor.Type.Name}.{one.Descriptor.WorkloadMethod.Name} did not complete";
    }
}
