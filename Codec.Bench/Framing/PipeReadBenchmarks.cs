using System;
using System.IO.Pipelines;
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
    private Pipe? _pipe;

    [Params(64, 1024)]
    public int Size { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _data = PacketData.Create(Size);
        (_chunks, _) = ChunkSegment.Split(_data, PacketData.SegmentBytes);
        _reader = new ChunkPipeReader(_chunks);
        _pipe = new Pipe(new PipeOptions(readerScheduler: PipeScheduler.Inline, writerScheduler: PipeScheduler.Inline, useSynchronizationContext: false));
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

    /// <summary>A real pipe, whose writer runs in between on the same thread; the pipe's own cost, and the copy into it, are in the figure.</summary>
    [Benchmark]
    public long RealPipe()
    {
        long sum = 0;
        _pipe!.Reset();
        PacketReader reader = new(_pipe.Reader);
        int offset = 0;
        while (true)
        {
            ValueTask<PacketReadResult> read = reader.ReadPacketAsync();
            while (!read.IsCompleted)
            {
                Feed(ref offset);
            }

            PacketReadResult result = read.GetAwaiter().GetResult();
            if (!result.HasPacket)
            {
                _pipe.Reader.Complete();
                return sum;
            }

            SequencePacket packet = result.Packet;
            sum += packet.Id + packet.FirstPayloadSpan[0];
        }
    }

    /// <summary>The same pipe, fed and drained without looking at the bytes.</summary>
    [Benchmark]
    public long RealPipeWithoutFraming()
    {
        long sum = 0;
        _pipe!.Reset();
        int offset = 0;
        while (offset < _data.Length)
        {
            Feed(ref offset);
            if (_pipe.Reader.TryRead(out ReadResult result))
            {
                sum += result.Buffer.First.Span[0];
                _pipe.Reader.AdvanceTo(result.Buffer.End);
            }
        }

        _pipe.Writer.Complete();
        _pipe.Reader.Complete();
        return sum;
    }

    private void Feed(ref int offset)
    {
        int count = Math.Min(PacketData.SegmentBytes, _data.Length - offset);
        if (count == 0)
        {
            _pipe!.Writer.Complete();
            return;
        }

        _data.AsSpan(offset, count).CopyTo(_pipe!.Writer.GetSpan(count));
        _pipe.Writer.Advance(count);
        offset += count;
        ValueTask<FlushResult> flush = _pipe.Writer.FlushAsync();
        if (flush.IsCompleted)
        {
            flush.GetAwaiter().GetResult();
        }
    }
}
