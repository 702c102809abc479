using Codec.Cli.Replay;
using Spectre.Console;
using Answer = Codec.Cli.Replay.Answer;

namespace Codec.Tests.Cli;

/// <summary>Compares answers with those of a capture, and tests the histogram of their latencies.</summary>
internal sealed class AnswerMatcherTests
{
    // Letters are ids, and digits are contents.
    [TestCase("a1 b1 c1", "a1 b1 c1", "")]
    [TestCase("a1 b1 c1", "a1 b2 c1", "different 2")]
    [TestCase("a1 b1 c1", "a1 c1", "missing 2")]
    [TestCase("a1 b1 c1", "a1 d1 b1 c1", "unexpected 2")]
    [TestCase("a1 b1 c1", "a1 d1 c1", "unexpected 2,missing 2")]
    [TestCase("a1 a2 a3 a4", "a2 a3 a4", "missing 1")]
    [TestCase("a1 b1 c1 d1", "c1 d1", "missing 1,missing 2")]
    [TestCase("a1 b1", "", "missing 1,missing 2")]
    [TestCase("", "a1 b1", "unexpected 1,unexpected 2")]
    [TestCase("a1 a1 a1", "a1 a1", "missing 3")]
    public void Differences_are_reported_and_the_remaining_answers_are_aligned(string expected, string received, string differences)
    {
        foreach (bool isCaptureAhead in (bool[])[true, false])
        {
            ReplayReport report = new(TimeProvider.System);
            AnswerMatcher matcher = new(report, 1, 1, schema: null, isComparing: true);
            Action[] steps = [.. Answers(expected).Select(answer => (Action)(() => matcher.Expect(answer)))];
            Action[] others = [.. Answers(received).Select(answer => (Action)(() => matcher.Receive(answer)))];
            foreach (Action step in isCaptureAhead ? [.. steps, .. others] : Enumerable.Concat(others, steps))
            {
                step();
            }

            matcher.End();
            if (isCaptureAhead)
            {
                Assert.That(string.Join(',', report.Differences.Select(difference => $"{difference.Kind} {difference.Answer}")), Is.EqualTo(differences));
            }

            Assert.That(report.DifferenceCount == 0, Is.EqualTo(differences.Length == 0));
            Assert.That((matcher.ExpectedCount, matcher.ReceivedCount), Is.EqualTo((0, 0)));
        }
    }

    [Test]
    public void A_difference_of_packed_answers_names_the_field()
    {
        PayloadSchema schema = SharedOptions.Compile([Repository.PathOf("schemas", "packed.fbs")], [], AnsiConsole.Console);
        PayloadMessage move = schema.Find("Game.Packed.Move")!;
        byte[] first = Pack(7);
        ReplayReport report = new(TimeProvider.System);
        AnswerMatcher matcher = new(report, 1, 1, schema, isComparing: true);
        matcher.Expect(new Answer(1, move.Packet!.Id, first, 0));
        matcher.Receive(new Answer(1, move.Packet.Id, Pack(8), 0));
        matcher.Expect(new Answer(2, move.Packet.Id, first, 0));
        matcher.Receive(new Answer(2, move.Packet.Id, [], 0));
        Assert.That(report.Differences.Select(difference => $"{difference.Place()}{difference}"[11..]), Is.EqualTo((string[])[
            $"<1.1 ! answer 1: different, id {move.Packet.Id} Move, entity is 7 in the capture, 8 received",
            $"<1.1 ! answer 2: different, id {move.Packet.Id} Move, the answer is invalid: PackedTruncated: the packed payload ends before its last value",
        ]));

        byte[] Pack(int entity)
        {
            ReadOnlySpan<byte> payload = new PayloadJsonReader(skipUnknown: false).Read(Encoding.UTF8.GetBytes($"{{\"entity\":{entity}}}"), move);
            byte[] packed = new byte[PackedPayload.GetMaxPackedSize(payload.Length)];
            PackedPayload.Pack(move.Shape!, payload, packed, out int written);
            return packed[..written];
        }
    }

