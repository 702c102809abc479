using BenchmarkDotNet.Attributes;
using K4os.Streams;
using Microsoft.IO;

namespace Codec.Bench.Streams;

/// <content>The streams of other libraries. Compiled only with <c>-p:Peers=true</c>, because not every registry has them.</content>
public partial class MemoryStreamBenchmarks
{
    // One instance for all streams, as its documentation recommends.
    private readonly RecyclableMemoryStreamManager _manager = new();

    [Benchmark]
    public int Recyclable() => Run(_manager.GetStream());

    [Benchmark]
    public int K4osResizing() => Run(new ResizingByteBufferStream());

    [Benchmark]
    public int K4osChunked() => Run(new ChunkedByteBufferStream());
}
