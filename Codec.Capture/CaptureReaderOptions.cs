namespace Codec.Capture;

/// <summary>The options of a <see cref="CaptureReader"/>. Read once, when the reader is created.</summary>
public sealed class CaptureReaderOptions
{
    /// <summary>Gets or sets the longest captured packet that is accepted, in bytes. 1,048,576 by default. It bounds the reader's memory.</summary>
    public int MaxPacketSize { get; set; } = CaptureWriterOptions.DefaultMaxPacketSize;

    /// <summary>Gets or sets the largest number of interfaces that a section may declare. 4,096 by default.</summary>
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
