using Codec.Sessions;
using Codec.Tests.Asking;

namespace Codec.Tests.Sessions;

/// <summary>Tests the bookkeeping of requests without a connection.</summary>
public sealed class SessionRequestsTests
{
    private static readonly GeneratedAnswer<Total> OfTotal = new(Total.PacketId, int.MaxValue, null, Read);
    private static readonly PacketSessionOptions Options = new() { MaxRequests = 3, RequestTimeout = TimeSpan.FromSeconds(10) };

    [Test]
    public async Task A_late_answer_or_cancellation_does_not_end_a_request_that_reuses_the_object()
    {
        SessionRequests requests = new(Options);
        using CancellationTokenSource cancellation = new();
        List<PendingAnswer<Total>> used = [];
        for (int i = 0; i < 100; i++)
        {
            PendingAnswer<Total> request = PendingAnswer<Total>.Rent(OfTotal);
            used.Add(request);
            requests.Add(request, TimeSpan.Zero, i == 0 ? cancellation.Token : default);
            (uint old, ValueTask<Total> late) = (request.Number, request.Task);
            requests.Expire(TimeSpan.FromSeconds(10));
            await Assert.ThrowsAsync<TimeoutException>(async () => await late);
            Assert.Throws<InvalidOperationException>(() => _ = late.Result, "awaited twice");

            (uint number, Task<Total> next) = Ask(requests);
            _ = Receive(requests, old, 1);
            await cancellation.CancelAsync();
            Assert.That((next.IsCompleted, requests.Unexpected), Is.EqualTo((false, i + 1)));
            _ = Receive(requests, number, 2);
            Assert.That((await next).Value, Is.EqualTo(2));
        }

        Assert.That(used.Distinct().Count(), Is.LessThan(100), "objects are reused");
    }

    [Test]
    public async Task Answers_timeouts_and_cancellations_at_once_end_each_request_once()
    {
        SessionRequests requests = new(new PacketSessionOptions());
        using CancellationTokenSource stop = new();
        ConcurrentQueue<uint> toAnswer = new();
        Task answering = Task.Run(() =>
        {
            for (int i = 0; !stop.IsCancellationRequested; i++)
            {
                if (i % 50 == 0)
                {
                    requests.Expire(TimeSpan.FromSeconds(10));
                }

                // Some answers come twice.
                for (int times = toAnswer.TryDequeue(out uint number) ? 1 + (i % 2) : 0; times > 0; times--)
                {
                    _ = Receive(requests, number, number);
                }
            }
        });
        await Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(async () =>
        {
            for (int i = 0; i < RandomCases.Count(5000); i++)
            {
                using CancellationTokenSource cancellation = new();
                PendingAnswer<Total> request = PendingAnswer<Total>.Rent(OfTotal);
                requests.Add(request, TimeSpan.Zero, cancellation.Token);
                ValueTask<Total> task = request.Task;
                uint number = request.Number;
                toAnswer.Enqueue(number);
                Task canceling = i % 3 == 0 ? Task.Run(cancellation.Cancel) : Task.CompletedTask;
                try
                {
                    Assert.That((await task).Value, Is.EqualTo(number));
                }
                catch (Exception exception) when (exception is TimeoutException or OperationCanceledException)
                {
                    Assert.That(exception is TimeoutException || i % 3 == 0, Is.True, "canceled by another request's token");
                }

                await canceling;
            }
        }))).WaitAsync(Limit);
        await stop.CancelAsync();
        await answering;
        requests.Expire(default, isEnd: true);
    }

    [Test]
    public void Requests_of_this_side_are_limited()
    {
        SessionRequests requests = new(Options);
        _ = Enumerable.Range(0, 3).Select(_ => Ask(requests)).ToList();
        Assert.Throws<InvalidOperationException>(() => Ask(requests));
    }

    [Test]
    public async Task A_stream_whose_answers_are_not_taken_fails()
    {
        SessionRequests requests = new(Options);
        PendingAnswers<Total> stream = new(OfTotal, limit: 3);
        requests.Add(stream, TimeSpan.Zero);
        Assert.That(Enumerable.Range(0, 4).Count(i => Receive(requests, stream.Number, (uint)i, isLast: false) == PacketError.None), Is.EqualTo(4));
        for (uint i = 0; i < 3; i++)
        {
            (bool isAnswer, Total total) = await stream.NextAsync().AsTask().WaitAsync(Limit);
            Assert.That((isAnswer, total.Value), Is.EqualTo((true, i)));
        }

        await Assert.ThrowsAsync<PacketRequestException>(() => stream.NextAsync().AsTask().WaitAsync(Limit));
    }

    private static (uint Number, Task<Total> Task) Ask(SessionRequests requests)
    {
        PendingAnswer<Total> request = PendingAnswer<Total>.Rent(OfTotal);
        requests.Add(request, TimeSpan.Zero);
        uint number = request.Number;
        return (number, request.Task.AsTask());
    }

    private static PacketError Receive(SessionRequests requests, uint number, uint value, bool isLast = true)
    {
        byte[] payload = BitConverter.GetBytes(value);
        return requests.Receive(number, isLast, new Packet(payload, 0, payload.Length, Total.PacketId, 0), TimeSpan.Zero);
    }

    private static bool Read(in Packet packet, DispatchScratch scratch, out Total message) => Total.TryRead(packet.Payload, out message);
}
