using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Observes the packets that a connection receives, sends and rejects: for a capture, a log or counters.</summary>
/// <remarks>
/// <para>
/// An observer is set in <see cref="PacketConnectionOptions.Observer"/>, and may serve any number of connections. The base class does nothing;
/// override what is needed. A packet and its memory are valid during the call only. Observing allocates nothing.
/// </para>
/// <para>
/// <see cref="Sent"/> and <see cref="Received"/> run on different threads, also at the same time. For one connection, the calls of each method
/// come one after another.
/// </para>
/// <para>
/// An exception of an observer reaches the caller of the connection, and loses no packet. If <see cref="Sent"/> throws, the packet is not accepted, and
/// <c>SendAsync</c> throws the exception. If <see cref="Received"/> throws, the read throws the exception, and the next read begins with the packet.
/// If <see cref="Rejected"/> throws, the exception replaces that of the connection. An exception of the first two leaves the connection open.
/// </para>
/// </remarks>
public abstract class PacketConnectionObserver
{
    /// <summary>Called for each packet that a read returns, before the caller or the handler gets it, and for each packet of a session.</summary>
    /// <param name="connection">The connection. The method may send through it.</param>
    /// <param name="packet">The packet, header and payload. A dispatcher has not verified it yet.</param>
    public virtual void Received(PacketConnection connection, in Packet packet)
    {
    }

    /// <summary>Called for each packet that the connection accepts, in the order in which the packets are sent.</summary>
    /// <remarks>
    /// All senders of the connection wait for this method, because the connection's lock is held: it must be quick, and must not wait for another
    /// thread that uses the connection. Its own calls to send on, flush, complete or dispose the connection throw
    /// <see cref="InvalidOperationException"/>.
    /// </remarks>
    /// <param name="connection">The connection.</param>
    /// <param name="packet">The packet, header and payload, as it will be sent. The connection may still fail before it is.</param>
    public virtual void Sent(PacketConnection connection, in Packet packet)
    {
    }

    /// <summary>Called for each received packet or WebSocket message that the connection or a dispatcher rejects. The connection is closed.</summary>
    /// <remarks>
    /// A packet that a dispatcher rejects was passed to <see cref="Received"/> before. One that exceeds a rate limit was not. A deadline that passes rejects
    /// no packet, and neither does a dispatcher that accepts unknown packets.
    /// </remarks>
    /// <param name="connection">The connection.</param>
    /// <param name="reason">
    /// Why the packet was rejected, or <see cref="PacketError.None"/> for a text message, or for a packet that exceeds a rate limit. In the latter case, the
    /// connection's <see cref="PacketConnection.CloseReason"/> is <see cref="PacketCloseReason.RateLimit"/>.
    /// </param>
    /// <param name="bytes">
    /// The packet. If it is incomplete or its header is invalid, everything that was received from its first byte on. If the packet is only the beginning of a
    /// WebSocket message, its last byte is missing. The bytes of a text message are not included.
    /// </param>
    public virtual void Rejected(PacketConnection connection, PacketError reason, ReadOnlySpan<byte> bytes)
    {
    }
}
