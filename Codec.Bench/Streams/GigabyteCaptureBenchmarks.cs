using System;
using System.IO;
using BenchmarkDotNet.Attributes;
using Codec.Bench.Measuring;
using Codec.Capture;

namespace Codec.Bench.Streams;

/// <summary>
/// Does the time to read a packet depend on the length of the capture? A capture of 1 GB with packets of 1 KB, against reading the file in 64 KB
/// blocks. Conclusion: no. The reader has one buffer of constant size.
/// </summary>
[MemoryDiagnoser]
public class GigabyteCaptureBenchmarks
{
    private const int Packets = 1 << 20;

    private readonly byte[] _piece = new byte[65_536];
    private readonly string _capture = TemporaryFile.NewPath();

    [GlobalSetup]
    public void Setup()
    {
        byte[] packet = new byte[1024];
        using CaptureWriter writer = CaptureWriter.Create(_capture);
        int count = SmokeRun.Packets(Packets);
        for (int i = 0; i < count; i++)
        {
            writer.Append(packet, CaptureDirection.Inbound, 1, DateTimeOffset.UnixEpoch);
        }
    }

    [GlobalCleanup]
    public void Cleanup() => File.Delete(_capture);

    [Benchmark(OperationsPerInvoke = Packets)]
    public long ReadCapture() => CaptureBenchmarks.ReadPackets(_capture);

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void ReadRaw() => CaptureBenchmarks.ReadPieces(_capture, _piece);
}
