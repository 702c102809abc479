using System;
using Codec.Packets;

namespace Codec.Framing;

/// <summary>The result of <see cref="PacketReader.ReadPacketAsync"/>: a packet, or the reason why there is none.</summary>
public readonly struct PacketReadResult : IEquatable<PacketReadResult>
{
    private readonly PacketReader? _reader;
    private readonly int _version;

    internal PacketReadResult(PacketReader reader, int version)
    {
        _reader = reader;
        _version = version;
        Status = PacketReadStatus.Packet;
    }

    internal PacketReadResult(PacketReadStatus status, PacketError error)
    {
        Status = status;
        Error = error;
    }

    /// <summary>Gets whether there is a packet, or why there is none.</summary>
    public PacketReadStatus Status { get; }

    /// <summary>Gets the error if <see cref="Status"/> is <see cref="PacketReadStatus.Invalid"/>.</summary>
    public PacketError Error { get; }

    /// <summary>Gets whether there is a packet.</summary>
    public bool HasPacket => _reader is not null;

    /// <summary>Gets the packet, in the reader's memory; valid until the next read.</summary>
    /// <exception cref="InvalidOperationException">There is no packet, or a later read released its memory.</exception>
    public Packet Packet
    {
        get
        {
            if (_reader is null)
            {
                Throw.NoPacket();
            }

            return _reader.GetPacket(_version);
        }
    }

    /// <inheritdoc/>
    public bool Equals(PacketReadResult other) =>
        ReferenceEquals(_reader, other._reader) && _version == other._version && Status == other.Status && Error == other.Error;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PacketReadResult other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _version ^ ((int)Status << 29) ^ ((int)Error << 24);

    /// <summary>Returns whether both are the same result of the same read.</summary>
    public static bool operator ==(PacketReadResult left, PacketReadResult right) => left.Equals(right);

    /// <summary>Returns whether the two are different results.</summary>
    public static bool operator !=(PacketReadResult left, PacketReadResult right) => !left.Equals(right);
}
