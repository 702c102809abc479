using System;
using System.Threading;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>Tests a condition that is checked at intervals, with a timeout of 2 seconds.</summary>
[TestFixture]
public sealed class PolledDurationTests
{
    [Test]
    public void The_duration_is_measured_from_the_first_check_that_is_true()
    {
        PolledDuration state = default;
        Assert.That(Check(ref state, 0, isTrue: false), Is.False);
        Assert.That(Check(ref state, 500), Is.False);
        Assert.That(Check(ref state, 2499), Is.False);
        Assert.That(Check(ref state, 2500), Is.False);
        Assert.That(Check(ref state, 3000), Is.True);
    }

    [Test]
    public void A_timeout_is_confirmed_after_a_quarter_of_it_and_at_most_a_second([Values(2000, 60_000)] int timeout)
    {
        PolledDuration state = default;
        int confirmation = timeout == 2000 ? 500 : 1000;
        Assert.That(Check(ref state, 0, timeout: timeout), Is.False);

        // As after a stop of the process, any number of checks can run before the code that makes the condition false.
        for (int i = 0; i < 3; i++)
        {
            Assert.That((Check(ref state, 100_000, timeout: timeout), state.IsOverdue), Is.EqualTo((false, true)));
        }

        Assert.That(Check(ref state, 99_999 + confirmation, timeout: timeout), Is.False);
        Assert.That(Check(ref state, 100_000 + confirmation, timeout: timeout), Is.True);
    }

    [Test]
    public void A_restart_before_the_confirmation_measures_both_again()
    {
        PolledDuration state = default;
        Assert.That(Check(ref state, 0), Is.False);
        Assert.That(Check(ref state, 2000), Is.False);
        Assert.That(Check(ref state, 2100, hasRestarted: true), Is.False);
        Assert.That(Check(ref state, 4100), Is.False);
        Assert.That(Check(ref state, 4599), Is.False);
        Assert.That(Check(ref state, 4600), Is.True);
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
        Assert.That(Check(ref state, 9100), Is.False);
        Assert.That(Check(ref state, 9600), Is.True);
    }

    [Test]
    public void A_restart_between_two_checks_measures_the_duration_from_the_second_check()
    {
        PolledDuration state = default;
        Assert.That(Check(ref state, 1000), Is.False);
        Assert.That(Check(ref state, 3500, hasRestarted: true), Is.False);
        Assert.That(Check(ref state, 5499), Is.False);
        Assert.That(Check(ref state, 5500), Is.False);
        Assert.That(Check(ref state, 6000), Is.True);
    }

    [Test]
    public void An_infinite_timeout_is_never_reached()
    {
        PolledDuration state = default;
        TimeSpan forever = Timeout.InfiniteTimeSpan;
        Assert.That(state.HasReached(TimeSpan.Zero, isTrue: true, hasRestarted: false, forever), Is.False);
        Assert.That(state.HasReached(TimeSpan.MaxValue, isTrue: true, hasRestarted: false, forever), Is.False);
    }

    private static bool Check(ref PolledDuration state, long milliseconds, bool isTrue = true, bool hasRestarted = false, int timeout = 2000) =>
        state.HasReached(TimeSpan.FromMilliseconds(milliseconds), isTrue, hasRestarted, TimeSpan.FromMilliseconds(timeout));
}
