using Codec.Generated;
using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <summary>Tests the bookkeeping of requests without a connection.</summary>
[TestFixture]
public sealed class SessionRequestsTests
{
    private static readonly GeneratedAnswer<Total> OfTotal = new(Total.PacketId, int.MaxValue, false, Read);
    private static readonly PacketSessionOptions Options = new() { MaxRequests = 3, RequestTimeout = TimeSpan.FromSeconds(10) };

    [Test]
    public async Task Answers_out_of_order_reach_their_requests()
    {
        SessionRequests requests = new(Options);
        PendingAnswer<Total>[] asked = [.. Enumerable.Range(0, 3).Select(_ => Ask(requests))];
        Assert.That(asked.Select(request => request.Number), Is.EqualTo((uint[])[1, 2, 3]));
        foreach (PendingAnswer<Total> request in Enumerable.Reverse(asked))
        {
            Assert.That(Receive(requests, request.Number, request.Number * 10), Is.EqualTo(PacketError.None));
        }

        Assert.That(await Task.WhenAll(asked.Select(request => request.Task)), Has.Exactly(3).Items);
        Assert.That(asked.Select(request => request.Task.Result.Value), Is.EqualTo((uint[])[10, 20, 30]));
    }

    [Test]
    public void Unknown_late_and_doubled_answers_are_counted()
    {
        SessionRequests requests = new(Options);
        PendingAnswer<Total> answered = Ask(requests);
        PendingAnswer<Total> canceled = Ask(requests);
        Assert.That((requests.Remove(canceled), requests.Remove(canceled)), Is.EqualTo((true, false)));
        foreach (uint number in (uint[])[0, answered.Number, answered.Number, canceled.Number, 77, uint.MaxValue])
        {
            Assert.That(Receive(requests, number, 1), Is.EqualTo(PacketError.None));
        }

        requests.End(9, AnswerKind.Failed, 1, TimeSpan.Zero);
        Assert.That((requests.Unexpected, answered.Task.Result.Value), Is.EqualTo((6, 1u)));
    }

    [Test]
    public async Task An_invalid_answer_fails_the_request_and_names_the_error([Values] bool isWrongId)
    {
        SessionRequests requests = new(Options);
        PendingAnswer<Total> request = Ask(requests);
        byte[] payload = new byte[isWrongId ? 4 : 3];
        Packet packet = new(payload, 0, payload.Length, isWrongId ? 1u : Total.PacketId, 0);
        Assert.That(requests.Receive(request.Number, true, packet, TimeSpan.Zero), Is.EqualTo(isWrongId ? PacketError.UnexpectedId : PacketError.PayloadInvalid));
        await Assert.ThrowsAsync<PacketRequestException>(() => request.Task.WaitAsync(SessionPair.Limit));
    }

    [Test]
    public async Task A_request_expires()
    {
        SessionRequests requests = new(Options);
        PendingAnswer<Total> request = Ask(requests);
        requests.Expire(TimeSpan.FromSeconds(9.9));
        Assert.That(request.Task.IsCompleted, Is.False);
        requests.Expire(TimeSpan.FromSeconds(10));
        await Assert.ThrowsAsync<TimeoutException>(() => request.Task.WaitAsync(SessionPair.Limit));
        _ = Receive(requests, request.Number, 1);
        Assert.That(requests.Unexpected, Is.EqualTo(1));
    }

    [Test]
    public async Task The_end_fails_every_request_and_later_ones()
    {
        SessionRequests requests = new(Options);
        PendingAnswer<Total> request = Ask(requests);
        requests.EndAll();
        await Assert.ThrowsAsync<PacketRequestException>(() => request.Task.WaitAsync(SessionPair.Limit));
        Assert.Throws<PacketRequestException>(() => Ask(requests));
    }

    [Test]
    public void Requests_of_both_sides_are_limited()
    {
        SessionRequests requests = new(Options);
        for (int i = 0; i < 3; i++)
        {
            _ = Ask(requests);
            Assert.That(requests.TryBegin((uint)i), Is.True);
        }

        Assert.Throws<InvalidOperationException>(() => Ask(requests));
        Assert.That((requests.TryBegin(3), requests.TryBegin(2)), Is.EqualTo((false, false)));
        Assert.That((requests.TryAnswer(0, isLast: true), requests.TryAnswer(0, isLast: true)), Is.EqualTo((true, false)));
        Assert.That((requests.TryBegin(2), requests.TryBegin(3)), Is.EqualTo((false, true)), "the number 2 is in use");
    }

    [Test]
    public async Task A_stream_ends_fails_and_is_bounded([Values] bool isEnded)
    {
        SessionRequests requests = new(Options);
        PendingAnswers<Total> stream = new(OfTotal, limit: 3);
        requests.Add(stream, TimeSpan.Zero);
        for (uint i = 0; i < 3; i++)
        {
            Assert.That(Receive(requests, stream.Number, i, isLast: false), Is.EqualTo(PacketError.None));
        }

        if (isEnded)
        {
            requests.End(stream.Number, AnswerKind.End, 0, TimeSpan.Zero);
        }
        else
        {
            _ = Receive(requests, stream.Number, 3, isLast: false);
        }

        for (uint i = 0; i < 3; i++)
        {
            (bool isAnswer, Total total) = await stream.NextAsync().WaitAsync(SessionPair.Limit);
            Assert.That((isAnswer, total.Value), Is.EqualTo((true, i)));
        }

        if (isEnded)
        {
            Assert.That((await stream.NextAsync().WaitAsync(SessionPair.Limit)).IsAnswer, Is.False);
        }
        else
        {
            await Assert.ThrowsAsync<PacketRequestException>(() => stream.NextAsync().WaitAsync(SessionPair.Limit));
        }
    }

    private static PendingAnswer<Total> Ask(SessionRequests requests)
    {
        PendingAnswer<Total> request = new(OfTotal);
        requests.Add(request, TimeSpan.Zero);
        return request;
    }

    private static PacketError Receive(SessionRequests requests, uint number, uint value, bool isLast = true)
    {
        byte[] payload = BitConverter.GetBytes(value);
        return requests.Receive(number, isLast, new Packet(payload, 0, payload.Length, Total.PacketId, 0), TimeSpan.Zero);
    }

    private static bool Read(in Packet packet, DispatchScratch scratch, out Total message) => Total.TryRead(packet.Payload, out message);
}
