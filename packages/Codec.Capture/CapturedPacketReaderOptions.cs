namespace Codec.Capture;

/// <summary>The options of a <see cref="CapturedPacketReader"/>. Immutable, and safe to share.</summary>
public sealed class CapturedPacketReaderOptions
{
    /// <summary>Gets the default options.</summary>
    public static CapturedPacketReaderOptions Default { get; } = new();

    /// <summary>Gets the packet format. <see cref="PacketFormat.Default"/> by default.</summary>
    public PacketFormat Format { get; init; } = PacketFormat.Default;

    /// <summary>Gets the server's TCP port. Connections to other ports are skipped. 7777 by default.</summary>
    public ushort Port { get; init; } = 7777;

    /// <summary>Gets whether the server wrote the capture, so that packets to it are inbound. Used if the records do not state a direction.</summary>
    public bool IsServer { get; init; }

    /// <summary>
    /// Gets the number of TCP streams that are followed at once, one for each direction of a connection. If there are more, the
    /// stream that was idle the longest is dropped and counted in <see cref="CapturedPacketReader.EvictedStreams"/>. 4,096 by default.
    /// </summary>
    public int MaxStreams { get; init; } = 4096;

    /// <summary>
    /// Gets the largest number of bytes of a stream that are kept while earlier bytes are missing. Each segment counts as 80 bytes more than
    /// its payload, for the memory that it takes. A stream with more is dropped. The default is 1,048,576, which is as much as TCP on common systems
    /// sends before an acknowledgement.
    /// </summary>
    public int MaxGap { get; init; } = 1024 * 1024;

    internal void Check()
    {
        Throw.IfNull(Format, nameof(Format));

        // The sum of this and the size of a segment must fit in an int.
        const int LargestGap = 1 << 29;
        Throw.IfOutOfRange(nameof(MaxStreams), MaxStreams, 1);
        Throw.IfOutOfRange(nameof(MaxGap), MaxGap, 0, LargestGap);
    }
}
