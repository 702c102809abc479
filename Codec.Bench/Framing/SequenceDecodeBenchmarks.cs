using System.Buffers;
using BenchmarkDotNet.Attributes;
using Codec.Framing;

namespace Codec.Bench.Framing;

/// <summary>What does it cost to decode packets from a sequence of 4 KB segments?</summary>
[MemoryDiagnoser]
public class SequenceDecodeBenchmarks
{
    private byte[] _data = [];
    private ReadOnlySequence<byte> _sequence;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _data = PacketData.Create(Size);
        (ChunkSegment first, ChunkSegment last) = ChunkSegment.Split(_data, 4096 - 20);
        _sequence = new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    [Benchmark(Baseline = true)]
    public long HandWritten() => PacketData.HandWrittenLoop(_data);

    [Benchmark]
    public long Codec()
    {
        long sum = 0;
        SequencePacketReader reader = new(_sequence);
        while (reader.Read(out SequencePacket packet, out _) == OperationStatus.Done)
        {
            sum += packet.Id + packet.FirstPayloadSpan[0];
        }

        return sum;
    }
}
