namespace Codec.Capture;

/// <summary>What a <see cref="CaptureReader"/> accepts. Read once, when the reader is made.</summary>
public sealed class CaptureReaderOptions
{
    /// <summary>The longest captured packet, in bytes; 1,048,576 unless set. The reader's memory is bounded by it.</summary>
    public int MaxPacketSize { get; set; } = CaptureWriterOptions.DefaultMaxPacketSize;

    /// <summary>The most interfaces that a section may declare; 4,096 unless set.</summary>
    public int MaxInterfaces { get; set; } = 4096;

    internal void Check()
    {
        // The fields and options of a block can be as large again, and the sum must fit an int.
        const int LargestPacket = 1 << 30;
        if (MaxPacketSize <= 0)
        {
            Throw.ArgumentNotPositive(nameof(MaxPacketSize), MaxPacketSize);
        }

        if (MaxPacketSize > LargestPacket)
        {
            Throw.ArgumentAbove(nameof(MaxPacketSize), MaxPacketSize, LargestPacket);
        }

        if (MaxInterfaces <= 0)
        {
            Throw.ArgumentNotPositive(nameof(MaxInterfaces), MaxInterfaces);
        }
    }
}
