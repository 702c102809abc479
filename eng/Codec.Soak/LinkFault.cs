namespace Codec.Soak;

/// <summary>The fault of a link. The faults before <see cref="CutInPacket"/> lose no packets.</summary>
internal enum LinkFault
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>The relay splits the forwarded bytes into random pieces.</summary>
    RandomPieces,

    /// <summary>The relay forwards one byte at a time.</summary>
    Drip,

    /// <summary>The sender pauses between bursts, and the relay forwards bursts.</summary>
    Bursts,

    /// <summary>The relay stops reading for some time, so that the sender must wait.</summary>
    StalledRelay,

    /// <summary>The receiving application stops reading for some time.</summary>
    StalledReader,

    /// <summary>Waits for sending and receiving are cancelled again and again.</summary>
    CancelledWaits,

    /// <summary>
    /// At a byte that is usually inside a packet, the relay ends the stream to the receiver and resets the connection of the sender.
    /// </summary>
    CutInPacket,

    /// <summary>The relay resets both connections at a byte.</summary>
    Reset,

    /// <summary>The relay stops forwarding without closing a connection: only deadlines end the connections.</summary>
    HalfOpen,

    /// <summary>The relay stops reading until a sender with a deadline has given up, and then forwards the rest.</summary>
    GivenUp,

    /// <summary>The sender disposes its connection between two packets, without time to send the waiting ones.</summary>
    Disposed,
}
