namespace Codec.Tests.Interop;

/// <summary>Tests the C++ poll client, as a separate process, against the C# listener and against sockets.</summary>
internal sealed class CppPollClientTests
{
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

    /// <summary>Counts the packets up to the end. Each must be the next one.</summary>
    private static async Task<int> CountAsync(PacketConnection connection)
    {
        int count = 0;
        await foreach (PacketReadResult result in connection.ReadAllAsync())
        {
            Assert.That(BitConverter.ToInt32(result.Packet.Payload), Is.EqualTo(count++));
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
