using System;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>Describes why a connection of a <see cref="PacketClient"/> ended or could not be made, and whether the client connects again. Immutable.</summary>
public sealed class PacketClientClosed
{
    internal PacketClientClosed(PacketCloseReason reason, PacketError error = PacketError.None, Exception? exception = null, TimeSpan? reconnectDelay = null)
    {
        Reason = reason;
        Error = error;
        Exception = exception;
        ReconnectDelay = reconnectDelay;
    }

    /// <summary>
    /// Gets which side ended the connection, and why: <see cref="PacketCloseReason.Local"/>, <see cref="PacketCloseReason.Remote"/>,
    /// <see cref="PacketCloseReason.InvalidPacket"/>, <see cref="PacketCloseReason.IdleTimeout"/> or <see cref="PacketCloseReason.ConnectFailed"/>.
    /// </summary>
    public PacketCloseReason Reason { get; }

    /// <summary>
    /// Gets what was wrong with the peer's packet if <see cref="Reason"/> is <see cref="PacketCloseReason.InvalidPacket"/>. If the peer ended the
    /// connection inside a packet, it is <see cref="PacketError.HeaderTruncated"/> or <see cref="PacketError.PayloadTruncated"/>. It is
    /// <see cref="PacketError.None"/> if the peer broke the rules of the transport, for example with a text message.
    /// </summary>
    public PacketError Error { get; }

    /// <summary>
    /// Gets the exception that ended the connection, or <see langword="null"/> if this side closed it, the peer was silent too long, or the peer ended it after a whole
    /// packet. For an invalid packet it is an <see cref="Codec.Framing.InvalidPacketException"/> with the packet's position and a guess at what the bytes are.
    /// </summary>
    public Exception? Exception { get; }

    /// <summary>Gets after how long the client connects again, or <see langword="null"/> if it does not.</summary>
    public TimeSpan? ReconnectDelay { get; }

    /// <summary>Gets whether the client connects again. Call <see cref="PacketClient.Close"/> in the handler to prevent it.</summary>
    public bool WillReconnect => ReconnectDelay is not null;

    /// <summary>Returns a line for a log.</summary>
    public override string ToString()
    {
        string error = Error == PacketError.None ? "" : FormattableString.Invariant($" ({Error})");
        string exception = Exception is null ? "" : ": " + Exception.Message;
        string next = ReconnectDelay is { } delay ? FormattableString.Invariant($", reconnecting in {delay.TotalSeconds:0.0} s") : "";
        return FormattableString.Invariant($"{Reason}{error}{next}{exception}");
    }
}
