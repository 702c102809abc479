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

    private readonly Queue<Answer> _expected = [];
    private readonly Queue<Answer> _received = [];

    public int ExpectedCount => _expected.Count;
    public int ReceivedCount => _received.Count;
    public long ReceivedBytes { get; private set; }

    public void Expect(Answer answer)
    {
        _expected.Enqueue(answer);
        Match();
    }

    public void Receive(Answer answer)
    {
        _received.Enqueue(answer);
        ReceivedBytes += answer.Payload.Length;
        Match();
    }

    /// <summary>Ends the comparison. Answers that are not paired are missing or unexpected.</summary>
    public void End()
    {
        while (ExpectedCount > 0)
        {
            Report("missing", _expected.Dequeue());
        }

        while (ReceivedCount > 0)
        {
            Report("unexpected", TakeReceived());
        }
    }

    private static bool AreEqual(Answer left, Answer right) => left.Id == right.Id && left.Payload.AsSpan().SequenceEqual(right.Payload);

    private static int IndexOf(Queue<Answer> answers, Answer answer) =>
        answers.Take(LookAhead).ToList().FindIndex(candidate => AreEqual(candidate, answer));

    private Answer TakeReceived()
    {
        Answer answer = _received.Dequeue();
        ReceivedBytes -= answer.Payload.Length;
        return answer;
    }

    private void Match()
    {
        while (ExpectedCount > 0 && ReceivedCount > 0)
        {
            Answer expected = _expected.Peek();
            Answer received = _received.Peek();
            if (isComparing && !AreEqual(expected, received))
            {
                Align(expected, received);
                continue;
            }

            _expected.Dequeue();
            TakeReceived();
            report.AddLatency(expected.Time, received.Time);
        }
    }

    private void Align(Answer expected, Answer received)
    {
        if (IndexOf(_expected, received) is >= 0 and int skipped)
        {
            for (; skipped > 0; skipped--)
            {
                Report("missing", _expected.Dequeue());
            }
        }
        else if (expected.Id == received.Id && IndexOf(_received, expected) < 0)
        {
            _expected.Dequeue();
            TakeReceived();
            string detail = report.IsListing ? Describe(expected, received) : "";
            Add("different", expected, detail);
        }
        else
        {
            Report("unexpected", TakeReceived());
        }
    }

    private string Describe(Answer expected, Answer received)
    {
        // Differences are compared as bytes: the baselines of the capture are not those of the answers.
        if (schema?.Find(expected.Id) is { Baselines: 0 } message)
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

    private void Report(string kind, Answer answer) => Add(kind, answer, $"{answer.Payload.Length} bytes");

    private void Add(string kind, Answer answer, string detail) => report.Add(
        new ReplayFinding(kind, connection, copy, "in", $"{Name(answer)}, {detail}") { Answer = answer.Number });
}
