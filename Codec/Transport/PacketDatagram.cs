using System;
using System.Net;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>The result of <see cref="PacketDatagramSocket.ReceiveAsync"/>: one packet, or why the datagram is not one packet.</summary>
public readonly struct PacketDatagram : IEquatable<PacketDatagram>
{
    private readonly PacketDatagramSocket? _socket;
    private readonly int _length;

    // The number of this receive of the socket. It distinguishes results, because all receives share the socket's memory.
    private readonly long _receive;

    internal PacketDatagram(PacketDatagramSocket socket, int length, long receive, EndPoint remoteEndPoint)
    {
        _socket = socket;
        _length = length;
        _receive = receive;
        RemoteEndPoint = remoteEndPoint;
        Error = socket.Decode(receive, length, out _);
    }

    /// <summary>Gets the sender's address.</summary>
    public EndPoint RemoteEndPoint { get; }

    /// <summary>Gets why the datagram is not exactly one packet: it is too short, has bytes after the packet, or has a size that the format rejects.</summary>
    public PacketError Error { get; }

    /// <summary>Gets whether the datagram is exactly one packet. The default value has no packet.</summary>
    public bool HasPacket => _socket is not null && Error == PacketError.None;

    /// <summary>Gets the packet, in the socket's memory. It is valid until the next receive begins.</summary>
    /// <exception cref="InvalidOperationException">There is no packet: check <see cref="HasPacket"/> before. Or a later receive has begun.</exception>
    public Packet Packet
    {
        get
        {
            if (_socket is null || Error != PacketError.None)
            {
                Throw.DatagramNotPacket(Error);
            }

            _socket.Decode(_receive, _length, out Packet packet);
            return packet;
        }
    }

    /// <inheritdoc/>
    public bool Equals(PacketDatagram other) => ReferenceEquals(_socket, other._socket) && _receive == other._receive;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PacketDatagram other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _receive.GetHashCode();

    /// <summary>Returns whether both are results of the same receive.</summary>
    public static bool operator ==(PacketDatagram left, PacketDatagram right) => left.Equals(right);

    /// <summary>Returns whether the two are results of different receives.</summary>
    public static bool operator !=(PacketDatagram left, PacketDatagram right) => !left.Equals(right);
}
