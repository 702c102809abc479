using System;
using System.Diagnostics;
using Codec.Transport;
using NUnit.Framework;

namespace Codec.Tests.Transport;

/// <summary>What is looked at from time to time, and may last 2 seconds.</summary>
[TestFixture]
public sealed class LastingStateTests
{
    private static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2);

    [Test]
    public void It_lasts_from_the_first_look_that_saw_it()
    {
        LastingState state = default;
        Assert.That(Look(ref state, 0, isThere: false), Is.False);
        Assert.That(Look(ref state, 500), Is.False);
        Assert.That(Look(ref state, 2499), Is.False);
        Assert.That(Look(ref state, 2500), Is.True);
    }

    [Test]
    public void Looks_that_did_not_see_it_do_not_count()
    {
        LastingState state = default;
        Assert.That(Look(ref state, 5000), Is.False);
        Assert.That(Look(ref state, 6000, isThere: false), Is.False);
        Assert.That(Look(ref state, 7000, isThere: false), Is.False);
        Assert.That(Look(ref state, 7100), Is.False);
        Assert.That(Look(ref state, 9099), Is.False);
        Assert.That(Look(ref state, 9100), Is.True);
    }

    [Test]
    public void What_begins_again_between_two_looks_lasts_from_the_second()
    {
        LastingState state = default;
        Assert.That(Look(ref state, 1000), Is.False);
        Assert.That(Look(ref state, 3500, isNew: true), Is.False);
        Assert.That(Look(ref state, 5499), Is.False);
        Assert.That(Look(ref state, 5500), Is.True);
    }

    [Test]
    public void What_may_last_for_ever_never_lasts_too_long()
    {
        LastingState state = default;
        TimeSpan forEver = System.Threading.Timeout.InfiniteTimeSpan;
        Assert.That(state.HasLasted(0, isThere: true, isNew: false, forEver), Is.False);
        Assert.That(state.HasLasted(long.MaxValue, isThere: true, isNew: false, forEver), Is.False);
    }

    private static bool Look(ref LastingState state, long milliseconds, bool isThere = true, bool isNew = false) =>
        state.HasLasted(milliseconds * Stopwatch.Frequency / 1000, isThere, isNew, Timeout);
}
