using System;
using System.Net;
using Codec.Framing;
using Codec.Packets;

namespace Codec.Transport;

/// <summary>What <see cref="PacketDatagramSocket.ReceiveAsync"/> got: one packet, or why the datagram is none.</summary>
public readonly struct PacketDatagram : IEquatable<PacketDatagram>
{
    private readonly byte[]? _bytes;
    private readonly int _length;
    private readonly PacketFormat? _format;

    // The socket's receives up to this one: they share an array.
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

    /// <summary>Who sent it.</summary>
    public EndPoint RemoteEndPoint { get; }

    /// <summary>Why it is not exactly one packet: too short, something behind the packet, or a size that the format refuses.</summary>
    public PacketError Error { get; }

    /// <summary>Whether it is exactly one packet; the default value has none.</summary>
    public bool HasPacket => _format is not null && Error == PacketError.None;

    /// <summary>The packet, in the socket's memory; valid until the next receive.</summary>
    /// <exception cref="InvalidOperationException">There is none.</exception>
    public Packet Packet
    {
        get
        {
            Packet packet = default;
            if (_format is null || !PacketDecoder.TryDecodeDatagram(_bytes.AsSpan(0, _length), _format, out packet, out _))
            {
                Throw.NoPacket();
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

    /// <summary>Whether both came from the same receive.</summary>
    public static bool operator ==(PacketDatagram left, PacketDatagram right) => left.Equals(right);

    /// <summary>Whether the two came from different receives.</summary>
    public static bool operator !=(PacketDatagram left, PacketDatagram right) => !left.Equals(right);
}
