namespace Codec.Bench.Framing;

/// <summary>What does the push decoder cost if it gets the data in chunks, as from a socket?</summary>
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes the decoder.")]
public class PushDecodeBenchmarks
{
    private readonly byte[] _cut = new byte[PacketData.LongestPacket];
    private byte[] _data = [];
    private PacketPushDecoder? _decoder;

    [Params(64, 1024)]
    public int Size { get; set; }

    [Params(PacketData.SegmentBytes, 64 << 10)]
    public int Chunk { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _data = PacketData.Create(Size);
        _decoder = new PacketPushDecoder();
    }

    [GlobalCleanup]
    public void Cleanup() => _decoder!.Dispose();

    /// <summary>A hand-written push loop. It decodes in place, and copies only a packet that a chunk splits. It validates only lengths.</summary>
    [Benchmark(Baseline = true)]
    public long HandWrittenPush()
    {
        long sum = 0;
        HandWrittenPieces pieces = new(_cut);
        for (int offset = 0; offset < _data.Length; offset += Chunk)
        {
            sum += pieces.Read(_data, offset, Math.Min(offset + Chunk, _data.Length));
        }

        return sum;
    }

    [Benchmark]
    public long InPlace()
    {
        long sum = 0;
        PacketPushDecoder decoder = _decoder!;
        for (int offset = 0; offset < _data.Length; offset += Chunk)
        {
            ReadOnlySpan<byte> chunk = _data.AsSpan(offset, Math.Min(Chunk, _data.Length - offset));
            while (decoder.Read(ref chunk, out Packet packet) == OperationStatus.Done)
            {
                sum += packet.Id + packet.Payload[0];
            }
        }

        return sum;
    }
}
