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
        int cuts = transport == "a stream" ? (int)(RandomCases.Number("CODEC_RESUME_CUTS") / 2 ?? usualCuts) : usualCuts;

        // The others run while one waits to connect again.
        int sessions = Math.Clamp(cuts / 500, 1, 20);
        int seed = RandomCases.Seed();
        string[] results = await Task.WhenAll(Enumerable.Range(0, sessions).Select(
            i => Task.Run(() => new ResumeTests { _transport = transport }.CutAsync(window, cuts / sessions, new Random(unchecked(seed + (i * 7919)))))));
        await TestContext.Out.WriteLineAsync(string.Join('\n', results));
    }

    /// <summary>Sends packets in both directions while the links are cut.</summary>
    private async Task<string> CutAsync(int window, int cuts, Random random)
    {
        int handshake = _transport == "TLS" ? 3_000 : 0;
        bool isOver = false;
        _connect = () =>
        {
            lock (random)
            {
                // A side that continues writes at once what it has kept. In most links, the other one has time for that, too.
                int longer = random.Next(3);
                return isOver || _links == 0 ? new CutLink() : new CutLink(longer == 0 ? 20_000 : Bytes(), longer == 1 ? 20_000 : Bytes());
            }

            // A handshake has about 100 bytes.
            long Bytes() => random.Next(10) == 0 ? random.Next(150) : handshake + (random.Next(50) == 0 ? random.Next(50_000) : random.Next(100, 3_000));
        };
        _sendLimit = 4000;
        (_server, _client) = (Resuming(isServer: true, window, seconds: 1000), Resuming(isServer: false, window, seconds: 1000));
        NumberedPackets atServer = new();
        NumberedPackets atClient = new();
        _routes.AddRaw(1, (PacketConnection _, in Packet packet) => atServer.Receive(packet));
        await using PacketConnection client = await Connect();
        PacketConnection server = _accepted[0];
        PacketRoutes<PacketConnection> routes = new();
        routes.AddRaw(1, (PacketConnection _, in Packet packet) => atClient.Receive(packet));
        Task reading = SessionPair.Run(client, routes);
        _link.Cut();
        using CancellationTokenSource stopping = new();
        Task<uint>[] sending = [NumberedPackets.SendAsync(client, random.Next(), stopping.Token), NumberedPackets.SendAsync(server, random.Next(), stopping.Token)];
        try
        {
            while (_links < cuts && client.Failure is null && server.Failure is null)
            {
                int next = Math.Min(cuts, _links + 100);
                await SessionPair.Until(() => _links >= next || client.Failure is not null || server.Failure is not null);
                Prune();
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
        await server.CompleteAsync();
        await reading.WaitAsync(Limit);
        await CloseAll();
        return $"{_links} links, {sent[0]} packets there and {sent[1]} back";
    }

    [Test]
    public async Task Differences_continue_after_cuts_at_random_bytes()
    {
        Random random = new(RandomCases.Seed());
        _connect = () => new CutLink(random.Next(_links == 0 ? 1_000 : 100, 3_000));
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
        await TestContext.Out.WriteLineAsync($"{_links} links");
        Assert.That(_links, Is.GreaterThan(5));
        await _accepted[0].CompleteAsync();
        await reading.WaitAsync(Limit);
    }

    // The connections whose transports continued the session have ended.
    private void Prune()
    {
        lock (_accepted)
        {
            for (int i = _accepted.Count - 20; i > 0; i--)
            {
                _ = _accepted[i].DisposeAsync().AsTask();
                _accepted.RemoveAt(i);
            }
        }
    }
}
