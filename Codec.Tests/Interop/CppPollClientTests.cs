namespace Codec.Tests.Interop;

/// <summary>Tests the C++ poll client, as a separate process, against the C# listener and against sockets.</summary>
internal sealed class CppPollClientTests
{
    private const int Reset = -1;
    private const string Refused = "closed ConnectFailed None 0: Connection refused";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private PacketListener? _listener;
    private Process? _client;

    [SetUp]
    public void Listen() => _listener = new PacketListener(new IPEndPoint(IPAddress.Loopback, 0));

    [TearDown]
    public void Stop()
    {
        _client?.Kill();
        _client?.Dispose();
        _client = null;
        _listener!.Dispose();
    }

    [Test]
    public async Task Packets_come_back_in_order_and_the_end_is_Remote([Values("127.0.0.1", "localhost")] string host)
    {
        await using PacketConnection connection = await AcceptAsync(host);
        Random random = new(1);
        byte[][] payloads = [.. Enumerable.Range(0, 300).Select(i => new byte[i == 50 ? 65_535 : random.Next(3000)])];
        Task sending = Task.Run(async () =>
        {
            foreach (byte[] payload in payloads)
            {
                random.NextBytes(payload);
                await connection.SendAsync(1, payload);
            }

            await connection.CompleteAsync();
        });
        int received = 0;
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            Assert.That(result.Packet.Id, Is.EqualTo(2));
            Assert.That(result.Packet.Payload.SequenceEqual(payloads[received++]), Is.True);
        }

