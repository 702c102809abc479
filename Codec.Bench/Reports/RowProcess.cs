using System;
using System.Collections.Generic;
using System.Text.Json;
using Codec.Bench.Measuring;

namespace Codec.Bench.Reports;

/// <summary>A process that measures one benchmark class.</summary>
internal static class RowProcess
{
    /// <summary>Starts the program, and returns its measurements.</summary>
    /// <exception cref="InvalidOperationException">The program failed, as the message explains.</exception>
    internal static List<RowSample> Run(string program, string benchmarks, string? parameters, ReportEffort effort)
    {
        string output = BuildSteps.Run("dotnet", program, RowSampler.Verb, benchmarks, parameters ?? "", effort.Name);
        return JsonSerializer.Deserialize<List<RowSample>>(output.AsSpan(output.LastIndexOf("[{", StringComparison.Ordinal)))!;
    }
}
