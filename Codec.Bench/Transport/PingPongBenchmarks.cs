namespace Codec.Bench.Transport;

/// <summary>What does a connection add to the time of a round trip of one packet and its answer?</summary>
/// <remarks>Both ends are of the same kind, and asynchronous: connections, or sockets that send and receive the same bytes.</remarks>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class PingPongBenchmarks
{
    // The system wakes threads fast for some time, and then slowly. With short turns, both sides have both phases.
    private const int Rounds = 200;

    // The task of a call, and waiting for it, allocate some hundred bytes.
    private const int ManyRounds = 250 * Rounds;

    private RawEchoServer _rawServer = null!;
    private EchoClient _rawClient = null!;
    private PacketEchoServer _server = null!;
    private PacketConnection _client = null!;
    private IAsyncEnumerator<PacketReadResult> _answers = null!;
    private byte[] _packet = [];

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _packet = HandWrittenSender.MakePacket(PacketHeader.ByteCount + Size);
        _rawServer = new RawEchoServer(_packet.Length);
        _ = _rawServer.AcceptAsync();
        _rawClient = new EchoClient(_rawServer.EndPoint, _packet.Length);
        _server = new PacketEchoServer(_packet.Length);
        _ = _server.AcceptAsync();
        _client = new PacketConnection(LoopbackPair.Connect(_server.EndPoint));
        _answers = _client.ReadAllAsync().GetAsyncEnumerator();
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        _server.Dispose();
        _rawClient.Dispose();
        _rawServer.Dispose();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Rounds)]
    public Task RawSocket() => _rawClient.AskAsync(_packet, Rounds);

    [Benchmark(OperationsPerInvoke = Rounds)]
    public Task Connection() => AskAsync(Rounds);

    /// <summary>Makes so many round trips that other allocations of the process are negligible.</summary>
    [Benchmark(OperationsPerInvoke = ManyRounds)]
    public Task ConnectionForLong() => AskAsync(ManyRounds);

    private async Task AskAsync(int times)
    {
        for (; times > 0; times--)
        {
            await _client.SendAsync(HandWrittenSender.PacketId, _packet.AsSpan(PacketHeader.ByteCount)).ConfigureAwait(false);
            await _answers.MoveNextAsync().ConfigureAwait(false);
        }
    }
}
