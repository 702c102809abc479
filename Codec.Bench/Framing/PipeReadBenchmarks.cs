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
    /// An operation is 64 KB of packets: so that what the measuring process itself allocates now and then is no byte an operation, while a
    /// single object that the reader allocated in 64 MB still would be. Both sides read an operation by one call of a method, because the JIT
    /// is done with a method after some thirty calls; of calls that take all of the data there are fewer in the warm-up, and what was
    /// measured then was code from before it was profiled, for as long as the machine's speed had it.
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

    /// <summary>As many packets as the loop reads; each read of the pipe gives one chunk more. The connection lives on from run to run.</summary>
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
