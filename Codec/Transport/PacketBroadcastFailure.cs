using System;

namespace Codec.Transport;

/// <summary>A connection that did not get a broadcast packet.</summary>
public sealed class PacketBroadcastFailure
{
    internal PacketBroadcastFailure(PacketConnection connection, Exception exception)
    {
        Connection = connection;
        Exception = exception;
    }

    /// <summary>Gets the connection.</summary>
    public PacketConnection Connection { get; }

    /// <summary>Gets the exception that sending through the connection threw: a <see cref="PacketConnectionException"/> if the connection is closed.</summary>
    public Exception Exception { get; }
}
