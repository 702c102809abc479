namespace Codec.Cli.Stats;

internal sealed class IdCount
{
    public required uint Id { get; init; }
    public required CaptureDirection Direction { get; init; }
    public string? Name { get; init; }
    public long Packets { get; private set; }

    /// <summary>Gets the size of the payloads as they were sent, in bytes.</summary>
    public long Bytes { get; private set; }

    /// <summary>Gets the size of the unpacked payloads, in bytes.</summary>
    public long UnpackedBytes { get; private set; }

    /// <summary>Gets the size of the payloads as they were sent, in percent of the unpacked size.</summary>
    public long PackedPercent => UnpackedBytes == 0 ? 100 : ((100 * Bytes) + (UnpackedBytes / 2)) / UnpackedBytes;

    public int Smallest { get; private set; } = int.MaxValue;
    public int Largest { get; private set; }
    public long Errors { get; private set; }

    public void Add(int size, int unpackedSize, bool isValid)
    {
        Packets++;
        Bytes += size;
        UnpackedBytes += unpackedSize;
        Smallest = Math.Min(Smallest, size);
        Largest = Math.Max(Largest, size);
        Errors += isValid ? 0 : 1;
    }
}
