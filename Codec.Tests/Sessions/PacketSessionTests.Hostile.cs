using Codec.Sessions;
using Codec.Tests.Asking;
using Answer = Codec.Sessions.Answer;

namespace Codec.Tests.Sessions;

/// <content>Peers that do not keep the rules.</content>
public sealed partial class PacketSessionTests
{
    private static readonly byte[] OtherHello = Payload(new Hello { ToServer = 1, ToClient = 3 });

    private static IEnumerable<TestCaseData> RejectedPackets()
    {
        const uint LastReserved = Hello.PacketId + 15;
        (string State, uint[] Ids)[] rejected =
        [
            ("opening", [1, Welcome.PacketId, Refusal.PacketId, Ping.PacketId, Pong.PacketId, Ask.PacketId, Answer.PacketId, Leave.PacketId]),
            ("opening", [Acknowledge.PacketId, LastReserved]),
            ("deciding", [1, Hello.PacketId, Welcome.PacketId, Refusal.PacketId, Ping.PacketId, Pong.PacketId, Ask.PacketId, Answer.PacketId]),
            ("deciding", [Leave.PacketId, Acknowledge.PacketId, Resume.PacketId, LastReserved]),
            ("open", [Hello.PacketId, Welcome.PacketId, Refusal.PacketId, Acknowledge.PacketId, Resume.PacketId, LastReserved]),
        ];
        (string Name, uint Id, byte[] Payload, string State)[] invalid =
        [
            ("no payload", Hello.PacketId, [], "opening"),
            ("bytes", Hello.PacketId, [1, 2, 3, 4, 5, 6, 7, 8, 9], "opening"),
            ("a long version", Hello.PacketId, Payload(new Hello { Version = new string('a', 256) }), "opening"),
            ("a long token", Hello.PacketId, Payload(new Hello { Token = new(new byte[1025]) }), "opening"),
            ("a short ping", Ping.PacketId, new byte[3], "open"),
            ("a long pong", Pong.PacketId, new byte[17], "open"),
            ("a short request", Ask.PacketId, [], "open"),
            ("a short answer", Answer.PacketId, new byte[7], "open"),
            ("an unknown kind", Answer.PacketId, [0, 0, 0, 0, 5, 0, 0, 0], "open"),
            ("an invalid end", Leave.PacketId, new byte[5], "open"),
            ("a long text", Leave.PacketId, Payload(new Leave { Text = new string('a', 256) }), "open"),
        ];
        return rejected.SelectMany(row => row.Ids.Select(id => (Name: $"{id}", Id: id, Payload: Array.Empty<byte>(), row.State, Error: PacketError.IdNotAllowed)))
            .Concat(invalid.Select(row => (row.Name, row.Id, row.Payload, row.State, Error: PacketError.PayloadInvalid)))
            .Select(row => new TestCaseData(row.State, row.Id, row.Payload, row.Error).SetArgDisplayNames($"{row.State}, {row.Name}"));
    }

    [TestCaseSource(nameof(RejectedPackets))]
    public async Task A_session_rejects(string state, uint id, byte[] payload, PacketError error)
    {
        PacketSessionOptions deciding = SessionPair.Accepting(static _ => Task.Delay(Limit));
        (PacketConnection connection, PacketConnection peer) = Connect(state == "open" ? SessionPair.Plain : deciding);
        await (state switch
        {
            "open" => peer.SendAsync(7, []),
            "deciding" => peer.SendAsync(new Hello { ToServer = 1, ToClient = 2 }),
            _ => default,
        });
        _ = peer.Sends.HasRoom(out long position, out _);
        await peer.SendAsync(id, payload);
        InvalidPacketException exception = await Rejects(SessionPair.ReadIds(connection));
        Assert.That((exception.Error, exception.Position, connection.CloseReason), Is.EqualTo((error, position, PacketCloseReason.InvalidPacket)));
    }

    [Test]
    public async Task No_packet_of_a_random_opening_is_dispatched()
    {
        int seed = RandomCases.Seed();
        int cases = RandomCases.Count("CODEC_SESSION_OPENINGS", 100_000);
        int workers = Environment.ProcessorCount;
        await Task.WhenAll(Enumerable.Range(0, workers).Select(worker => Task.Run(async () =>
        {
            Random random = new(unchecked(seed + (worker * 7919)));
            byte[] bytes = new byte[1000];
            for (int i = 0; i < cases / workers; i++)
            {
                await Open(new ReadOnlySequence<byte>(bytes, 0, WriteOpening(random, bytes)));
            }
        })));
    }

