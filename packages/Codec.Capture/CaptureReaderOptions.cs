namespace Codec.Capture;

/// <summary>The options of a <see cref="CaptureReader"/>. Immutable, and safe to share.</summary>
public sealed class CaptureReaderOptions
{
    /// <summary>Gets the default options.</summary>
    public static CaptureReaderOptions Default { get; } = new();

    /// <summary>Gets the length of the longest captured packet that is accepted, in bytes. 1,048,576 by default. It limits the reader's memory.</summary>
    public int MaxPacketSize { get; init; } = CaptureWriterOptions.DefaultMaxPacketSize;

    /// <summary>Gets the largest number of interfaces that a section may declare. 4,096 by default.</summary>
    public int MaxInterfaces { get; init; } = 4096;

    internal void Check()
    {
        // A block is longer than its packet, and its length must fit in an int.
        const int LargestPacket = 1 << 30;
        Throw.IfOutOfRange(nameof(MaxPacketSize), MaxPacketSize, 1, LargestPacket);
        Throw.IfOutOfRange(nameof(MaxInterfaces), MaxInterfaces, 1);
    }
}
