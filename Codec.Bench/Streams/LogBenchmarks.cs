namespace Codec.Bench.Streams;

/// <summary>Writes a log of 100 MB in 8,000-byte records, and reads it back. The number of system calls is decisive.</summary>
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
}
