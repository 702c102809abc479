using Codec.Packets;

namespace Codec.Framing;

/// <summary>The result of a read or a receive: a packet, or the reason why there is none.</summary>
public readonly struct PacketReadResult : IEquatable<PacketReadResult>
{
    private readonly IPacketOwner? _owner;
    private readonly int _version;
    private readonly byte _end;

    // Values of _end.
    private const byte Completed = 1;
    private const byte Canceled = 2;

    internal PacketReadResult(IPacketOwner owner, int version)
    {
        _owner = owner;
        _version = version;
    }

    internal PacketReadResult(PacketError error) => Error = error;

    private PacketReadResult(byte end) => _end = end;

    internal static PacketReadResult AtEnd => new(Completed);
    internal static PacketReadResult AfterCancel => new(Canceled);

    /// <summary>Gets whether there is a packet. Otherwise, one of the other properties says why there is none.</summary>
    public bool HasPacket => _owner is not null;

    /// <summary>Gets whether the stream ended at the end of a packet.</summary>
    public bool IsCompleted => _end == Completed;

    /// <summary>Gets whether the read was cancelled by <c>CancelPendingRead</c> of the pipe. Nothing was lost, and reading can continue.</summary>
    public bool IsCanceled => _end == Canceled;

    /// <summary>
    /// Gets why the bytes are not a packet, or <see cref="PacketError.None"/>. After an invalid size, or an end inside a packet, every later read of the
    /// stream has the same result.
    /// </summary>
    public PacketError Error { get; }

    /// <summary>Gets the packet, in the memory of its reader or socket; valid until the next read.</summary>
    /// <exception cref="InvalidOperationException">There is no packet, or a later read released its memory.</exception>
    public Packet Packet
    {
        get
        {
            if (_owner is null)
            {
                Throw.NotPacket(Error);
            }

            // Without the check for the usual type, this would be an interface call.
            return _owner is PacketReader reader ? reader.GetPacket(_version) : _owner.GetPacket(_version);
        }
    }

    /// <inheritdoc/>
    public bool Equals(PacketReadResult other) =>
        ReferenceEquals(_owner, other._owner) && _version == other._version && _end == other._end && Error == other.Error;

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is PacketReadResult other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => _version;

    /// <summary>Returns whether both are the same result of the same read.</summary>
    public static bool operator ==(PacketReadResult left, PacketReadResult right) => left.Equals(right);

    /// <summary>Returns whether the two are different results.</summary>
    public static bool operator !=(PacketReadResult left, PacketReadResult right) => !left.Equals(right);
}
