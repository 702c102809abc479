namespace Codec.Bench.Transport;

/// <summary>What does a connection add to the time of a round trip of one packet and its answer?</summary>
/// <remarks>Both ends are of the same kind, and asynchronous: connections, or sockets that send and receive the same bytes.</remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class PingPongBenchmarks
{
    // The system wakes threads fast for some time, and then slowly. With short turns, both sides have both phases.
    private const int Rounds = 200;
    private const int ManyRounds = 50 * Rounds;

    private readonly SemaphoreSlim _done = new(0);
    private readonly Gate _rawGate = new();
    private readonly Gate _gate = new();
    private Socket _rawClient = null!;
    private Socket _rawServer = null!;
    private PacketConnection _client = null!;
    private PacketConnection _server = null!;

    [Params(64, 1024)]
    public int Size { get; set; }

    private int PacketSize => PacketHeader.ByteCount + Size;

    [GlobalSetup]
    public void Setup()
    {
        (_rawClient, _rawServer) = LoopbackPair.Connect();
        (Socket client, Socket server) = LoopbackPair.Connect();
        _client = new PacketConnection(client);
        _server = new PacketConnection(server);
        _ = EchoRawAsync();
        _ = EchoAsync();
        _ = AskRawAsync();
        _ = AskAsync();
        _done.Wait();
        _done.Wait();
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await _server.DisposeAsync().ConfigureAwait(false);
        _rawClient.Dispose();
        _rawServer.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Rounds)]
    public void RawSocket()
    {
        _rawGate.Open();
        _done.Wait();
    }

    [Benchmark(OperationsPerInvoke = Rounds)]
    public void Connection()
    {
        _gate.Open();
        _done.Wait();
    }

    /// <summary>Makes so many round trips that other allocations of the process are negligible.</summary>
    [Benchmark(OperationsPerInvoke = ManyRounds)]
    public void ConnectionForLong()
    {
        for (int i = 0; i < ManyRounds; i += Rounds)
        {
            Connection();
        }
    }

    private async Task AskRawAsync()
    {
        byte[] packet = new byte[PacketSize];
        byte[] answer = new byte[PacketSize];
        while (true)
        {
            ValueTask open = _rawGate.WaitAsync();
            _done.Release();
            await open.ConfigureAwait(false);
            for (int i = 0; i < Rounds; i++)
            {
                await _rawClient.SendAsync(packet.AsMemory(), SocketFlags.None).ConfigureAwait(false);
                for (int received = 0; received < PacketSize;)
                {
                    received += await _rawClient.ReceiveAsync(answer.AsMemory(received), SocketFlags.None).ConfigureAwait(false);
                }
            }
        }
    }

    private async Task EchoRawAsync()
    {
        byte[] packet = new byte[PacketSize];
        while (true)
        {
            for (int received = 0; received < PacketSize;)
            {
                int count = await _rawServer.ReceiveAsync(packet.AsMemory(received), SocketFlags.None).ConfigureAwait(false);
                if (count == 0)
                {
                    return;
                }

                received += count;
            }

            await _rawServer.SendAsync(packet.AsMemory(), SocketFlags.None).ConfigureAwait(false);
        }
    }

    private async Task AskAsync()
    {
        byte[] payload = new byte[Size];
        await using ConfiguredCancelableAsyncEnumerable<PacketReadResult>.Enumerator answers =
            _client.ReadAllAsync().ConfigureAwait(false).GetAsyncEnumerator();
        while (true)
        {
            ValueTask open = _gate.WaitAsync();
            _done.Release();
            await open.ConfigureAwait(false);
            for (int i = 0; i < Rounds; i++)
            {
                await _client.SendAsync(HandWrittenSender.PacketId, payload).ConfigureAwait(false);
                await answers.MoveNextAsync();
            }
        }
    }

    private async Task EchoAsync()
    {
        await foreach (PacketReadResult result in _server.ReadAllAsync().ConfigureAwait(false))
        {
            ValueTask sent = Send(result.Packet);
            await sent.ConfigureAwait(false);
        }
    }

    private ValueTask Send(Packet packet) => _server.SendAsync(packet.Id, packet.Payload);
}
