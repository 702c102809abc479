using Codec.Sessions;

namespace Codec.Tests.Sessions;

/// <summary>Tests the pings without a connection.</summary>
public sealed class SessionHeartbeatTests
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    [Test]
    public void A_ping_is_due_once_in_an_interval()
    {
        SessionHeartbeat heartbeat = new(Second);
        Assert.That(
            Enumerable.Range(0, 13).Select(check => heartbeat.TryBegin(TimeSpan.FromSeconds(check * 0.25))),
            Is.EqualTo((uint[])[1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4]));
        Assert.That(new SessionHeartbeat(Timeout.InfiniteTimeSpan).TryBegin(Second), Is.Zero, "without an interval");
    }

    [Test]
    public void The_round_trip_is_smoothed_and_the_offset_is_that_of_the_shortest_of_16()
    {
        SessionHeartbeat heartbeat = new(Second);
        Answer(heartbeat, 0, 80, offset: 1000);
        Assert.That(heartbeat.Measured.Smoothed, Is.EqualTo(TimeSpan.FromMilliseconds(80)));
        Answer(heartbeat, 1, 40, offset: 500);
        Assert.That(heartbeat.Measured.Smoothed, Is.EqualTo(TimeSpan.FromMilliseconds(75)), "80 + (40 - 80) / 8");
        for (int i = 2; i < 18; i++)
        {
            (_, TimeSpan least, TimeSpan offset) = heartbeat.Measured;
            Assert.That((least, offset), Is.EqualTo((TimeSpan.FromMilliseconds(40), TimeSpan.FromMilliseconds(500))));
            Answer(heartbeat, i, 60, offset: -70);
        }

        Assert.That(heartbeat.Measured.Least, Is.EqualTo(TimeSpan.FromMilliseconds(60)));
    }

    [Test]
    public void A_pong_that_answers_no_ping_measures_nothing()
    {
        SessionHeartbeat heartbeat = new(Second);
        uint number = heartbeat.TryBegin(TimeSpan.Zero);
        foreach (uint other in (uint[])[0, number + 1, number + 16])
        {
            Assert.That((heartbeat.TryEnd(other, ulong.MaxValue, Second, out _), heartbeat.Measured.Smoothed), Is.EqualTo((false, TimeSpan.Zero)));
        }

        Assert.That((heartbeat.TryEnd(number, ulong.MaxValue, Second, out _), heartbeat.TryEnd(number, 0, Second + Second, out _)), Is.EqualTo((true, false)));
        Assert.That(heartbeat.Measured.Smoothed, Is.EqualTo(Second));
    }

    [Test]
    public void A_flood_of_pings_is_answered_100_times_until_the_answers_were_sent()
    {
        SessionHeartbeat heartbeat = new(Second);
        Assert.That(Enumerable.Range(0, 1_000_000).Count(_ => heartbeat.TryAnswer(accepted: 5000, written: 3000)), Is.EqualTo(100));
        Assert.That(heartbeat.TryAnswer(accepted: 7000, written: 5000), Is.False, "the answers were not written");
        Assert.That(heartbeat.TryAnswer(accepted: 9000, written: 5001), Is.True, "the first one was");
    }

    [Test]
    public void A_side_that_always_has_something_to_send_answers_every_ping()
    {
        SessionHeartbeat heartbeat = new(Second);
        Assert.That(Enumerable.Range(1, 1000).All(second => heartbeat.TryAnswer(accepted: (second * 1000) + 900, written: second * 1000)), Is.True);
    }

    /// <summary>Sends a ping at a second, and answers it after some milliseconds.</summary>
    private static void Answer(SessionHeartbeat heartbeat, int second, int roundTrip, int offset)
    {
        TimeSpan sent = TimeSpan.FromSeconds(100 + second);
        TimeSpan half = TimeSpan.FromMilliseconds(roundTrip / 2.0);
        TimeSpan there = sent + half + TimeSpan.FromMilliseconds(offset);
        Assert.That(heartbeat.TryEnd(heartbeat.TryBegin(sent), (ulong)(there.Ticks / 10), sent + half + half, out _), Is.True);
    }
}
