namespace Codec.Cli.Tap;

internal sealed class TapCounts
{
    public long Packets { get; set; }

    /// <summary>Gets or sets the number of bytes, in packets and outside of packets.</summary>
    public long Bytes { get; set; }

    /// <summary>Gets or sets the number of streams and datagrams that had bytes that are not packets.</summary>
    public long NotPackets { get; set; }

    public long Lost { get; set; }
}
