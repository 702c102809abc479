using System;
using System.IO;
using System.IO.Compression;
using BenchmarkDotNet.Attributes;

namespace Codec.Bench.Streams;

/// <summary>
/// Array or span? 256 bytes are written and read back through either overload. Conclusion: they cost the same if a stream overrides both. If a stream
/// overrides only the array form, each call of the span form rents an array and copies. So a library that has arrays should call the array form.
/// </summary>
[MemoryDiagnoser]
public class OverloadBenchmarks
{
    private const int Records = 256;

    private readonly byte[] _record = new byte[256];
    private readonly string _path = TemporaryFile.NewPath();
    private Stream _stream = Stream.Null;
    private byte[] _zipped = [];

    [Params("Memory", "File", "ArrayOnly", "Zip")]
    public string Kind { get; set; } = "";

    [GlobalSetup]
    public void Setup()
    {
        _stream = Kind switch
        {
            "File" => new FileStream(_path, FileMode.Create, FileAccess.ReadWrite, FileShare.None, 4096, FileOptions.DeleteOnClose),
            "ArrayOnly" => new ArrayOnlyStream(Records * _record.Length),
            _ => new MemoryStream(),
        };
        using MemoryStream zipped = new();
        using (DeflateStream deflate = new(zipped, CompressionLevel.Fastest, leaveOpen: true))
        {
            for (int i = 0; i < Records; i++)
            {
                deflate.Write(_record, 0, _record.Length);
            }
        }

        _zipped = zipped.ToArray();
    }

    [GlobalCleanup]
    public void Cleanup() => _stream.Dispose();

    [Benchmark(Baseline = true, OperationsPerInvoke = Records)]
    public void Array()
    {
        using Stream? deflate = Kind == "Zip" ? new DeflateStream(new MemoryStream(), CompressionLevel.Fastest) : null;
        Stream stream = deflate ?? Begin();
        for (int i = 0; i < Records; i++)
        {
            stream.Write(_record, 0, _record.Length);
        }

        using Stream? inflate = Kind == "Zip" ? new DeflateStream(new MemoryStream(_zipped), CompressionMode.Decompress) : null;
        stream = inflate ?? Begin();
        while (stream.Read(_record, 0, _record.Length) > 0)
        {
        }
    }

    [Benchmark(OperationsPerInvoke = Records)]
    public void Span()
    {
        using Stream? deflate = Kind == "Zip" ? new DeflateStream(new MemoryStream(), CompressionLevel.Fastest) : null;
        Stream stream = deflate ?? Begin();
        for (int i = 0; i < Records; i++)
        {
            stream.Write(_record.AsSpan());
        }

        using Stream? inflate = Kind == "Zip" ? new DeflateStream(new MemoryStream(_zipped), CompressionMode.Decompress) : null;
        stream = inflate ?? Begin();
        while (stream.Read(_record.AsSpan()) > 0)
        {
        }
    }

    private Stream Begin()
    {
        _stream.Position = 0;
        return _stream;
    }
}
