using System;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests a condition that is checked at intervals, with a timeout of 2 seconds.</summary>
[TestFixture]
public sealed class PolledDurationTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2);

    [Test]
    public void The_duration_is_measured_from_the_first_check_that_is_true()
    {
        PolledDuration state = default;
        Assert.That(Check(ref state, 0, isTrue: false), Is.False);
        Assert.That(Check(ref state, 500), Is.False);
        Assert.That(Check(ref state, 2499), Is.False);
        Assert.That(Check(ref state, 2500), Is.True);
    }

    [Test]
    public void A_check_that_is_false_resets_the_duration()
    {
        PolledDuration state = default;
        Assert.That(Check(ref state, 5000), Is.False);
        Assert.That(Check(ref state, 6000, isTrue: false), Is.False);
        Assert.That(Check(ref state, 7000, isTrue: false), Is.False);
        Assert.That(Check(ref state, 7100), Is.False);
        Assert.That(Check(ref state, 9099), Is.False);
        Assert.That(Check(ref state, 9100), Is.True);
    }

    [Test]
    public void A_restart_between_two_checks_measures_the_duration_from_the_second_check()
    {
        PolledDuration state = default;
        Assert.That(Check(ref state, 1000), Is.False);
        Assert.That(Check(ref state, 3500, hasRestarted: true), Is.False);
        Assert.That(Check(ref state, 5499), Is.False);
        Assert.That(Check(ref state, 5500), Is.True);
    }

    [Test]
    public void An_infinite_timeout_is_never_reached()
    {
        PolledDuration state = default;
        TimeSpan forever = System.Threading.Timeout.InfiniteTimeSpan;
        Assert.That(state.HasReached(TimeSpan.Zero, isTrue: true, hasRestarted: false, forever), Is.False);
        Assert.That(state.HasReached(TimeSpan.MaxValue, isTrue: true, hasRestarted: false, forever), Is.False);
    }

    private static bool Check(ref PolledDuration state, long milliseconds, bool isTrue = true, bool hasRestarted = false) =>
        state.HasReached(TimeSpan.FromMilliseconds(milliseconds), isTrue, hasRestarted, Timeout);
}
