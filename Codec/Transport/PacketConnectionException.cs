using Codec.Sessions;

namespace Codec.Transport;

/// <summary>The exception for a call on a closed connection, which can neither send nor receive packets.</summary>
public sealed class PacketConnectionException : IOException
{
    /// <summary>Creates the exception with a default message.</summary>
    public PacketConnectionException()
    {
    }

    /// <summary>Creates the exception with a message.</summary>
    /// <param name="message">The message.</param>
    public PacketConnectionException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and a cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public PacketConnectionException(string message, Exception? innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates the exception for a closed connection.</summary>
    /// <param name="reason">Which side closed the connection, and why.</param>
    /// <param name="unsentPackets">The number of accepted packets that may not have been sent.</param>
    /// <param name="cause">The exception that closed the connection, if there was one.</param>
    public PacketConnectionException(PacketCloseReason reason, long unsentPackets, Exception? cause)
        : base(Describe(reason, unsentPackets) + (cause is SessionEndException ? " " + cause.Message.TrimEnd() : ""), cause)
    {
        Reason = reason;
        UnsentPackets = unsentPackets;
    }

    /// <summary>Gets which side closed the connection, and why.</summary>
    public PacketCloseReason Reason { get; }

    /// <summary>
    /// Gets the number of accepted packets that may not have been sent: those that waited, and those in the write that failed.
    /// Every other accepted packet was passed to the stream as a whole.
    /// </summary>
    /// <remarks>
    /// Packets that waited together share a write, and a stream does not report how much of a failed write was sent. The peer receives a prefix of the accepted
    /// packets, which can include the first of the counted packets. A packet that was passed on can still be lost in the system's buffers. If a send is
    /// rejected because this side completed the connection, this is the number of packets that were still being sent at that moment.
    /// </remarks>
    public long UnsentPackets { get; }

    /// <summary>Gets why the server refused the session, or <see cref="RefusalReason.None"/>. The message has the server's text.</summary>
    public RefusalReason Refusal => (InnerException as SessionEndException)?.Refusal ?? RefusalReason.None;

    private static string Describe(PacketCloseReason reason, long unsentPackets)
    {
        string what = reason switch
        {
            PacketCloseReason.Local => "This side closed the connection.",
            PacketCloseReason.Remote => "The peer closed the connection.",
            PacketCloseReason.HalfPacketTimeout => "The peer did not complete a packet in time.",
            PacketCloseReason.IdleTimeout => "The peer sent no data, or accepted none, for too long.",
            PacketCloseReason.InvalidPacket => "The peer sent an invalid packet.",
            PacketCloseReason.ConnectFailed => "The connection could not be made.",
            PacketCloseReason.RateLimit => "The peer exceeded the limit of received packets or bytes per second.",
            _ => "The connection failed.",
        };
        return unsentPackets == 0 ? what : FormattableString.Invariant($"{what} {unsentPackets} accepted packets may not have been sent.");
    }
}
