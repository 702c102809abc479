using System;
using System.IO;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>A stream of packets was invalid, or ended inside a packet. Thrown where packets are enumerated; reads one by one say it in their result.</summary>
public sealed class InvalidPacketException : IOException
{
    /// <summary>Makes the exception without saying what is wrong.</summary>
    public InvalidPacketException()
    {
    }

    /// <summary>Makes the exception with a message of the caller's.</summary>
    /// <param name="message">The message.</param>
    public InvalidPacketException(string message)
        : base(message)
    {
    }

    /// <summary>Makes the exception with a message of the caller's and a cause.</summary>
    /// <param name="message">The message.</param>
    /// <param name="innerException">The cause.</param>
    public InvalidPacketException(string message, Exception innerException)
        : base(message, innerException)
    {
    }

    /// <summary>Makes the exception for an error at a place in a stream.</summary>
    /// <param name="error">What is wrong.</param>
    /// <param name="position">Where the packet starts, in bytes from the stream's start.</param>
    /// <param name="hint">What the bytes look like.</param>
    public InvalidPacketException(PacketError error, long position, PacketHint hint)
        : base(PacketHints.Describe(error, position, hint))
    {
        Error = error;
        Position = position;
        Hint = hint;
    }

    /// <summary>What is wrong.</summary>
    public PacketError Error { get; }

    /// <summary>Where the packet starts, in bytes from the stream's start.</summary>
    public long Position { get; }

    /// <summary>What the bytes look like.</summary>
    public PacketHint Hint { get; }
}
