namespace Codec.Cli.Proxying;

/// <summary>The counters of a tap for one direction.</summary>
public sealed class TapCounts
{
    /// <summary>Gets or sets the number of packets.</summary>
    public long Packets { get; set; }

    /// <summary>Gets or sets the number of bytes, in packets and outside of packets.</summary>
    public long Bytes { get; set; }

    /// <summary>Gets or sets the number of streams and datagrams that had bytes that are not packets.</summary>
    public long NotPackets { get; set; }

    /// <summary>Gets or sets the number of datagrams that were dropped.</summary>
    public long Lost { get; set; }
}
