using System;
using System.IO;
using BenchmarkDotNet.Attributes;
using Codec.Capture;

namespace Codec.Bench.Streams;

/// <summary>
/// What does a capture cost? 64 MB of 1 KB packets, against the same number of bytes written to and read from a file in 64 KB blocks. Conclusion: the
/// system takes nearly all of the time. The library adds some nanoseconds to each packet, and allocates nothing for it.
/// </summary>
[MemoryDiagnoser]
public class CaptureBenchmarks
{
    private const int Packets = 65_536;

    private readonly byte[] _packet = new byte[1024];
    private readonly byte[] _piece = new byte[65_536];
    private readonly string _capture = TemporaryFile.NewPath();
    private readonly string _raw = TemporaryFile.NewPath();
    private long _length;

    [GlobalSetup]
    public void Setup()
    {
        AppendCapture();
        _length = new FileInfo(_capture).Length;
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        File.Delete(_capture);
        File.Delete(_raw);
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public void AppendCapture()
    {
        using CaptureWriter writer = CaptureWriter.Create(_capture);
        for (int i = 0; i < Packets; i++)
        {
            writer.Append(_packet, CaptureDirection.Inbound, 1, DateTimeOffset.UnixEpoch);
        }
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public void WriteRaw()
    {
        using FileStream file = new(_raw, FileMode.Create, FileAccess.Write, FileShare.None, 0);
        for (long left = _length; left > 0; left -= _piece.Length)
        {
            file.Write(_piece, 0, (int)Math.Min(left, _piece.Length));
        }
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public long ReadCapture() => ReadPackets(_capture);

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void ReadRaw() => ReadPieces(_capture, _piece);

    /// <summary>Reads a capture packet by packet, and accesses each packet.</summary>
    internal static long ReadPackets(string path)
    {
        using CaptureReader reader = CaptureFile.OpenRead(path);
        long sum = 0;
        while (reader.Read(out CaptureRecord record) == CaptureStatus.Packet)
        {
            sum += record.Data[0];
        }

        return sum;
    }

    /// <summary>Reads a file to its end, in blocks of the array's length.</summary>
    internal static void ReadPieces(string path, byte[] piece)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.Read, 0);
        while (file.Read(piece, 0, piece.Length) > 0)
        {
        }
    }
}
