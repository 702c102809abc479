using Codec.Sessions;
using Codec.Tests.Asking;
using Question = Codec.Tests.Asking.Question;

namespace Codec.Tests.Sessions;

/// <content>Requests.</content>
public sealed partial class PacketSessionTests
{
    [Test]
    public async Task Requests_of_both_sides_have_one_answer_each_in_any_order_between_plain_packets()
    {
        (PacketConnection left, PacketConnection right) = Connect(SessionPair.Plain, SessionPair.Plain);
        PacketConnection[] sides = [left, right];
        Task[] serving = [.. sides.Select(connection =>
        {
            Stack<(PacketRequest Request, uint Value)> waiting = [];
            PacketRoutes<PacketConnection> routes = new();
            routes.AddRaw(1, static (PacketConnection _, in Packet _) => { });
            routes.AddCount((PacketConnection state, in Count count) =>
            {
                waiting.Push((state.Session!.TakeRequest(), count.Value));
                while (count.Value % 10 == 9 && waiting.Count > 0)
                {
                    (PacketRequest Request, uint Value) next = waiting.Pop();
                    Total total = new() { Value = next.Value };
                    Assert.That((next.Request.Answer(total), next.Request.Answer(total)), Is.EqualTo((true, false)), "answered twice");
                }
            });
            routes.AddQuestionAsync(async (state, question, token) =>
            {
                await Task.Delay(1, token);
                _ = question.Number == 1 && state.Session!.Answer(new Reply { Number = 5, Text = question.Text + "!" });
            });
            return SessionPair.Run(connection, routes);
        })];
        await Task.WhenAll(sides.Select(async connection =>
        {
            PacketSession session = connection.Session!;
            List<Task<Total>> totals = [];
            for (uint i = 0; i < 300; i++)
            {
                await connection.SendAsync(1, []);
                totals.Add(session.AskAsync(new Count { Value = i }).AsTask());
            }

            Reply reply = await session.AskAsync(new Question { Number = 1, Text = "a" });
            Assert.That((reply.Number, reply.Text), Is.EqualTo((5u, "a!")));
            await Assert.ThrowsAsync<PacketRequestException>(() => session.AskAsync(new Question()).AsTask());
            Assert.That((await Task.WhenAll(totals)).Select(total => total.Value), Is.EqualTo(Enumerable.Range(0, 300)));
            Assert.That(session.UnexpectedAnswers, Is.Zero);
        })).WaitAsync(Limit);
        await left.CompleteAsync();
        await right.CompleteAsync();
        await Task.WhenAll(serving).WaitAsync(Limit);
    }

    [TestCase("ignored", 0)]
    [TestCase("failed", 1234)]
    [TestCase("cut", 0)]
    public async Task A_request_that_is_ignored_failed_or_cut_throws(string how, int code)
    {
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Plain, SessionPair.Plain);
        _routes.AddCount((PacketConnection state, in Count count) =>
        {
            PacketRequest request = how == "ignored" ? default : state.Session!.TakeRequest();
            _ = how == "failed" && request.Fail(1234);
        });
        Task serving = SessionPair.Run(server, _routes);
        Task reading = SessionPair.ReadIds(client);
        Task<Total> asked = client.Session!.AskAsync(new Count()).AsTask();
        if (how == "cut")
        {
            await client.FlushAsync();
            await server.DisposeAsync();
        }

        PacketRequestException? exception = await Assert.ThrowsAsync<PacketRequestException>(() => asked.WaitAsync(Limit));
        Assert.That(exception!.Code, Is.EqualTo(code));
        await CloseAll();
        await Task.WhenAll(serving, reading).ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
    }

    [Test]
    public async Task A_request_is_answered_though_the_asking_side_has_ended_its_direction()
    {
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Plain, SessionPair.Plain);
        PacketRequest request = default;
        _routes.AddCount((PacketConnection state, in Count count) => request = state.Session!.TakeRequest());
        Task reading = SessionPair.ReadIds(client);
        Task<Total> asked = client.Session!.AskAsync(new Count()).AsTask();
        await client.CompleteAsync();
        await SessionPair.Run(server, _routes).WaitAsync(Limit);
        Assert.That(request.Answer(new Total { Value = 3 }), Is.True);
        Assert.That((await asked.WaitAsync(Limit)).Value, Is.EqualTo(3));
        await server.CompleteAsync();
        await reading.WaitAsync(Limit);
    }

    [Test]
    public async Task A_stream_of_answers_has_an_end([Values(0, 500)] int count)
    {
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Plain, SessionPair.Plain);
        _routes.AddQuery((state, query) =>
        {
            PacketRequest request = state.Session!.TakeRequest();
            for (uint i = 0; i < query.Count; i++)
            {
                Assert.That(request.AnswerMore(new Item { Number = i }), Is.True);
            }

            Assert.That((request.End(), request.End()), Is.EqualTo((true, false)));
        });
        Task serving = SessionPair.Run(server, _routes);
        Task<List<uint>> reading = SessionPair.ReadIds(client);
        List<uint> numbers = [];
        await foreach (Item item in client.Session!.AskManyAsync(new Query { Count = (uint)count }))
        {
            numbers.Add(item.Number);
        }

        Assert.That(numbers, Is.EqualTo(Enumerable.Range(0, count)));
        await SessionPair.End(client, server, serving, reading);
    }

    [Test]
    public async Task A_request_that_cannot_be_written_leaves_the_next_packet_an_ordinary_one()
    {
        (PacketConnection client, PacketConnection server) = Connect(SessionPair.Plain, SessionPair.Plain);
        Codec.Generated.GeneratedAnswer<Total> answer = new(Total.PacketId, 4, null, (in Packet packet, Codec.Generated.DispatchScratch _, out Total total) => Total.TryRead(packet.Payload, out total));
        await Assert.ThrowsAsync<InvalidOperationException>(() => client.Session!.AskAsync(new LyingPacket(5_000_000), answer).AsTask());
        await client.SendAsync(new Count { Value = 1 });
        await client.CompleteAsync();
        uint? number = null;
        _routes.AddCount((PacketConnection state, in Count _) => number = state.Session!.Request.Number);
        await SessionPair.Run(server, _routes).WaitAsync(Limit);
        Assert.That(number, Is.Zero);
    }
}
