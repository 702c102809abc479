using Codec.Capture;

namespace Codec.Bench.Streams;

/// <summary>Reads captures of 1 KB packets, up to more than the memory. An operation is a packet.</summary>
public class CaptureCurveBenchmarks : ICountsOperations
{
    private const int PacketsInMegabyte = 1024;

    private readonly byte[] _piece = new byte[65_536];
    private readonly string _capture = TemporaryFile.NewPath();

    [Params(1, 16, 256, 1024, 4096)]
    public int Megabytes { get; set; }

    public int Operations => Megabytes * PacketsInMegabyte;

    [GlobalSetup]
    public void Setup()
    {
        byte[] packet = new byte[1024];
        using CaptureWriter writer = CaptureWriter.Create(_capture);
        int count = SmokeRun.Packets(Operations);
        for (int i = 0; i < count; i++)
        {
            writer.Append(packet, CaptureDirection.Inbound, 1, DateTimeOffset.UnixEpoch);
        }
    }

    [GlobalCleanup]
    public void Cleanup() => File.Delete(_capture);

    [Benchmark]
    public long ReadCapture() => CaptureBenchmarks.ReadPackets(_capture);

    [Benchmark(Baseline = true)]
    public void ReadRaw() => CaptureBenchmarks.ReadPieces(_capture, _piece);
}
