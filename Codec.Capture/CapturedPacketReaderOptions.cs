using Codec.Packets;

namespace Codec.Capture;

/// <summary>How a <see cref="CapturedPacketReader"/> finds packets. Read once, when the reader is made.</summary>
public sealed class CapturedPacketReaderOptions
{
    /// <summary>How packets look; the default format unless set.</summary>
    public PacketFormat Format { get; set; } = PacketFormat.Default;

    /// <summary>The server's TCP port; other connections in the capture are passed over. 7777 unless set.</summary>
    public ushort Port { get; set; } = 7777;

    /// <summary>Gets or sets whether the server captured, so that packets to it are inbound. Used if the records do not state a direction.</summary>
    public bool IsServer { get; set; }

    /// <summary>
    /// Gets or sets the number of TCP streams that are followed at once, one for each direction of a connection. If there are more, the
    /// stream that was idle the longest is dropped and counted in <see cref="CapturedPacketReader.EvictedStreams"/>. 4,096 by default.
    /// </summary>
    public int MaxStreams { get; set; } = 4096;

    /// <summary>
    /// How many bytes of a stream may be kept because bytes before them are missing, before the stream is dropped; 1,048,576 unless set,
    /// which is as much as TCP sends ahead on common systems.
    /// </summary>
    public int MaxGap { get; set; } = 1024 * 1024;

    internal void Check()
    {
        if (Format is null)
        {
            Throw.ArgumentNull(nameof(Format));
        }

        if (MaxStreams <= 0)
        {
            Throw.ArgumentNotPositive(nameof(MaxStreams), MaxStreams);
        }

        if (MaxGap < 0)
        {
            Throw.NegativeArgument(nameof(MaxGap), MaxGap);
        }

        // With a packet and a segment beside it, the sum must fit an int.
        const int LargestGap = 1 << 29;
        if (MaxGap > LargestGap)
        {
            Throw.ArgumentAbove(nameof(MaxGap), MaxGap, LargestGap);
        }
    }
}
