using System.IO.Pipelines;

namespace Codec.Bench.Framing;

/// <summary>What does it cost to read packets from a pipe that is fed chunks of 1,460 bytes?</summary>
[SuppressMessage("Design", "CA1001", Justification = "GlobalCleanup disposes the reader.")]
public class PipeReadBenchmarks
{
    /// <summary>
    /// An operation is 64 KB of packets. Occasional allocations of the measuring process then count as less than a byte per operation, but a
    /// single object that the reader allocated in 64 MB would be visible. The reader's side calls a method for each operation, because the JIT
    /// compiles a method again after some thirty calls. If a call processed all of the data, the warm-up would have fewer calls, and the measured
    /// code could be the code before profiling, depending on the speed of the machine.
    /// </summary>
    private const int OperationBytes = 64 << 10;

    private const int Operations = PacketData.TotalBytes / OperationBytes;

    private byte[] _data = [];
    private ChunkPipeReader? _pipe;
    private HandWrittenPieces _pieces = new(new byte[PacketData.LongestPacket]);
    private PacketReader? _reader;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _data = PacketData.Create(Size);
        _pipe = new ChunkPipeReader(_data, PacketData.SegmentBytes);
        _reader = new PacketReader(new ChunkPipeReader(_data, PacketData.SegmentBytes));
    }

    [GlobalCleanup]
    public void Cleanup() => _reader!.DisposeAsync().AsTask().GetAwaiter().GetResult();

    /// <summary>Reads the pipe once to the end of the data.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Operations)]
    public async ValueTask<long> HandWrittenAsync()
    {
        long sum = 0;
        for (long left = _data.Length; left > 0;)
        {
            ReadResult result = await _pipe!.ReadAsync().ConfigureAwait(false);
            left -= result.Buffer.Length;
            sum += _pieces.Read(result.Buffer);
            _pipe.AdvanceTo(result.Buffer.End);
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
            Packet packet = result.Packet;
            sum += packet.Id + packet.Payload[0];
        }

        return sum;
    }
}
