extern alias packets;

using packets::Game;

namespace Codec.Bench.Transport;

/// <summary>
/// What does polling a client add to the cost of the push decoder and the dispatcher that it contains? The handler reads two fields.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes them.")]
public class ClientPollBenchmarks
{
    private const int Count = 1_000;
    private readonly PacketPushDecoder _decoder = new();
    private readonly RepeatingTransport _transport = new();
    private byte[] _data = [];
    private PacketDispatcher<ClientPollBenchmarks>? _dispatcher;
    private PacketClient? _client;
    private double _sum;

    [GlobalSetup]
    public void Setup()
    {
        Move move = PlainMessages.Move();
        ArrayBufferWriter<byte> output = new();
        for (int i = 0; i < Count; i++)
        {
            PacketEncoder.Write(output, move);
        }

        _data = output.WrittenSpan.ToArray();
        PacketRoutes<ClientPollBenchmarks> routes = new PacketRoutes<ClientPollBenchmarks>().AddMove<ClientPollBenchmarks>(Take);
        _dispatcher = new PacketDispatcher<ClientPollBenchmarks>(routes, this, PacketDirections.ToServer);
        _client = new PacketClient(_ => new ValueTask<IPacketClientTransport>(_transport));
        _client.Connect();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _client!.Dispose();
        _dispatcher!.Dispose();
        _decoder.Dispose();
    }

    /// <summary>The baseline: only the push decoder and the dispatcher.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Count)]
    public double DecoderAndDispatcher()
    {
        ArraySegment<byte> chunk = new(_data);
        int packets = 0;
        while (_decoder.Read(ref chunk, out Packet packet) == OperationStatus.Done && _dispatcher!.Dispatch(packet) == PacketError.None)
        {
            packets++;
        }

        return packets == Count ? _sum : throw new InvalidOperationException("A packet was rejected.");
    }

    /// <summary>The call that a game makes in each frame.</summary>
    [Benchmark(OperationsPerInvoke = Count)]
    public double Poll()
    {
        _transport.Chunk = new ArraySegment<byte>(_data);
        return _client!.Poll(_dispatcher!) == Count ? _sum : throw new InvalidOperationException("A packet was rejected.");
    }

    private static void Take(ClientPollBenchmarks state, Move.View move) => state._sum += move.Entity + move.Time;

    private sealed class RepeatingTransport : IPacketClientTransport
    {
        public ArraySegment<byte> Chunk { get; set; }

        public bool TryReceive(out ArraySegment<byte> bytes)
        {
            bytes = Chunk;
            Chunk = default;
            return bytes.Count > 0;
        }

        public bool TrySend(ArraySegment<byte> bytes) => false;

        public void Dispose()
        {
        }
    }
}
