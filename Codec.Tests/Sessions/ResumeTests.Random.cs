namespace Codec.Tests.Sessions;

/// <content>Random cuts.</content>
public sealed partial class ResumeTests
{
    private string? _mistake;

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
        uint[] received = [0, 0];
        _routes.AddRaw(1, (PacketConnection _, in Packet packet) => Receive(packet, ref received[0]));
        await using PacketConnection client = await Connect();
        PacketConnection server = _accepted[0];
        PacketRoutes<PacketConnection> routes = new();
        routes.AddRaw(1, (PacketConnection _, in Packet packet) => Receive(packet, ref received[1]));
        Task reading = SessionPair.Run(client, routes);
        _link.Cut();
        using CancellationTokenSource stopping = new();
        Task<uint>[] sending = [SendAsync(client, random.Next(), stopping.Token), SendAsync(server, random.Next(), stopping.Token)];
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
        await SessionPair.Until(() => (Volatile.Read(ref received[0]), Volatile.Read(ref received[1])) == (sent[0], sent[1]));
        Assert.That(_mistake, Is.Null);
        await server.CompleteAsync();
        await reading.WaitAsync(Limit);
        await CloseAll();
        return $"{_links} links, {sent[0]} packets there and {sent[1]} back";
    }

    /// <summary>Sends packets with numbers and random lengths.</summary>
    private static async Task<uint> SendAsync(PacketConnection connection, int seed, CancellationToken stopping)
    {
        Random random = new(seed);
        uint count = 0;
        for (; !stopping.IsCancellationRequested; count++)
        {
            byte[] payload = new byte[random.Next(20) == 0 ? random.Next(4, 3000) : random.Next(4, 100)];
            payload.AsSpan().Fill((byte)count);
            BinaryPrimitives.WriteUInt32LittleEndian(payload, count);
            await connection.SendAsync(1, payload, CancellationToken.None);
            if (random.Next(50) == 0)
            {
                await Task.Yield();
                await connection.FlushAsync(CancellationToken.None);
            }
        }

        return count;
    }

    /// <summary>Notices the first packet that is lost, doubled or changed.</summary>
    private void Receive(in Packet packet, ref uint count)
    {
        uint number = BinaryPrimitives.ReadUInt32LittleEndian(packet.Payload);
        if (number != count || packet.Payload[4..].ContainsAnyExcept((byte)number))
        {
            _mistake ??= $"{number} with {packet.Payload.Length} bytes instead of {count}";
        }

        Volatile.Write(ref count, count + 1);
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
