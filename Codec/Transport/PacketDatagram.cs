using System;
using System.Net;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>The result of <see cref="PacketDatagramSocket.ReceiveAsync"/>: one packet, or why the datagram is not one packet.</summary>
public readonly struct PacketDatagram : IEquatable<PacketDatagram>
{
    private readonly byte[]? _bytes;
    private readonly int _length;
    private readonly PacketFormat? _format;

    // The number of this receive of the socket. It distinguishes results, because all receives share one array.
    private readonly long _receive;

    internal PacketDatagram(byte[] bytes, int length, long receive, PacketFormat format, EndPoint remoteEndPoint)
    {
        _bytes = bytes;
        _length = length;
        _receive = receive;
        _format = format;
        RemoteEndPoint = remoteEndPoint;
        PacketDecoder.TryDecodeDatagram(bytes.AsSpan(0, length), format, out _, out PacketError error);
        Error = error;
    }

    /// <summary>Gets the sender's address.</summary>
    public EndPoint RemoteEndPoint { get; }

    /// <summary>Gets why the datagram is not exactly one packet: it is too short, has bytes after the packet, or has a size that the format rejects.</summary>
    public PacketError Error { get; }

    /// <summary>Gets whether the datagram is exactly one packet. The default value has no packet.</summary>
    public bool HasPacket => _format is not null && Error == PacketError.None;

    /// <summary>Gets the packet, in the socket's memory. It is valid until the next receive.</summary>
    /// <exception cref="InvalidOperationException">There is no packet: check <see cref="HasPacket"/> before.</exception>
    public Packet Packet
    {
        get
        {
            Packet packet = default;
            if (_format is null || !PacketDecoder.TryDecodeDatagram(_bytes.AsSpan(0, _length), _format, out packet, out _))
            {
                Throw.DatagramNotPacket(Error);
            }

            return packet;
        }
    }

    /// <inheritdoc/>
    public bool Equals(PacketDatagram other) => ReferenceEquals(_bytes, other._bytes) && _receive == other._receive;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PacketDatagram other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _receive.GetHashCode();

    /// <summary>Returns whether both are results of the same receive.</summary>
    public static bool operator ==(PacketDatagram left, PacketDatagram right) => left.Equals(right);

    /// <summary>Returns whether the two are results of different receives.</summary>
    public static bool operator !=(PacketDatagram left, PacketDatagram right) => !left.Equals(right);
}
