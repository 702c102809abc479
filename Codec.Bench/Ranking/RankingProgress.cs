using System;
using System.Collections.Generic;
using System.Linq;
using BenchmarkDotNet.EventProcessors;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.Results;

namespace Codec.Bench.Ranking;

/// <summary>One line for each benchmark as it ends, so that a minute and a half is not silence.</summary>
internal sealed class RankingProgress : EventProcessor
{
    private int _count;
    private int _done;

    public override void OnStartBuildStage(IReadOnlyList<BuildPartition> partitions)
    {
        _count = partitions.Sum(partition => partition.Benchmarks.Length);
        Console.Out.WriteLine($"Building {_count} benchmarks …");
    }

    public override void OnBuildComplete(BuildPartition buildPartition, BuildResult buildResult)
    {
        if (!buildResult.IsBuildSuccess)
        {
            Console.Out.WriteLine($"The build failed: {buildResult.ErrorMessage ?? buildResult.GenerateException?.Message}");
        }
    }

    public override void OnEndRunBenchmark(BenchmarkCase benchmarkCase, BenchmarkReport report)
    {
        string name = $"{benchmarkCase.Descriptor.Type.Name}.{benchmarkCase.Descriptor.WorkloadMethod.Name}";
        Console.Out.WriteLine(RankingText.Progress(++_done, _count, name, BenchmarkEntry.Of(report)));
    }
}