    [Test]
    public async Task The_last_element_of_a_long_vector_is_compared()
    {
        const int Count = 200_000;
        string file = Path.GetTempFileName();
        File.WriteAllText(file, "include \"packets.fbs\"; struct P { x:int; } table T (packet_id: 9) { v:[P]; }");
        PayloadSchema schema = SharedOptions.Compile([file], [], AnsiConsole.Console);
        File.Delete(file);
        ReplayReport report = new(TimeProvider.System);
        AnswerMatcher matcher = new(report, 1, 1, schema, isComparing: true);
        matcher.Expect(new Answer(1, 9, Payload(Count, last: 1), 0));
        await Task.Run(() => matcher.Receive(new Answer(1, 9, Payload(Count, last: 2), 0))).WaitAsync(TimeSpan.FromMinutes(1));
        matcher.Expect(new Answer(2, 9, Payload(2, last: 3), 0));
        matcher.Receive(new Answer(2, 9, Payload(1, last: 0), 0));
        Assert.That(report.Differences.Select(difference => difference.Detail), Is.EqualTo((string[])[
            $"id 9 T, v[{Count - 1}].x is 1 in the capture, 2 received",
            "id 9 T, v[1] is {\"x\":3} in the capture, missing received",
        ]));

        byte[] Payload(int count, int last)
        {
            StringBuilder json = new("{\"v\":[");
            json.Insert(json.Length, "{\"x\":0},", count - 1);
            json.Append(CultureInfo.InvariantCulture, $"{{\"x\":{last}}}]}}");
            return new PayloadJsonReader(skipUnknown: false).Read(Encoding.UTF8.GetBytes(json.ToString()), schema.Find(9)!).ToArray();
        }
    }

    [Test]
    public void Without_comparison_answers_are_paired_in_order()
    {
        ReplayReport report = new(TimeProvider.System);
        AnswerMatcher matcher = new(report, 1, 1, schema: null, isComparing: false);
        long millisecond = TimeProvider.System.TimestampFrequency / 1000;
        for (int i = 1; i <= 1000; i++)
        {
            matcher.Expect(new Answer(i, 1, [], 1));
            matcher.Receive(new Answer(i, 2, [], 1 + (i * millisecond)));
        }

        // These answers have no latency: nothing was sent before, or the answer arrived before the request.
        matcher.Expect(new Answer(1, 1, [], 0));
        matcher.Receive(new Answer(1, 1, [], 5));
        matcher.Expect(new Answer(1, 1, [], 5));
        matcher.Receive(new Answer(1, 1, [], 1));
        Assert.That((report.DifferenceCount, report.Latencies.Count), Is.EqualTo((0, 1000)));
        Assert.That(report.Latencies.Longest.TotalMilliseconds, Is.EqualTo(1000).Within(0.001));
        foreach (double share in (double[])[0.5, 0.9, 0.99])
        {
            Assert.That(report.Latencies.Percentile(share).TotalMilliseconds, Is.EqualTo(1000 * share).Within(3.2).Percent);
        }
    }

    [Test]
    public void A_histogram_accepts_every_duration()
    {
        LatencyHistogram histogram = new();
        Assert.That(histogram.Percentile(0.5), Is.EqualTo(TimeSpan.Zero));
        foreach (TimeSpan duration in (TimeSpan[])[TimeSpan.Zero, TimeSpan.FromMicroseconds(31), TimeSpan.FromMicroseconds(32), TimeSpan.FromMicroseconds(63), TimeSpan.FromMicroseconds(64), TimeSpan.MaxValue])
        {
            histogram.Add(duration);
        }

        Assert.That(((int[])[2, 3, 4, 5]).Select(rank => histogram.Percentile(rank / 6.0).TotalMicroseconds), Is.EqualTo((int[])[31, 32, 63, 64]).Within(2.3).Percent);
        Assert.That(histogram.Longest, Is.EqualTo(TimeSpan.MaxValue));
    }

    private static IEnumerable<Answer> Answers(string text) =>
        text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select((answer, index) => new Answer(index + 1, answer[0], [(byte)answer[1]], 0));
}
