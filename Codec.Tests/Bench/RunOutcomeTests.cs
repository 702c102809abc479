using System;
using Codec.Bench.Commands;
using NUnit.Framework;

namespace Codec.Tests.Bench;

/// <summary>Tests that a run of BenchmarkDotNet without results fails, with simulated outcomes.</summary>
public sealed class RunOutcomeTests
{
    [Test]
    public void A_run_in_which_every_benchmark_has_a_result_passes() => Assert.That(() => RunOutcome.Check([null, null]), Throws.Nothing);

    [Test]
    public void An_empty_run_fails() =>
        Assert.That(() => RunOutcome.Check([]), Throws.InvalidOperationException.With.Message.StartsWith("BenchmarkDotNet ran no benchmark"));

    [TestCase("2 of 2", "the build failed: error CS0246", "the build failed: error CS0246")]
    [TestCase("1 of 2", "it did\nnot end", null)]
    public void A_run_without_a_result_fails_with_a_one_line_reason(string count, string first, string? second)
    {
        InvalidOperationException? failure = Assert.Throws<InvalidOperationException>(() => RunOutcome.Check([second, first]));
        Assert.That(failure!.Message, Does.StartWith(count).And.Contains(first.Replace('\n', ' ')).And.Not.Contains("\n"));
    }

    [TestCase("--list flat", false)]
    [TestCase("--list=flat", false)]
    [TestCase("--help", false)]
    [TestCase("--info", false)]
    [TestCase("--filter *", true)]
    [TestCase("--filter *A* --job short", true)]
    public void Arguments_that_only_print_information_do_not_require_a_result(string arguments, bool asks) =>
        Assert.That(RunOutcome.AsksForResults(arguments.Split(' ')), Is.EqualTo(asks));
}