    private static int WriteOpening(Random random, byte[] bytes)
    {
        int size = 0;
        for (int packets = random.Next(1, 5); packets > 0; packets--)
        {
            // A hello of another schema, one with changed bytes, or any payload with any id.
            int kind = random.Next(4);
            byte[] payload = kind < 2 ? [.. OtherHello] : new byte[random.Next(60)];
            random.NextBytes(kind == 0 ? [] : kind == 1 ? payload.AsSpan(random.Next(payload.Length)) : payload);
            uint id = kind < 2 ? Hello.PacketId : kind == 2 ? (uint)random.Next(65536) : Hello.PacketId + (uint)random.Next(16);
            _ = PacketEncoder.Encode(bytes.AsSpan(size), id, payload, null, out int written);
            size += written;
        }

        return size;
    }

    private static async Task Open(ReadOnlySequence<byte> opening)
    {
        await using PacketConnection connection = new(
            new TestDuplexPipe(PipeReader.Create(opening), PipeWriter.Create(Stream.Null)), options: SessionPair.Options(SessionPair.Server));
        try
        {
            Task<List<uint>> reading = SessionPair.ReadIds(connection);
            Assert.That(await (reading.IsCompleted ? reading : reading.WaitAsync(Limit)), Is.Empty);
        }
        catch (Exception exception) when (exception is InvalidPacketException or PacketConnectionException)
        {
            Assert.That(connection.CloseReason, exception is InvalidPacketException ? Is.EqualTo(PacketCloseReason.InvalidPacket) : Is.Not.EqualTo(PacketCloseReason.None));
        }

        Assert.That(connection.Session!.IsOpen, Is.False);
    }

    [Test]
    public async Task Answers_to_no_request_are_counted_and_not_dispatched()
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        foreach (AnswerKind kind in (AnswerKind[])[AnswerKind.Last, AnswerKind.More, AnswerKind.End, AnswerKind.Failed, AnswerKind.Unanswered])
        {
            await peer.SendAsync(new Answer { Number = 12, Kind = kind });
            if (kind <= AnswerKind.More)
            {
                await peer.SendAsync(new Total());
            }
        }

