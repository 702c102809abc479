using Codec.Cli.Payloads;

namespace Codec.Cli.Replay;

/// <summary>Compares the answers of one connection with those in the capture, in order. Not thread-safe.</summary>
/// <remarks>
/// Either side may be ahead. After a difference, the sides are aligned at the next equal answers, which are searched for among the next
/// <see cref="LookAhead"/> answers.
/// </remarks>
/// <param name="copy">The number of the replayed copy of the connection, from 1.</param>
/// <param name="schema">The schema, for the names of packets and fields, or <see langword="null"/>.</param>
/// <param name="isComparing">Whether contents are compared. If not, answers are paired by their order.</param>
internal sealed class AnswerMatcher(ReplayReport report, uint connection, int copy, PayloadSchema? schema, bool isComparing)
{
    private const int LookAhead = 16;

    private readonly List<Answer> _expected = [];
    private readonly List<Answer> _received = [];
    private int _expectedStart;
    private int _receivedStart;

    /// <summary>Gets the number of answers in the capture that have not been received yet.</summary>
    public int ExpectedCount => _expected.Count - _expectedStart;

    /// <summary>Gets the number of received answers that have not been found in the capture yet.</summary>
    public int ReceivedCount => _received.Count - _receivedStart;

    /// <summary>Gets the size of the payloads of these received answers in bytes.</summary>
    public long ReceivedBytes { get; private set; }

    public void Expect(Answer answer)
    {
        _expected.Add(answer);
        Match();
    }

    public void Receive(Answer answer)
    {
        _received.Add(answer);
        ReceivedBytes += answer.Payload.Length;
        Match();
    }

    /// <summary>Ends the comparison. Answers that are not paired are missing or unexpected.</summary>
    public void End()
    {
        while (ExpectedCount > 0)
        {
            Report("missing", Take(_expected, ref _expectedStart));
        }

        while (ReceivedCount > 0)
        {
            Report("unexpected", TakeReceived());
        }
    }

    private static Answer Take(List<Answer> answers, ref int start)
    {
        Answer answer = answers[start];
        answers[start++] = null!;

        // The rest is moved to the front only if at least as many answers were removed. So each is moved once on average.
        if (start == answers.Count || start >= Math.Max(64, answers.Count / 2))
        {
            answers.RemoveRange(0, start);
            start = 0;
        }

        return answer;
    }

    private static bool AreEqual(Answer left, Answer right) => left.Id == right.Id && left.Payload.AsSpan().SequenceEqual(right.Payload);

    private static int IndexOf(List<Answer> answers, int start, Answer answer) =>
        answers.FindIndex(start, Math.Min(LookAhead, answers.Count - start), candidate => AreEqual(candidate, answer));

    private Answer TakeReceived()
    {
        Answer answer = Take(_received, ref _receivedStart);
        ReceivedBytes -= answer.Payload.Length;
        return answer;
    }

    private void Match()
    {
        while (ExpectedCount > 0 && ReceivedCount > 0)
        {
            Answer expected = _expected[_expectedStart];
            Answer received = _received[_receivedStart];
            if (isComparing && !AreEqual(expected, received))
            {
                Align(expected, received);
                continue;
            }

            Take(_expected, ref _expectedStart);
            TakeReceived();
            report.AddLatency(expected.Time, received.Time);
        }
    }

    private void Align(Answer expected, Answer received)
    {
        if (IndexOf(_expected, _expectedStart, received) is >= 0 and int later)
        {
            for (int skipped = later - _expectedStart; skipped > 0; skipped--)
            {
                Report("missing", Take(_expected, ref _expectedStart));
            }
        }
        else if (expected.Id == received.Id && IndexOf(_received, _receivedStart, expected) < 0)
        {
            Take(_expected, ref _expectedStart);
            TakeReceived();
            string detail = report.IsListing ? Describe(expected, received) : "";
            report.Add(new AnswerDifference("different", connection, copy, expected.Number, $"{Name(expected)}, {detail}"));
        }
        else
        {
            Report("unexpected", TakeReceived());
        }
    }

    private string Describe(Answer expected, Answer received)
    {
        if (schema?.Find(expected.Id) is { } message)
        {
            PayloadUnpacker unpacker = new();
            byte[] left = expected.Payload;
            byte[] right = received.Payload;
            if (message.IsPacked)
            {
                if (unpacker.Unpack(right, message, out ReadOnlySpan<byte> payload) is var error and not PacketError.None)
                {
                    return $"the answer is invalid: {PayloadUnpacker.Describe(error, message).TrimEnd('.')}";
                }

                right = payload.ToArray();
                unpacker.Unpack(left, message, out payload);
                left = payload.ToArray();
            }

            if (FieldDifference.Describe(left, right, message) is { } field)
            {
                return field;
            }
        }

        int offset = expected.Payload.AsSpan().CommonPrefixLength(received.Payload);
        return $"{expected.Payload.Length} bytes in the capture, {received.Payload.Length} received, first difference at byte {offset} of the payload";
    }

    private string Name(Answer answer) => $"id {answer.Id}{(schema?.Find(answer.Id) is { } message ? " " + message.Name : "")}";

    private void Report(string kind, Answer answer) => report.Add(new AnswerDifference(
        kind, connection, copy, answer.Number, $"{Name(answer)}, {answer.Payload.Length} bytes"));
}
