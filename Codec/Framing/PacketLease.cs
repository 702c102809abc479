namespace Codec.Framing;

/// <summary>A copy of a packet in pooled memory, for packets that are kept after the call that delivered them.</summary>
/// <remarks>
/// Disposing returns the memory. After that, every use of any copy of the lease throws <see cref="ObjectDisposedException"/>, even if the memory
/// has been leased again. Spans that were taken before cannot be guarded: do not keep them. A second Dispose is a no-op. The lease can be passed
/// to another thread, and is not thread-safe. After some use, creating and returning leases allocates nothing.
/// </remarks>
public readonly struct PacketLease : IDisposable, IEquatable<PacketLease>
{
    private readonly PacketLeaseBlock? _block;
    private readonly long _version;

    private PacketLease(PacketLeaseBlock block, long version)
    {
        _block = block;
        _version = version;
    }

    /// <summary>Gets the packet, in the memory of the lease; valid until the lease is disposed.</summary>
    /// <exception cref="ObjectDisposedException">The lease was returned, or is the default value.</exception>
    public Packet Packet
    {
        get
        {
            if (_block is null || _block.Version != _version)
            {
                Throw.Disposed(nameof(PacketLease));
            }

            return new Packet(_block.Array, 0, _block.Length, _block.Id, _block.HeaderSize);
        }
    }

    /// <summary>Returns the memory to the pool.</summary>
    public void Dispose() => _block?.TryReturn(_version);

    /// <inheritdoc/>
    public bool Equals(PacketLease other) => ReferenceEquals(_block, other._block) && _version == other._version;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PacketLease other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => RuntimeHelpers.GetHashCode(_block);

    /// <summary>Returns whether both are the same lease.</summary>
    public static bool operator ==(PacketLease left, PacketLease right) => left.Equals(right);

    /// <summary>Returns whether the two are different leases.</summary>
    public static bool operator !=(PacketLease left, PacketLease right) => !left.Equals(right);

    internal static PacketLease Copy(in Packet packet)
    {
        PacketLeaseBlock block = PacketLeaseBlock.Rent(packet.Raw.Length);
        packet.Raw.CopyTo(block.Array);
        block.Id = packet.Id;
        block.HeaderSize = packet.HeaderSize;
        return new PacketLease(block, block.Version);
    }
}
