using Codec.Packets;

namespace Codec.Framing;

/// <summary>The exception for a stream of packets that is invalid, or ends inside a packet. Enumerations throw it; single reads return the error in their result.</summary>
public sealed class InvalidPacketException : IOException
{
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
        : base(PacketHints.Describe(error, position, hint))
    {
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
}
