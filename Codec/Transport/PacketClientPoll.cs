using System;

namespace Codec.Transport;

/// <summary>The result of <see cref="PacketClient.Poll"/>.</summary>
public readonly struct PacketClientPoll : IEquatable<PacketClientPoll>
{
    internal PacketClientPoll(int packets, bool hasReachedLimit)
    {
        Packets = packets;
        HasReachedLimit = hasReachedLimit;
    }

    /// <summary>Gets the number of packets that were dispatched.</summary>
    public int Packets { get; }

    /// <summary>Gets whether the call ended because of its limit of packets, bytes or time, so that more packets may wait.</summary>
    public bool HasReachedLimit { get; }

    /// <inheritdoc/>
    public bool Equals(PacketClientPoll other) => Packets == other.Packets && HasReachedLimit == other.HasReachedLimit;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PacketClientPoll other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => (Packets * 2) + (HasReachedLimit ? 1 : 0);

    /// <summary>Returns whether two results are equal.</summary>
    public static bool operator ==(PacketClientPoll left, PacketClientPoll right) => left.Equals(right);

    /// <summary>Returns whether two results differ.</summary>
    public static bool operator !=(PacketClientPoll left, PacketClientPoll right) => !left.Equals(right);
}
