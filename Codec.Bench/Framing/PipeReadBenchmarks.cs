using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;
using BenchmarkDotNet.Attributes;
using Codec.Framing;

namespace Codec.Bench.Framing;

/// <summary>What does it cost to read packets from a pipe that is fed chunks of 1,460 bytes?</summary>
[MemoryDiagnoser]
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes the reader.")]
public class PipeReadBenchmarks
{
    /// <summary>
    /// An operation is 64 KB of packets. Occasional allocations of the measuring process then count as less than a byte per operation, but a
    /// single object that the reader allocated in 64 MB would be visible. Both sides call a method for each operation, because the JIT compiles
    /// a method again after some thirty calls. If a call processed all of the data, the warm-up would have fewer calls, and the measured code
    /// could be the code before profiling, depending on the speed of the machine.
    /// </summary>
    private const int OperationBytes = 64 << 10;

    private const int Operations = PacketData.TotalBytes / OperationBytes;

    private byte[] _data = [];
    private PacketReader? _reader;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _data = PacketData.Create(Size);
        _reader = new PacketReader(new ChunkPipeReader(_data, PacketData.SegmentBytes));
    }

    [GlobalCleanup]
    public void Cleanup() => _reader!.DisposeAsync().AsTask().GetAwaiter().GetResult();

    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    public long HandWritten()
    {
        long sum = 0;
        for (int offset = 0; offset < _data.Length; offset += OperationBytes)
        {
            sum += PacketData.HandWrittenLoop(_data, offset, OperationBytes);
        }

        return sum;
    }

    /// <summary>Reads as many packets as the loop. Each read of the pipe returns one more chunk. The connection is kept between runs.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    public async ValueTask<long> ReadPacketAsync()
    {
        long sum = 0;
        for (int offset = 0; offset < _data.Length; offset += OperationBytes)
        {
            sum += await ReadOperationAsync(_reader!, OperationBytes / Size).ConfigureAwait(false);
        }

        return sum;
    }

    private static async ValueTask<long> ReadOperationAsync(PacketReader reader, int packets)
    {
        long sum = 0;
        for (; packets > 0; packets--)
        {
            PacketReadResult result = await reader.ReadPacketAsync().ConfigureAwait(false);
            SequencePacket packet = result.Packet;
            sum += packet.Id + packet.FirstPayloadSpan[0];
        }

        return sum;
    }
}
