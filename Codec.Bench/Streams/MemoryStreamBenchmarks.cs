using Codec.Streams;
using Microsoft.IO;

namespace Codec.Bench.Streams;

/// <summary>
/// Which stream in memory? A new stream gets 1 KB writes up to its size, and then 8 KB reads to its end. Conclusion:
/// <see cref="ChunkedByteStream"/>, which never copies its content, from 1 KB on, and <see cref="ResizingByteStream"/> for less.
/// </summary>
public partial class MemoryStreamBenchmarks
{
    private readonly byte[] _written = new byte[1024];
    private readonly byte[] _read = new byte[8192];

    // One instance for all streams, as its documentation recommends.
    private readonly RecyclableMemoryStreamManager _manager = new();

    [Params(128, 1024, 8 * 1024, 64 * 1024, 128 * 1024, 1 << 20, 8 << 20, 128 << 20, 512 << 20)]
    public int Size { get; set; }

    [Benchmark(Baseline = true)]
    public int Memory() => Run(new MemoryStream());

    [Benchmark]
    public int PresizedMemory() => Run(new MemoryStream(Size));

    [Benchmark]
    public int Recyclable() => Run(_manager.GetStream());

    [Benchmark]
    public int Resizing() => Run(new ResizingByteStream());

    [Benchmark]
    public int Chunked() => Run(new ChunkedByteStream());

    private int Run(Stream stream)
    {
        using (stream)
        {
            int left = Size;
            for (; left >= _written.Length; left -= _written.Length)
            {
                stream.Write(_written, 0, _written.Length);
            }

            stream.Write(_written, 0, left);
            stream.Position = 0;
            int total = 0;
            int read;
            while ((read = stream.Read(_read, 0, _read.Length)) > 0)
            {
                total += read;
            }

            return total;
        }
    }
}
