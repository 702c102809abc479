namespace Codec.Tests.Sessions;

/// <content>Random cuts.</content>
public sealed partial class ResumeTests
{
    [TestCase("a stream", 8_000, 5000)]
    [TestCase("a stream", 256 * 1024, 5000)]
    [TestCase("TLS", 256 * 1024, 200)]
    [TestCase("a WebSocket", 256 * 1024, 200)]
    public async Task After_cuts_at_random_bytes_every_packet_arrives_once_and_in_order(string transport, int window, int usualCuts)
    {
        _transport = transport;
        int handshake = transport == "TLS" ? 3_000 : 0;
        int cuts = (int)(RandomCases.Number("CODEC_RESUME_CUTS") / 2 ?? usualCuts);
        Random random = new(RandomCases.Seed());
        bool isOver = false;
        _connect = () =>
        {
            lock (random)
            {
                return isOver || _links.Count == 0 ? new CutLink() : new CutLink(Bytes(), Bytes());
            }

            // A handshake has about 100 bytes.
            long Bytes() => random.Next(10) == 0 ? random.Next(150) : handshake + (random.Next(5) == 0 ? random.Next(50_000) : random.Next(100, 5_000));
        };
        _sendLimit = 4000;
        (_server, _client) = (Resuming(isServer: true, window), Resuming(isServer: false, window));
        NumberedPackets atServer = new();
        NumberedPackets atClient = new();
        _routes.AddRaw(1, (PacketConnection _, in Packet packet) => atServer.Receive(packet));
        await using PacketConnection client = await Connect();
        PacketConnection server = _accepted[0];
        PacketRoutes<PacketConnection> routes = new();
        routes.AddRaw(1, (PacketConnection _, in Packet packet) => atClient.Receive(packet));
        Task reading = SessionPair.Run(client, routes);
        _links[0].Cut();
        using CancellationTokenSource stopping = new();
        Task<uint>[] sending = [NumberedPackets.SendAsync(client, random.Next(), stopping.Token), NumberedPackets.SendAsync(server, random.Next(), stopping.Token)];
        try
        {
            while (_links.Count < cuts && client.Failure is null && server.Failure is null)
            {
                long before = atServer.Count + atClient.Count;
                await Task.Delay(100);
                Prune();
                Assert.That(_links.Count + atServer.Count + atClient.Count, Is.Not.EqualTo(before), "nothing has happened");
            }
        }
        finally
        {
            isOver = true;
            await stopping.CancelAsync();
        }

        Assert.That((client.Failure, server.Failure), Is.EqualTo(((Exception?)null, (Exception?)null)));
        uint[] sent = await Task.WhenAll(sending).WaitAsync(Limit);
        await SessionPair.Until(() => atServer.Count == sent[0] && atClient.Count == sent[1]);
        Assert.That((atServer.Mistake, atClient.Mistake), Is.EqualTo(((string?)null, (string?)null)));
        await TestContext.Out.WriteLineAsync($"{_links.Count} links, {sent[0]} packets there and {sent[1]} back");
        await server.CompleteAsync();
        await reading.WaitAsync(Limit);
    }

    [Test]
    public async Task Differences_continue_after_cuts_at_random_bytes()
    {
        Random random = new(RandomCases.Seed());
        _connect = () => new CutLink(random.Next(_links.Count == 0 ? 1_000 : 100, 3_000));
        RandomScenes scenes = new();
        using ReceivedScenes received = new();
        List<string> sent = [];
        _routes.AddRaw(108, (PacketConnection _, in Packet packet) => received.Read(packet.Raw));
        await using PacketConnection client = await Connect();
        Task reading = SessionPair.Run(client, new PacketRoutes<PacketConnection>());
        for (int i = 0; i < 2_000; i++)
        {
            sent.Add(scenes.Next());
            await client.SendAsync(scenes.Scene);
        }

        await SessionPair.Until(() => received.Texts.Count == sent.Count);
        Assert.That((received.Texts, received.Whole), Is.EqualTo((sent, 1)));
        await TestContext.Out.WriteLineAsync($"{_links.Count} links");
        Assert.That(_links, Has.Count.GreaterThan(5));
        await _accepted[0].CompleteAsync();
        await reading.WaitAsync(Limit);
    }

    // The connections whose transports continued the session have ended.
    private void Prune()
    {
        lock (_accepted)
        {
            for (int i = _accepted.Count - 100; i > 0; i--)
            {
                _ = _accepted[i].DisposeAsync().AsTask();
                _accepted.RemoveAt(i);
            }
        }
    }
}
