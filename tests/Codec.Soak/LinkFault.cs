namespace Codec.Soak;

/// <summary>What happens to a link. The faults before <see cref="CutInPacket"/> lose nothing.</summary>
internal enum LinkFault
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>The relay cuts what it passes on into random pieces.</summary>
    RandomPieces,

    /// <summary>The relay passes on one byte at a time.</summary>
    Drip,

    /// <summary>The sender pauses between bursts, and the relay passes on bursts.</summary>
    Bursts,

    /// <summary>The relay stops reading for a time, so that the sender has to wait.</summary>
    StalledRelay,

    /// <summary>The receiving application stops reading for a time.</summary>
    StalledReader,

    /// <summary>Waits to send and to receive are cancelled all the time.</summary>
    CancelledWaits,

    /// <summary>The relay ends the stream to the receiver at a byte, mostly inside a packet, and resets the connection of the sender.</summary>
    CutInPacket,

    /// <summary>The relay resets both connections at a byte.</summary>
    Reset,

    /// <summary>The relay passes on nothing more, and says nothing: only deadlines end the connections.</summary>
    HalfOpen,

    /// <summary>The relay stops reading until a sender with a deadline has given up, and then passes on the rest.</summary>
    GivenUp,

    /// <summary>The sender disposes its connection between two packets, without time to send what waits.</summary>
    Disposed,
}
