namespace Codec.Tests.Cli;

/// <summary>Tests the arrival times of bytes over a degraded line, with a stopped clock.</summary>
internal sealed class LineScheduleTests
{
    private readonly ManualClock _clock = new();

    [SetUp]
    public void Begin() => _clock.Now = TimeSpan.FromHours(1);

    [Test]
    public void With_a_rate_a_send_waits_for_the_ones_before_it()
    {
        LineSchedule line = Line(new LineConditions { Delay = Milliseconds(10), BytesPerSecond = 1000 });
        Assert.That(line.Until(line.Next(100)), Is.EqualTo(Milliseconds(110)));
        Assert.That(line.Until(line.Next(50)), Is.EqualTo(Milliseconds(160)));
        Assert.That(line.WaitingBytes(), Is.EqualTo(150).Within(0.001));
        _clock.Now += TimeSpan.FromSeconds(1);
        Assert.That(line.WaitingBytes(), Is.Zero);
        Assert.That(line.Until(line.Next(100)), Is.EqualTo(Milliseconds(110)), "time that was not used is gone");
    }

    [Test]
    public void Jitter_stays_in_its_range_and_streams_stay_in_order()
    {
        LineConditions conditions = new() { Delay = Milliseconds(80), Jitter = Milliseconds(20) };
        Random random = new(RandomCases.Seed());
        TimeSpan[] datagrams = [.. Enumerable.Range(0, 1000).Select(_ => Line(conditions, random.Next())).Select(line => line.Until(line.NextDatagram(1)!.Value))];
        Assert.That(datagrams, Is.All.InRange(Milliseconds(60), Milliseconds(100)));
        Assert.That(datagrams.Max() - datagrams.Min(), Is.GreaterThan(Milliseconds(30)));

        LineSchedule stream = Line(conditions);
        Assert.That(Enumerable.Range(0, 1000).Select(_ => stream.Next(1)), Is.Ordered);
        LineSchedule overtaking = Line(conditions);
        Assert.That(Enumerable.Range(0, 1000).Select(_ => overtaking.NextDatagram(1)), Is.Not.Ordered);
    }

    [Test]
    public void A_share_of_datagrams_is_lost_and_the_same_seed_loses_the_same_ones()
    {
        LineConditions conditions = new() { Loss = 0.1 };
        bool[] first = Lost(Line(conditions, seed: 7));
        Assert.That(first.Count(lost => lost), Is.InRange(850, 1150));
        Assert.That(Lost(Line(conditions, seed: 7)), Is.EqualTo(first));
        Assert.That(Lost(Line(conditions, seed: 8)), Is.Not.EqualTo(first));
        Assert.That(Lost(Line(new LineConditions { Loss = 1 })), Is.All.True);
        Assert.That(Lost(Line(new LineConditions())), Is.All.False);
    }

    [Test]
    public void Some_datagrams_are_held_back_by_50_ms_if_reordering_is_enabled()
    {
        LineSchedule line = Line(new LineConditions { Reorder = 0.5 });
        TimeSpan[] waits = [.. Enumerable.Range(0, 100).Select(_ => line.Until(line.NextDatagram(1)!.Value))];
        Assert.That(waits.Distinct(), Is.EquivalentTo((TimeSpan[])[TimeSpan.Zero, Milliseconds(50)]));
    }

    private static bool[] Lost(LineSchedule line) => [.. Enumerable.Range(0, 10_000).Select(_ => line.NextDatagram(10) is null)];

    private static TimeSpan Milliseconds(double count) => TimeSpan.FromMilliseconds(count);

    private LineSchedule Line(LineConditions conditions, int seed = 1) => new(conditions, _clock, seed);
}
