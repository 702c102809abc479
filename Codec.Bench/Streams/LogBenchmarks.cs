using System;
using System.IO;
using System.Threading.Tasks;
using BenchmarkDotNet.Attributes;
using Codec.Framing;
using Microsoft.Win32.SafeHandles;

namespace Codec.Bench.Streams;

/// <summary>
/// How to write a log of 100 MB in 8,000-byte records, and how to read it back: in such records, to the end, or line by line? Conclusion: the number
/// of system calls is decisive. Without a buffer, there is one for each record. A buffer of 64 KB, which the packet writer has by default, needs an
/// eighth of them. An asynchronous call costs more, so the buffer gains most there. Reading to the end creates a string that is twice as long as the
/// file, and reading lines creates a string for each line. If bytes are sufficient, they are cheaper.
/// </summary>
[MemoryDiagnoser]
public class LogBenchmarks
{
    private const int Records = 100_000_000 / RecordSize;
    private const int RecordSize = 8000;

    private readonly byte[] _record = new byte[RecordSize];
    private readonly string _path = TemporaryFile.NewPath();
    private readonly string _target = TemporaryFile.NewPath();

    [Params(1, 4096, 65_536)]
    public int BufferSize { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        // Lines of 100 characters, for reading line by line.
        _record.AsSpan().Fill((byte)'x');
        for (int i = 99; i < RecordSize; i += 100)
        {
            _record[i] = (byte)'\n';
        }

        using FileStream file = File.Create(_path);
        for (int i = 0; i < Records; i++)
        {
            file.Write(_record, 0, RecordSize);
        }
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        File.Delete(_path);
        File.Delete(_target);
    }

    [Benchmark(Baseline = true)]
    public void Write()
    {
        using FileStream file = new(_target, FileMode.Create, FileAccess.Write, FileShare.None, BufferSize);
        for (int i = 0; i < Records; i++)
        {
            file.Write(_record, 0, RecordSize);
        }
    }

    [Benchmark]
    public async Task WriteAsync()
    {
        await using FileStream file = new(_target, FileMode.Create, FileAccess.Write, FileShare.None, BufferSize, FileOptions.Asynchronous);
        for (int i = 0; i < Records; i++)
        {
            await file.WriteAsync(_record.AsMemory()).ConfigureAwait(false);
        }
    }

    [Benchmark]
    public void WriteRandomAccess()
    {
        using SafeFileHandle file = File.OpenHandle(_target, FileMode.Create, FileAccess.Write);
        for (int i = 0; i < Records; i++)
        {
            RandomAccess.Write(file, _record, (long)i * RecordSize);
        }
    }

    [Benchmark]
    public void WritePackets()
    {
        using PacketWriter writer = new(new FileStream(_target, FileMode.Create, FileAccess.Write, FileShare.None, 0));
        for (int i = 0; i < Records; i++)
        {
            writer.Write(1, _record.AsSpan());
        }
    }

    [Benchmark]
    public void Read()
    {
        using FileStream file = new(_path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize);
        while (file.Read(_record, 0, RecordSize) > 0)
        {
        }
    }

    [Benchmark]
    public async Task ReadAsync()
    {
        await using FileStream file = new(_path, FileMode.Open, FileAccess.Read, FileShare.Read, BufferSize, FileOptions.Asynchronous);
        while (await file.ReadAsync(_record.AsMemory()).ConfigureAwait(false) > 0)
        {
        }
    }

    [Benchmark]
    public void ReadRandomAccess()
    {
        using SafeFileHandle file = File.OpenHandle(_path);
        for (int i = 0; i < Records; i++)
        {
            RandomAccess.Read(file, _record, (long)i * RecordSize);
        }
    }

    [Benchmark]
    public int ReadToEnd()
    {
        using StreamReader reader = OpenText(FileOptions.None);
        return reader.ReadToEnd().Length;
    }

    [Benchmark]
    public async Task<int> ReadToEndAsync()
    {
        using StreamReader reader = OpenText(FileOptions.Asynchronous);
        return (await reader.ReadToEndAsync().ConfigureAwait(false)).Length;
    }

    [Benchmark]
    public int ReadLines()
    {
        using StreamReader reader = OpenText(FileOptions.None);
        int lines = 0;
        while (reader.ReadLine() is not null)
        {
            lines++;
        }

        return lines;
    }

    [Benchmark]
    public async Task<int> ReadLinesAsync()
    {
        using StreamReader reader = OpenText(FileOptions.Asynchronous);
        int lines = 0;
        while (await reader.ReadLineAsync().ConfigureAwait(false) is not null)
        {
            lines++;
        }

        return lines;
    }

    // The reader's buffer is the only one. It has at least the minimum length that the reader accepts.
    private StreamReader OpenText(FileOptions options) => new(
        new FileStream(_path, FileMode.Open, FileAccess.Read, FileShare.Read, 1, options), bufferSize: Math.Max(BufferSize, 128));
}
