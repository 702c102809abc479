using System.IO;
using System.Threading.Tasks;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Compat;

namespace Codec.Bench.Runtimes;

/// <summary>
/// What does one call of a FileStream cost, synchronous and asynchronous, with and without a buffer? 1,000 records of 1 KB, one call each.
/// Compiled for each runtime that the report compares.
/// </summary>
public class RuntimeFileBenchmarks
{
    private const int Records = 1000;

    /// <summary>The buffer size for no buffer. Every runtime's FileStream accepts 1, but not 0.</summary>
    private const int NoBuffer = 1;

    private const int Buffer = 4096;

    private readonly byte[] _record = new byte[1024];
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
    private readonly string _target = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    [GlobalSetup]
    public void Setup() => File.WriteAllBytes(_path, new byte[Records * _record.Length]);

    [GlobalCleanup]
    public void Cleanup()
    {
        File.Delete(_path);
        File.Delete(_target);
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Records)]
    public void Write() => WriteRecords(NoBuffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public void WriteBuffered() => WriteRecords(Buffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public Task WriteAsync() => WriteRecordsAsync(NoBuffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public Task WriteAsyncBuffered() => WriteRecordsAsync(Buffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public void Read() => ReadRecords(NoBuffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public void ReadBuffered() => ReadRecords(Buffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public Task ReadAsync() => ReadRecordsAsync(NoBuffer);

    [Benchmark(OperationsPerInvoke = Records)]
    public Task ReadAsyncBuffered() => ReadRecordsAsync(Buffer);

    private void WriteRecords(int buffer)
    {
        using FileStream file = new(_target, FileMode.Create, FileAccess.Write, FileShare.None, buffer);
        for (int i = 0; i < Records; i++)
        {
            file.Write(_record, 0, _record.Length);
        }
    }

    private async Task WriteRecordsAsync(int buffer)
    {
        using FileStream file = new(_target, FileMode.Create, FileAccess.Write, FileShare.None, buffer, FileOptions.Asynchronous);
        for (int i = 0; i < Records; i++)
        {
            await StreamCalls.WriteAsync(file, _record).ConfigureAwait(false);
        }
    }

    private void ReadRecords(int buffer)
    {
        using FileStream file = new(_path, FileMode.Open, FileAccess.Read, FileShare.Read, buffer);
        while (file.Read(_record, 0, _record.Length) > 0)
        {
        }
    }

    private async Task ReadRecordsAsync(int buffer)
    {
        using FileStream file = new(_path, FileMode.Open, FileAccess.Read, FileShare.Read, buffer, FileOptions.Asynchronous);
        while (await StreamCalls.ReadAsync(file, _record).ConfigureAwait(false) > 0)
        {
        }
    }
}
