namespace Codec.Bench.Framing;

/// <summary>What does it cost to decode packets from a sequence of 4 KB segments?</summary>
public class SequenceDecodeBenchmarks
{
    private readonly byte[] _cut = new byte[PacketData.LongestPacket];
    private ReadOnlySequence<byte> _sequence;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        (ChunkSegment first, ChunkSegment last) = ChunkSegment.Split(PacketData.Create(Size), 4096 - 20);
        _sequence = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    [Benchmark(Baseline = true)]
    public long HandWritten() => new HandWrittenPieces(_cut).Read(_sequence);

    [Benchmark]
    public long Codec()
    {
        long sum = 0;
        using SequencePacketReader reader = new(_sequence);
        while (reader.Read(out Packet packet, out _) == OperationStatus.Done)
        {
            sum += packet.Id + packet.Payload[0];
        }

        return sum;
    }
}
