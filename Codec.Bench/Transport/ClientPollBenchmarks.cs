extern alias packets;

using System.IO.Pipelines;
using Codec.Bench.Framing;
using packets::Game;

namespace Codec.Bench.Transport;

/// <summary>
/// What does a packet take that another thread receives and a client polls? The handler reads two fields.
/// </summary>
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes them.")]
public class ClientPollBenchmarks
{
    private const int Count = 1_000;
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
        _client = new PacketClient(_ => new ValueTask<PacketConnection>(new PacketConnection(new EndlessPipe(_data))),
            new PacketClientOptions { ReceiveLimit = 1 << 20 });
        _client.Connect();
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        _client!.Dispose();
        _dispatcher!.Dispose();
    }

    /// <summary>The call that a game makes in each frame. Another thread fills the connection.</summary>
    [Benchmark(OperationsPerInvoke = Count)]
    public double Poll()
    {
        for (int packets = 0; packets < Count;)
        {
            packets += _client!.State != PacketClientState.Closed ? _client.Poll(_dispatcher!, Count - packets)
                : throw new InvalidOperationException("A packet was rejected.");
        }

        return _sum;
    }

    private static void Take(ClientPollBenchmarks state, Move.View move) => state._sum += move.Entity + move.Time;

    private sealed class EndlessPipe(byte[] data) : IDuplexPipe
    {
        public PipeReader Input { get; } = new ChunkPipeReader(data, PacketData.SegmentBytes);

        public PipeWriter Output { get; } = new Pipe().Writer;
    }
}
