namespace Codec.Tests.Framing.Drivers;

/// <summary>The result of decoding a stream: copies of the packets, and how decoding ended.</summary>
public sealed class Decoding
{
    public List<(uint Id, byte[] Payload)> Packets { get; } = [];

    /// <summary>Gets or sets the error. It is <see cref="PacketError.None"/> if the decoder waits for more bytes.</summary>
    public PacketError Error { get; set; }

    public PacketHint Hint { get; set; }

    /// <summary>Gets or sets the offset of the next packet or of the invalid packet.</summary>
    public long Position { get; set; }

    /// <summary>Gets or sets the number of exceptions that the handler threw.</summary>
    public int HandlerFailures { get; set; }

    /// <summary>Gets or sets the number of rented arrays or blocks that were not returned. It is 0 for decoders that do not use a pool.</summary>
    public int Outstanding { get; set; }

    /// <summary>Gets or sets the largest number of bytes that were rented at the same time.</summary>
    public long PeakRented { get; set; }

    /// <summary>Returns whether another decoder found the same packets, and the same error at the same offset.</summary>
    public bool IsSameAs(Decoding other) => Error == other.Error && Position == other.Position && Packets.Count == other.Packets.Count
        && Packets.Zip(other.Packets, (mine, theirs) => mine.Id == theirs.Id && mine.Payload.AsSpan().SequenceEqual(theirs.Payload)).All(same => same);
}
