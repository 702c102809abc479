using System.IO;
using System.Text;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Streams;

/// <summary>
/// Byte, character or buffer? 64 KB are written and read back, in memory and in a file. Conclusion: blocks are faster by an order of magnitude.
/// Single bytes are acceptable on a file only if the stream has a buffer. Characters additionally cost the encoder.
/// </summary>
[MemoryDiagnoser]
public class ByteOrBufferBenchmarks
{
    private const int Size = 64 * 1024;

    private readonly byte[] _piece = new byte[4096];
    private readonly string _path = TemporaryFile.NewPath();
    private Stream _stream = Stream.Null;

    [Params("Memory", "File")]
    public string Kind { get; set; } = "";

    [GlobalSetup]
    public void Setup() => _stream = Kind == "Memory"
        ? new MemoryStream()
        : new FileStream(_path, FileMode.Create, FileAccess.ReadWrite, FileShare.None, 4096, FileOptions.DeleteOnClose);

    [GlobalCleanup]
    public void Cleanup() => _stream.Dispose();

    [Benchmark(Baseline = true)]
    public void Pieces()
    {
        _stream.Position = 0;
        for (int i = 0; i < Size; i += _piece.Length)
        {
            _stream.Write(_piece, 0, _piece.Length);
        }

        _stream.Position = 0;
        while (_stream.Read(_piece, 0, _piece.Length) > 0)
        {
        }
    }

    [Benchmark]
    public void Bytes()
    {
        _stream.Position = 0;
        for (int i = 0; i < Size; i++)
        {
            _stream.WriteByte(65);
        }

        _stream.Position = 0;
        while (_stream.ReadByte() >= 0)
        {
        }
    }

    [Benchmark]
    public void Characters()
    {
        _stream.Position = 0;
        using (StreamWriter writer = new(_stream, Encoding.ASCII, 4096, leaveOpen: true))
        {
            for (int i = 0; i < Size; i++)
            {
                writer.Write('A');
            }
        }

        _stream.Position = 0;
        using StreamReader reader = new(_stream, Encoding.ASCII, false, 4096, leaveOpen: true);
        while (reader.Read() >= 0)
        {
        }
    }
}
