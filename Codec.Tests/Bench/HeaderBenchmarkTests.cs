using System;
using System.Linq;
using System.Text.RegularExpressions;
using Codec.Packets;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that each header writer is measured and documented.</summary>
public sealed partial class HeaderBenchmarkTests
{
    [TestCase("HeaderArrayBenchmarks")]
    [TestCase("HeaderSpanBenchmarks")]
    public void The_benchmarks_measure_every_header_writer_in_the_order_of_the_list(string benchmarks) =>
        Assert.That(
            Benchmark().Matches(Repository.Read($"Codec.Bench/Headers/{benchmarks}.cs")).Select(match => match.Groups[1].Value),
            Is.EqualTo(PacketHeader.Writers.Select(writer => writer.Name)));

    [Test]
    public void The_page_about_header_writers_has_a_row_for_each_writer_on_both_runtimes()
    {
        string[] lines = Repository.Read("docs/header-writers.md").Split('\n');
        foreach (IPacketHeaderWriter writer in PacketHeader.Writers)
        {
            Assert.That(lines.Count(line => line.StartsWith($"| `{writer.Name}` |", StringComparison.Ordinal)), Is.EqualTo(2), writer.Name);
        }
    }

    /// <summary>Matches a benchmark that has the name of its writer.</summary>
    [GeneratedRegex(@"\[Benchmark\(OperationsPerInvoke = HeaderLoop\.Count\)\]\s+public void (\w+)\(\) => HeaderLoop\.To(?:Array|Spans)<\1HeaderWriter>\(")]
    private static partial Regex Benchmark();
}
