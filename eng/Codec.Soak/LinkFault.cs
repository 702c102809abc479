namespace Codec.Soak;

/// <summary>The fault of a link. The faults before <see cref="CutInPacket"/> lose no packets.</summary>
internal enum LinkFault
{
    None,

    /// <summary>The relay splits the forwarded bytes into random pieces.</summary>
    RandomPieces,

    /// <summary>The relay forwards one byte at a time.</summary>
    Drip,

    Bursts,

    /// <summary>The relay stops reading for some time, so that the sender must wait.</summary>
    StalledRelay,

    /// <summary>The receiving application stops reading for some time.</summary>
    StalledReader,

    /// <summary>Waits for sending and receiving are cancelled again and again.</summary>
    CancelledWaits,

    /// <summary>At a byte that is usually inside a packet, the relay ends the stream to the receiver and resets the connection of the sender.</summary>
    CutInPacket,

    Reset,

    /// <summary>The relay stops forwarding without closing a connection: only deadlines end the connections.</summary>
    HalfOpen,

    /// <summary>The sender disposes its connection between two packets, without time to send the waiting ones.</summary>
    Disposed,
}
