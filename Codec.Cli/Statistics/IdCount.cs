using Codec.Capture;

namespace Codec.Cli.Statistics;

/// <summary>The packets of one id in one direction.</summary>
internal sealed class IdCount
{
    public required uint Id { get; init; }

    public required CaptureDirection Direction { get; init; }

    /// <summary>The name of the packet; <see langword="null"/> if it is not known.</summary>
    public string? Name { get; init; }

    public long Packets { get; private set; }

    /// <summary>The bytes of the payloads as they travelled.</summary>
    public long Bytes { get; private set; }

    /// <summary>The bytes of the payloads, unpacked.</summary>
    public long UnpackedBytes { get; private set; }

    /// <summary>The bytes as they travelled, in percent of the unpacked ones.</summary>
    public long PackedPercent => UnpackedBytes == 0 ? 100 : ((100 * Bytes) + (UnpackedBytes / 2)) / UnpackedBytes;

    public int Smallest { get; private set; } = int.MaxValue;

    public int Largest { get; private set; }

    public long Errors { get; private set; }

    public void Add(int size, int unpackedSize, bool isValid)
    {
        Packets++;
        Bytes += size;
        UnpackedBytes += unpackedSize;
        Smallest = System.Math.Min(Smallest, size);
        Largest = System.Math.Max(Largest, size);
        Errors += isValid ? 0 : 1;
    }
}