        await sending;
        Assert.That(received, Is.EqualTo(payloads.Length));
        Assert.That(await ReadToEndAsync(), Is.EqualTo((string[])["connected", "closed Remote None 0: Success"]));
    }

    [Test]
    public async Task A_server_that_refuses_or_does_not_answer_is_ConnectFailed()
    {
        using Socket full = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        full.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        StartClient("127.0.0.1", full.LocalEndPoint!);
        Assert.That(await ReadToEndAsync(), Is.EqualTo((string[])[Refused]));

        // Linux does not answer when the queue of the listener is full.
        full.Listen(0);
        List<Socket> waiting = [];
        for (int i = 0; i < 3; i++)
        {
            Socket one = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { Blocking = false };
            waiting.Add(one);
            try
            {
                one.Connect(full.LocalEndPoint!);
            }
            catch (SocketException exception) when (exception.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
            {
            }
        }

        await Task.Delay(100);
        StartClient("127.0.0.1", full.LocalEndPoint!, "connect=300");
        Assert.That(await ReadToEndAsync(), Is.EqualTo((string[])["closed ConnectFailed None 0: Connection timed out"]));
        waiting.ForEach(one => one.Dispose());
    }

    [TestCase(true, "half=10000", "closed Remote None 0: Connection reset by peer", Description = "a reset")]
    [TestCase(false, "half=10000", "closed InvalidPacket PayloadTruncated 0: Success", Description = "an end inside a packet")]
    [TestCase(null, "half=200", "closed HalfPacketTimeout PayloadTruncated 0: Success", Description = "a packet that is not completed")]
    [TestCase(null, "idle=200", "closed IdleTimeout None 0: Success", Description = "silence")]
    public async Task An_end_or_a_silence_inside_a_packet_has_its_reason(bool? resets, string option, string expected)
    {
        using Socket listener = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        StartClient("127.0.0.1", listener.LocalEndPoint!, option);
        using Socket peer = await listener.AcceptAsync();
        peer.Send([0, 0, 1, 0, 10, 0, 1, 0, 0]);
        byte[] answer = new byte[5];
        Assert.That(await peer.ReceiveAsync(answer.AsMemory(0, 4)), Is.EqualTo(4), "The packet before is dispatched.");
        if (resets == true)
        {
            peer.LingerState = new LingerOption(true, 0);
            peer.Dispose();
        }
        else if (resets == false)
        {
            peer.Shutdown(SocketShutdown.Send);
        }

        Assert.That(await ReadToEndAsync(), Is.EqualTo((string[])["connected", expected]));
    }

    [Test]
    public async Task A_server_that_reads_slowly_gets_every_accepted_packet()
    {
        await using PacketConnection connection = await AcceptAsync("127.0.0.1", "idle=20000");
        await connection.SendAsync(4, BitConverter.GetBytes(1_000_000));
        int accepted = await ReadAcceptedAsync();
        Assert.That(accepted, Is.InRange(200, 999_999), "The limit of unsent bytes holds.");
        await Task.Delay(200);
        Task<int> counting = CountAsync(connection);
        Assert.That(await ReadLineAsync(), Is.EqualTo("all sent"));
        await connection.CompleteAsync();
        Assert.That(await counting, Is.EqualTo(accepted));
        Assert.That(await ReadToEndAsync(), Is.EqualTo((string[])["closed Remote None 0: Success"]));
    }

    [Test]
    public async Task A_server_that_never_reads_is_closed_with_the_number_of_unsent_packets()
    {
        await using PacketConnection connection = await AcceptAsync("127.0.0.1", "idle=300");
        await connection.SendAsync(4, BitConverter.GetBytes(1_000_000));
        int accepted = await ReadAcceptedAsync();
        string[] words = (await ReadLineAsync())!.Split(' ');
        Assert.That(words[..3], Is.EqualTo((string[])["closed", "IdleTimeout", "None"]));
        int unsent = int.Parse(words[3].TrimEnd(':'), CultureInfo.InvariantCulture);
        Assert.That(unsent, Is.InRange(1, 262));

        // The system of the client sends what it has taken, also after the process has ended. The last packet is not whole.
        Assert.That(await CountAsync(connection, canFail: true), Is.EqualTo(accepted - unsent).Or.EqualTo(Reset));
    }

    [Test]
    public async Task A_client_that_closes_sends_what_it_accepted_and_waits_for_the_end()
    {
        await using PacketConnection connection = await AcceptAsync("127.0.0.1");
        await connection.SendAsync(4, BitConverter.GetBytes(1_000_000));
        int accepted = await ReadAcceptedAsync();
        await connection.SendAsync(3, default);
        for (int i = 0; i < 100; i++)
        {
            await connection.SendAsync(1, new byte[1000]);
        }

        Assert.That((await ReadLineAsync())!, Does.StartWith("closed Local None "));
        Assert.That(await CountAsync(connection), Is.EqualTo(accepted), "The end is not a reset, although the client discards packets.");
        await connection.CompleteAsync();
        Assert.That(await ReadToEndAsync(), Is.EqualTo((string[])["all sent"]));
        Assert.That(_client!.ExitCode, Is.Zero);
    }

    [Test]
    public async Task A_client_connects_again_to_a_server_that_was_absent()
    {
        IPEndPoint endPoint = (IPEndPoint)_listener!.EndPoint;
        await using (PacketConnection first = await AcceptAsync("127.0.0.1", "again=50"))
        {
            _listener.Dispose();
        }

        Assert.That((await ReadLineAsync(), await ReadLineAsync()), Is.EqualTo(("connected", "closed Remote None 0: Success")));
        Assert.That((await ReadLineAsync(), await ReadLineAsync()), Is.EqualTo((Refused, Refused)));
        _listener = new PacketListener(endPoint);
        await using PacketConnection second = await _listener.AcceptAsync().WaitAsync(Limit);
        string? line;
        while ((line = await ReadLineAsync()) == Refused)
        {
        }

        Assert.That(line, Is.EqualTo("connected"));
        await second.SendAsync(3, default);
        Assert.That(await ReadLineAsync(), Is.EqualTo("closed Local None 0: Success"));
    }

    /// <summary>Counts the packets up to the end, or returns <see cref="Reset"/>. Each must be the next one.</summary>
    private static async Task<int> CountAsync(PacketConnection connection, bool canFail = false)
    {
        int count = 0;
        try
        {
            await foreach (PacketReadResult result in connection.ReadAllAsync())
            {
                if (result.Packet.Id == 7000)
                {
                    Assert.That(BitConverter.ToInt32(result.Packet.Payload), Is.EqualTo(count++));
                }
            }
        }
        catch (InvalidPacketException) when (canFail)
        {
        }
        catch (PacketConnectionException) when (canFail)
        {
            // The client resets the connection if the last packet is whole by chance, so that this is no normal end.
            return Reset;
        }

        return count;
    }

    private void StartClient(string host, EndPoint server, params string[] options)
    {
        _client?.Dispose();
        _client = ExternalProgram.Start(
            CppPrograms.PathOf("tests/fixtures/codec_poll_client"), [host, $"{((IPEndPoint)server).Port}", .. options], redirectInput: false);
    }

    private async Task<PacketConnection> AcceptAsync(string host, params string[] options)
    {
        Task<PacketConnection> accepting = _listener!.AcceptAsync();
        StartClient(host, _listener.EndPoint, options);
        return await accepting.WaitAsync(Limit);
    }

    private async Task<string?> ReadLineAsync() => await _client!.StandardOutput.ReadLineAsync().WaitAsync(Limit);

    private async Task<int> ReadAcceptedAsync()
    {
        Assert.That(await ReadLineAsync(), Is.EqualTo("connected"));
        return int.Parse((await ReadLineAsync())!["accepted ".Length..], CultureInfo.InvariantCulture);
    }

    private async Task<string[]> ReadToEndAsync()
    {
        string output = await _client!.StandardOutput.ReadToEndAsync().WaitAsync(Limit);
        await _client.WaitForExitAsync().WaitAsync(Limit);
        Assert.That(await _client.StandardError.ReadToEndAsync(), Is.Empty);
        return output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }
}