        // The later one of two prefixes counts, and the number 0 is that of an ordinary packet.
        await peer.SendAsync(new Answer { Number = 12 });
        await peer.SendAsync(new Ask());
        await peer.SendAsync(3, []);
        await peer.CompleteAsync();
        Assert.That(await SessionPair.ReadIds(connection).WaitAsync(Limit), Is.EqualTo((uint[])[3]));
        Assert.That(connection.Session!.UnexpectedAnswers, Is.EqualTo(5));
    }

    [TestCase(Count.PacketId, 4, PacketError.UnexpectedId)]
    [TestCase(Total.PacketId, 3, PacketError.PayloadInvalid)]
    public async Task An_invalid_answer_fails_the_request_and_closes_the_connection(uint id, int size, PacketError error)
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        Task<Total> asked = connection.Session!.AskAsync(new Count()).AsTask();
        await peer.SendAsync(new Answer { Number = 1 });
        await peer.SendAsync(id, new byte[size]);
        await Assert.ThrowsAsync<PacketRequestException>(() => asked.WaitAsync(Limit));
        Assert.That((await Rejects(reading)).Error, Is.EqualTo(error));
    }

    [Test]
    public async Task Requests_above_the_limit_are_failed_and_memory_is_bounded()
    {
        const int Requests = 100_000;
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        int handled = 0;
        _routes.AddCount((PacketConnection state, in Count count) =>
        {
            handled++;
            state.Session!.TakeRequest();
        });
        Task serving = SessionPair.Run(connection, _routes);
        for (uint i = 1; i <= Requests; i++)
        {
            await peer.SendAsync(new Ask { Number = i });
            await peer.SendAsync(new Count());
        }

        await peer.CompleteAsync();
        await serving.WaitAsync(Limit);
        Assert.That(handled, Is.EqualTo(1024));
        Assert.That(connection.Sends.UnsentPackets * 12, Is.LessThan(2 * 1024 * 1024), "waiting bytes");
    }

    [Test]
    public async Task A_request_whose_number_is_in_use_is_failed_and_the_first_one_goes_on()
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        List<PacketRequest> requests = [];
        _routes.AddCount((PacketConnection state, in Count _) => requests.Add(state.Session!.TakeRequest()));
        Task serving = SessionPair.Run(connection, _routes);
        for (int i = 0; i < 2; i++)
        {
            // A ping between the prefix and the request changes nothing.
            await peer.SendAsync(new Ask { Number = 8 });
            await peer.SendAsync(new Ping());
            await peer.SendAsync(new Count());
        }

        await peer.CompleteAsync();
        await serving.WaitAsync(Limit);
        Assert.That((requests.Count, requests[0].Answer(new Total { Value = 4 }), connection.Session!.IgnoredPackets), Is.EqualTo((1, true, 1L)));
        await connection.CompleteAsync();
        List<byte[]> answers = [];
        await foreach (PacketReadResult result in peer.ReadAllAsync())
        {
            if (result.Packet.Id != Pong.PacketId)
            {
                answers.Add(result.Packet.Payload.ToArray());
            }
        }

        Answer failed = new() { Number = 8, Kind = AnswerKind.Failed, Code = PacketRequestException.TooManyRequests };
        Assert.That(answers, Is.EqualTo((byte[][])[Payload(failed), Payload(new Answer { Number = 8 }), Payload(new Total { Value = 4 })]));
    }

    [Test]
    public async Task A_close_in_the_middle_of_everything_ends_both_sides([Values(0, 1, 2, 3)] int how)
    {
        Random random = new(RandomCases.Seed());
        _routes.AddCount((PacketConnection state, in Count count) => state.Session!.Answer(new Total { Value = count.Value }));
        for (int i = 0; i < RandomCases.Count(100); i++)
        {
            (PacketConnection client, PacketConnection server) = Connect(SessionPair.Client, SessionPair.Server);
            Task[] running = [SessionPair.Run(client, _routes), SessionPair.Run(server, _routes)];
            Task[] asking = [.. ((PacketConnection[])[client, server]).Select((side, number) => Task.Run(async () =>
            {
                await SessionPair.Until(() => side.Session!.IsOpen || running[number].IsCompleted);
                for (uint value = 0; value < 1000; value++)
                {
                    await side.Session!.AskAsync(new Count { Value = value });
                }
            }))];
            await Task.Delay(random.Next(4));
            PacketConnection closing = i % 2 == 0 ? client : server;
            await (how switch
            {
                0 => closing.DisposeAsync().AsTask(),
                1 => closing.CompleteAsync().AsTask(),
                2 => Task.Run(() => closing.Session!.Close(300, "bye")),
                _ => Task.Run(() => closing.Close(PacketCloseReason.RateLimit, null)),
            });
            if (how == 1)
            {
                (i % 2 == 0 ? server : client).Session!.Close();
            }

            await Task.WhenAll(running.Concat(asking)).ContinueWith(static _ => { }, TaskScheduler.Default).WaitAsync(Limit);
            Assert.That(asking.Concat(running).Where(task => task.IsFaulted).Select(task => task.Exception!.InnerException), Is.All
                .InstanceOf<PacketRequestException>().Or.InstanceOf<PacketConnectionException>());
            await CloseAll();
            _connections.Clear();
        }
    }

    [Test]
    public async Task A_peer_that_floods_with_pings_and_does_not_read_gets_100_answers()
    {
        (PacketConnection connection, PacketConnection peer) = Connect(SessionPair.Plain);
        Task<List<uint>> reading = SessionPair.ReadIds(connection);
        for (int i = 0; i < 20_000; i++)
        {
            await peer.SendAsync(new Ping { Number = 1 });
        }

        await peer.CompleteAsync();
        Assert.That(await reading.WaitAsync(Limit), Is.Empty);

        // The pipe takes 64 KB before the first answer waits. A pong has 20 bytes.
        Assert.That(connection.Session!.IgnoredPackets, Is.InRange(20_000 - 100 - (2 * 65536 / 20), 20_000 - 100));
    }

    private static async Task<InvalidPacketException> Rejects(Task reading) =>
        (await Assert.ThrowsAsync<InvalidPacketException>(() => reading.WaitAsync(Limit)))!;

    private static byte[] Payload<TPacket>(in TPacket packet)
        where TPacket : IPacket => PacketEncoder.Encode(packet)[PacketHeader.ByteCount..];
}
