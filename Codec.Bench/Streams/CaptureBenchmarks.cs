using Codec.Capture;

namespace Codec.Bench.Streams;

/// <summary>
/// What does a capture cost? 64 MB of 1 KB packets, against the same number of bytes read from a file in blocks of 64 KB, or copied to such blocks
/// and written. The files that are written keep their length, because allocating blocks of the disk takes longer than writing, and differs from run
/// to run. Both are first written in the same way, because Linux then caches them in pieces of the same sizes.
/// </summary>
public class CaptureBenchmarks
{
    private const int Packets = 65_536;

    private readonly byte[] _packet = new byte[1024];
    private readonly byte[] _piece = new byte[65_536];
    private readonly string _capture = Programs.TemporaryFile();
    private readonly FileStream _appended = Target();
    private readonly FileStream _raw = Target();
    private long _length;

    [GlobalSetup]
    public void Setup()
    {
        using (CaptureWriter writer = CaptureWriter.Create(_capture))
        {
            Append(writer);
        }

        _length = new FileInfo(_capture).Length;
        Write(_appended);
        Write(_raw);
    }

    [GlobalCleanup]
    public void Cleanup()
    {
        File.Delete(_capture);
        _appended.Dispose();
        _raw.Dispose();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public void AppendCapture()
    {
        _appended.Position = 0;
        using CaptureWriter writer = new(_appended, leaveOpen: true);
        Append(writer);
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public void HandWritten() => Write(_raw);

    [Benchmark(OperationsPerInvoke = Packets)]
    public long ReadCapture()
    {
        using CaptureReader reader = CaptureFile.OpenRead(_capture);
        long sum = 0;
        while (reader.Read(out CaptureRecord record) == CaptureStatus.Packet)
        {
            sum += record.Data[0];
        }

        return sum;
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Packets)]
    public void ReadRaw()
    {
        using FileStream file = new(_capture, FileMode.Open, FileAccess.Read, FileShare.Read, 0);
        while (file.Read(_piece, 0, _piece.Length) > 0)
        {
        }
    }

    private static FileStream Target() =>
        new(Programs.TemporaryFile(), FileMode.Create, FileAccess.Write, FileShare.None, 0, FileOptions.DeleteOnClose);

    private void Write(FileStream file)
    {
        file.Position = 0;
        int record = (int)(_length / Packets);
        int count = 0;
        for (int i = 0; i < Packets; i++)
        {
            if (record > _piece.Length - count)
            {
                file.Write(_piece, 0, count);
                count = 0;
            }

            _packet.AsSpan().CopyTo(_piece.AsSpan(count));
            count += record;
        }

        file.Write(_piece, 0, count);
    }

    private void Append(CaptureWriter writer)
    {
        for (int i = 0; i < Packets; i++)
        {
            writer.Append(_packet, CaptureDirection.Inbound, 1, DateTimeOffset.UnixEpoch);
        }
    }
}
