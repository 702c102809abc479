using System.Threading.Tasks;
using BenchmarkDotNet.Attributes;
using Codec.Framing;

namespace Codec.Bench.Framing;

/// <summary>What does it cost to read packets from a pipe that is fed chunks of 1,460 bytes?</summary>
[MemoryDiagnoser]
public class PipeReadBenchmarks
{
    private byte[] _data = [];
    private ChunkSegment? _chunks;
    private ChunkPipeReader? _reader;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _data = PacketData.Create(Size);
        (_chunks, _) = ChunkSegment.Split(_data, PacketData.SegmentBytes);
        _reader = new ChunkPipeReader(_chunks);
    }

    [Benchmark(Baseline = true)]
    public long HandWritten() => PacketData.HandWrittenLoop(_data);

    /// <summary>Each read of the pipe gives one chunk more.</summary>
    [Benchmark]
    public async Task<long> ReadPacketAsync()
    {
        long sum = 0;
        _reader!.Rewind();
        await using PacketReader reader = new(_reader);
        while (true)
        {
            PacketReadResult result = await reader.ReadPacketAsync().ConfigureAwait(false);
            if (!result.HasPacket)
            {
                return sum;
            }

            SequencePacket packet = result.Packet;
            sum += packet.Id + packet.FirstPayloadSpan[0];
        }
    }
}
