using System;
using System.Linq;
using Codec.Bench.Measuring;
using NUnit.Framework;

namespace Codec.Tests.Bench;

public sealed class StabilityTests
{
    [Test]
    public void Constant_times_are_stable() => Assert.That(Stability.IsStable([.. Enumerable.Repeat(10.0, 30)]), Is.True);

    [TestCase(1.04, true)]
    [TestCase(0.96, true)]
    [TestCase(1.06, false)]
    [TestCase(0.94, false)]
    public void The_medians_of_the_first_and_the_last_third_may_differ_by_a_twentieth(double factor, bool isStable) =>
        Assert.That(Stability.IsStable([.. Enumerable.Range(0, 30).Select(i => i < 20 ? 10 : 10 * factor)]), Is.EqualTo(isStable));

    [Test]
    public void The_medians_may_differ_by_the_spread_that_both_thirds_share()
    {
        Assert.That(Stability.IsStable(Spread(10, 3, 11, 3)), Is.True);
        Assert.That(Stability.IsStable(Spread(10, 3, 11, 0)), Is.False, "Only the first third spreads: it is not the same code.");
        Assert.That(Stability.IsStable(Spread(10, 8, 14, 8)), Is.False, "More than a quarter is too much however far they spread.");
    }

    [TestCase(1.2, true)]
    [TestCase(1.3, false)]
    public void Few_times_may_differ_by_a_quarter(double factor, bool isStable) =>
        Assert.That(Stability.IsStable([10, 50, 10 * factor]), Is.EqualTo(isStable));

    [Test]
    public void Two_times_are_not_enough() => Assert.That(Stability.IsStable([10, 10]), Is.False);

    private static double[] Spread(double first, double firstSpread, double last, double lastSpread)
    {
        Random random = new(1);
        return [.. Enumerable.Range(0, 60).Select(i => i < 40 ? At(first, firstSpread, i) : At(last, lastSpread, i))];

        double At(double middle, double spread, int i) => middle + (spread * ((i % 20 / 19.0) - 0.5) * 2) + (random.NextDouble() * 1e-9);
    }
}
