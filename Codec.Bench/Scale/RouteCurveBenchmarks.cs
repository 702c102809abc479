namespace Codec.Bench.Scale;

/// <summary>Dispatches packets with ids all over many routes. The loop beside it validates nothing and calls the delegate at the id.</summary>
public sealed class RouteCurveBenchmarks : IDisposable
{
    private const int Packets = 1000;
    private const int PayloadSize = 16;

    private readonly Action<long[], ReadOnlySpan<byte>>?[] _handlers = new Action<long[], ReadOnlySpan<byte>>?[ushort.MaxValue + 1];
    private readonly long[] _sum = [0];
    private byte[] _packets = [];
    private PacketDispatcher<long[]>? _dispatcher;

    [Params(10, 100, 1000, 10_000)]
    public int Routes { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        Array.Fill(_handlers, static (state, payload) => state[0] += payload[0], 1, Routes);
        ArrayBufferWriter<byte> output = new();
        byte[] payload = new byte[PayloadSize];
        Random random = new(1);
        for (int i = 0; i < Packets; i++)
        {
            PacketEncoder.Write(output, (uint)random.Next(1, Routes + 1), payload);
        }

        _packets = output.WrittenSpan.ToArray();
        _dispatcher = Create();
    }

    [GlobalCleanup]
    public void Dispose() => _dispatcher?.Dispose();

    [Benchmark]
    public void Make() => Create().Dispose();

    [Benchmark(OperationsPerInvoke = Packets)]
    public void Dispatch()
    {
        int offset = 0;
        while (PacketDecoder.Decode(new ArraySegment<byte>(_packets, offset, _packets.Length - offset), PacketFormat.Default, out Packet packet,
            out int consumed, out _) == OperationStatus.Done
            && _dispatcher!.Dispatch(packet) == PacketError.None)
        {
            offset += consumed;
        }

        if (offset != _packets.Length)
        {
            throw new InvalidOperationException("A packet was rejected.");
        }
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void Delegates()
    {
        for (int offset = 0; offset < _packets.Length;)
        {
            ReadOnlySpan<byte> packet = _packets.AsSpan(offset);
            int size = BinaryPrimitives.ReadUInt16LittleEndian(packet);
            _handlers[BinaryPrimitives.ReadUInt16LittleEndian(packet[2..])]!(_sum, packet.Slice(PacketHeader.ByteCount, size));
            offset += PacketHeader.ByteCount + size;
        }
    }

    private PacketDispatcher<long[]> Create()
    {
        PacketRoutes<long[]> routes = new();
        for (uint id = 1; id <= Routes; id++)
        {
            routes.AddRaw(id, static (state, in packet) => state[0] += packet.Payload[0]);
        }

        return new PacketDispatcher<long[]>(routes, _sum, PacketDirections.Both);
    }
}
