using System;
using System.Collections.Generic;
using System.Linq;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Tests.Framing.Drivers;

/// <summary>What a decoder made of a stream: copies of the packets, and how it ended.</summary>
public sealed class Decoding
{
    public List<(uint Id, byte[] Payload)> Packets { get; } = [];

    /// <summary>What was wrong; <see cref="PacketError.None"/> also if the decoder still waits for bytes.</summary>
    public PacketError Error { get; set; }

    public PacketHint Hint { get; set; }

    /// <summary>Where the next packet, or the invalid one, starts.</summary>
    public long Position { get; set; }

    /// <summary>How often the handler threw.</summary>
    public int HandlerFailures { get; set; }

    /// <summary>Pooled memory that was not given back; 0 from decoders in place, which have no pool to rent from.</summary>
    public int Outstanding { get; set; }

    /// <summary>The most bytes that were rented at a time.</summary>
    public long PeakRented { get; set; }

    /// <summary>Whether another decoder found the same packets, and the same error at the same offset.</summary>
    public bool IsSameAs(Decoding other) => Error == other.Error && Position == other.Position && Packets.Count == other.Packets.Count
        && Packets.Zip(other.Packets, (mine, theirs) => mine.Id == theirs.Id && mine.Payload.AsSpan().SequenceEqual(theirs.Payload)).All(same => same);
}
