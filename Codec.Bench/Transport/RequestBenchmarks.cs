using Codec.Generated;
using Codec.Sessions;

namespace Codec.Bench.Transport;

/// <summary>What does a request with its answer take over loopback? Both have 64 bytes, as the packets of <see cref="PingPongBenchmarks"/>.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The cleanup disposes them.")]
public class RequestBenchmarks
{
    /// <summary>The number of requests that wait for an answer at the same time.</summary>
    internal const int AtOnce = 64;

    /// <summary>The number of requests that each of <see cref="AtOnce"/> callers sends, one after the other.</summary>
    internal const int Each = 100;

    private const int Rounds = 200;

    // The task of a call, and waiting for it, allocate some hundred bytes.
    private const int ManyRounds = 250 * Rounds;

    private static readonly GeneratedAnswer<Block> ToBlock = new(Block.PacketId, Block.Size, null, Block.TryRead);

    private PacketConnection _client = null!;
    private PacketConnection _server = null!;
    private PacketDispatcher<PacketConnection> _dispatcher = null!;

    [GlobalSetup]
    public void Setup()
    {
        PacketConnectionOptions options = new() { Session = new PacketSessionOptions() };
        (Socket near, Socket far) = LoopbackPair.Connect();
        _client = new PacketConnection(near, options: options);
        _server = new PacketConnection(far, options: options);
        PacketRoutes<PacketConnection> routes = new();
        routes.AddRaw(Block.PacketId, static (PacketConnection state, in Packet packet) =>
            state.Session!.Answer(new Block(BinaryPrimitives.ReadUInt64LittleEndian(packet.Payload))));
        _dispatcher = new PacketDispatcher<PacketConnection>(routes, _server, PacketDirections.Both);
        _ = Task.Run(() => _server.RunAsync(_dispatcher));
        _ = new PacketSink(_client, int.MaxValue);
    }

    [GlobalCleanup]
    public async Task CleanupAsync()
    {
        await _client.DisposeAsync().ConfigureAwait(false);
        await _server.DisposeAsync().ConfigureAwait(false);
        _dispatcher.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Rounds)]
    public Task OneByOne() => AskAsync(Rounds);

    /// <summary>Makes so many requests that other allocations of the process are negligible.</summary>
    [Benchmark(OperationsPerInvoke = ManyRounds)]
    public Task OneByOneForLong() => AskAsync(ManyRounds);

    [Benchmark(OperationsPerInvoke = AtOnce * Each)]
    public Task ManyAtOnce() => Task.WhenAll(Enumerable.Range(0, AtOnce).Select(_ => AskAsync(Each)));

    private async Task AskAsync(int times)
    {
        for (ulong i = 0; i < (ulong)times; i++)
        {
            Block answer = await _client.Session!.AskAsync(new Block(i), ToBlock).ConfigureAwait(false);
            if (answer.Number != i)
            {
                throw new InvalidOperationException($"The answer to {i} is {answer.Number}.");
            }
        }
    }

    private readonly record struct Block(ulong Number) : IPacket
    {
        internal const uint PacketId = 7;
        internal const int Size = 64;

        public uint Id => PacketId;

        public int GetMaxByteCount() => Size;

        public bool TryWrite(Span<byte> destination, out int written)
        {
            written = Size;
            if (destination.Length < Size)
            {
                return false;
            }

            destination.Slice(0, Size).Clear();
            BinaryPrimitives.WriteUInt64LittleEndian(destination, Number);
            return true;
        }

        internal static bool TryRead(in Packet packet, DispatchScratch scratch, out Block message)
        {
            bool isRead = BinaryPrimitives.TryReadUInt64LittleEndian(packet.Payload, out ulong number);
            message = new Block(number);
            return isRead;
        }
    }
}
