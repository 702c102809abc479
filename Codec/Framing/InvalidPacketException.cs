using Codec.Packets;

namespace Codec.Framing;

/// <summary>The exception for a stream of packets that is invalid, or ends inside a packet. Enumerations throw it; single reads return the error in their result.</summary>
public sealed class InvalidPacketException : IOException
{
    private readonly RejectedPacket? _packet;

    /// <summary>Creates the exception with a default message.</summary>
    public InvalidPacketException()
    {
    }

    /// <summary>Creates the exception with a message.</summary>
    /// <param name="message">The message.</param>
    public InvalidPacketException(string message)
        : base(message)
    {
    }

    /// <summary>Creates the exception with a message and a cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public InvalidPacketException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Creates the exception for an error at an offset in a stream.</summary>
    /// <param name="error">The error.</param>
    /// <param name="position">The offset of the packet, in bytes from the start of the stream.</param>
    /// <param name="hint">A guess at what the bytes are.</param>
    public InvalidPacketException(PacketError error, long position, PacketHint hint)
        : this(error, position, hint, null)
    {
    }

    internal InvalidPacketException(PacketError error, long position, PacketHint hint, RejectedPacket? packet)
        : base(PacketHints.Describe(error, position, hint, packet))
    {
        _packet = packet;
        Error = error;
        Position = position;
        Hint = hint;
    }

    /// <summary>Gets the error.</summary>
    public PacketError Error { get; }

    /// <summary>Gets the offset of the packet, in bytes from the start of the stream.</summary>
    public long Position { get; }

    /// <summary>Gets a guess at what the bytes are.</summary>
    public PacketHint Hint { get; }

    /// <summary>Gets the id of the packet, or <see langword="null"/> if it is not known, such as in an incomplete header.</summary>
    public uint? PacketId => _packet?.Id;

    /// <summary>Gets the name of the packet in the schema, such as <c>Game.Chat</c>, or <see langword="null"/> if it is not known.</summary>
    public string? PacketName => _packet?.Name;

    /// <summary>Gets the size of the payload that the header declares, in bytes, or <see langword="null"/> if it is not known.</summary>
    public long? PayloadSize => _packet?.Size;

    /// <summary>Gets the largest payload that the packet or the format may have, in bytes, or <see langword="null"/> if there is no limit or it is not known.</summary>
    public int? MaxPayloadSize => _packet is { Limit: not int.MaxValue } packet ? packet.Limit : null;

    /// <summary>Gets the direction in which the receiver accepts packets, <c>ToServer</c>, <c>ToClient</c> or <c>Both</c>, or <see langword="null"/> if it is not known.</summary>
    public string? Direction => _packet?.Direction;

    /// <summary>
    /// Gets the name of the first field that the verifier rejected, or <see langword="null"/> if there is none, such as in a struct or a payload without a
    /// valid table.
    /// </summary>
    public string? Field => _packet?.Field;
}
