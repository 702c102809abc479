using System;
using System.IO;

namespace Codec.Transport;

/// <summary>A connection is closed, so that packets can neither be sent nor come.</summary>
public sealed class PacketConnectionException : IOException
{
    /// <summary>Makes the exception without saying why.</summary>
    public PacketConnectionException()
    {
    }

    /// <summary>Makes the exception with a message of the caller's.</summary>
    /// <param name="message">The message.</param>
    public PacketConnectionException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception with a message of the caller's and a cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public PacketConnectionException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Makes the exception for a closed connection.</summary>
    /// <param name="reason">Who closed it, and why.</param>
    /// <param name="unsentPackets">How many accepted packets are not known to be handed over.</param>
    /// <param name="cause">What the connection's stream threw, where it did.</param>
    public PacketConnectionException(PacketCloseReason reason, long unsentPackets, Exception? cause)
        : base(Describe(reason, unsentPackets), cause)
    {
        Reason = reason;
        UnsentPackets = unsentPackets;
    }

    /// <summary>Who closed the connection, and why.</summary>
    public PacketCloseReason Reason { get; }

    /// <summary>
    /// How many packets were accepted for sending and are not known to be handed over: those that waited, and all of the write that did not end
    /// well. Every other accepted packet was handed to the stream whole.
    /// </summary>
    /// <remarks>
    /// Packets that waited together are one write, and a stream does not say how much of one it took before it failed: the peer may have the
    /// first of these packets, but no packet behind one that it lacks. A packet handed over can still be lost in the system's buffers. What is
    /// refused because this side completed the connection tells of the packets that were still being sent at that moment.
    /// </remarks>
    public long UnsentPackets { get; }

    private static string Describe(PacketCloseReason reason, long unsentPackets)
    {
        string what = reason switch
        {
            PacketCloseReason.Local => "This side closed the connection.",
            PacketCloseReason.Remote => "The peer closed the connection.",
            PacketCloseReason.HalfPacketTimeout => "The peer did not complete a packet in time.",
            PacketCloseReason.IdleTimeout => "The peer sent nothing, or took nothing, for too long.",
            PacketCloseReason.InvalidPacket => "The peer sent an invalid packet.",
            _ => "The connection failed.",
        };
        return unsentPackets == 0 ? what : FormattableString.Invariant($"{what} {unsentPackets} accepted packets are not known to be sent.");
    }
}
