using System.Globalization;
using Codec.Packets.HeaderWriters;

namespace Codec.Packets;

/// <summary>The four bytes in front of every packet: the payload's size in bytes, then the packet's id, both unsigned 16-bit little-endian.</summary>
/// <remarks>
/// In memory the struct equals the C++ counterpart (<c>#pragma pack(2) struct { uint16_t size; uint16_t id; }</c>): 4 bytes, alignment 2,
/// size at offset 0, id at offset 2. The type is immutable and thread-safe.
/// </remarks>
[StructLayout(LayoutKind.Sequential, Pack = 2)]
public readonly partial struct PacketHeader : IEquatable<PacketHeader>
{
    /// <summary>The size of a header in bytes: 4.</summary>
    public const int ByteCount = 4;

    private readonly ushort _size;
    private readonly ushort _id;

    /// <summary>Creates a header.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="size">The number of payload bytes that follow the header, without the 4 bytes of the header.</param>
    public PacketHeader(ushort id, ushort size)
    {
        _size = size;
        _id = id;
    }

    /// <summary>Gets the number of payload bytes that follow the header.</summary>
    public ushort Size => _size;

    /// <summary>Gets the packet's id.</summary>
    public ushort Id => _id;

    /// <summary>Gets the number of bytes of the whole packet: <see cref="ByteCount"/> plus <see cref="Size"/>.</summary>
    public int PacketSize => ByteCount + _size;

    /// <summary>Gets the header as a 32-bit number, whose little-endian bytes are those of the wire: size in the low half, id in the high half.</summary>
    internal uint Packed => _size | ((uint)_id << 16);

    /// <summary>Reads a header from the first 4 bytes of <paramref name="source"/>.</summary>
    /// <param name="source">Bytes that start with a header. Later bytes are ignored.</param>
    /// <param name="header">The header, or the default if there are fewer than 4 bytes.</param>
    /// <returns><see langword="false"/> if <paramref name="source"/> has fewer than 4 bytes.</returns>
    public static bool TryRead(ReadOnlySpan<byte> source, out PacketHeader header)
    {
        if (source.Length < ByteCount)
        {
            header = default;
            return false;
        }

        header = FromPacked(Unsafe.ReadUnaligned<uint>(ref MemoryMarshal.GetReference(source)));
        return true;
    }

    /// <summary>Reads a header from 4 bytes of <paramref name="source"/>.</summary>
    /// <param name="source">The array to read from.</param>
    /// <param name="offset">The offset of the header in the array, in bytes.</param>
    /// <param name="header">The header, or the default if 4 bytes do not fit.</param>
    /// <returns><see langword="false"/> if the array has fewer than 4 bytes from <paramref name="offset"/> on, or the offset is negative.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="source"/> is <see langword="null"/>.</exception>
    public static bool TryRead(byte[] source, int offset, out PacketHeader header)
    {
        if (source is null)
        {
            Throw.ArgumentNull(nameof(source));
        }

        if (!HeaderDestination.Fits(source, offset))
        {
            header = default;
            return false;
        }

        header = FromPacked(Unsafe.ReadUnaligned<uint>(ref source[offset]));
        return true;
    }

    /// <summary>Writes the header into the first 4 bytes of <paramref name="destination"/>.</summary>
    /// <param name="destination">The memory to write to. Bytes after the first 4 do not change.</param>
    /// <returns><see langword="false"/> if <paramref name="destination"/> has fewer than 4 bytes. Nothing is written then.</returns>
    public bool TryWrite(Span<byte> destination) => TryWrite(destination, Packed);

    /// <summary>Writes the header into 4 bytes of <paramref name="destination"/>.</summary>
    /// <param name="destination">The array to write into.</param>
    /// <param name="offset">The offset of the header in the array, in bytes.</param>
    /// <returns><see langword="false"/> if 4 bytes at <paramref name="offset"/> do not fit. Nothing is written then.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="destination"/> is <see langword="null"/>.</exception>
    public bool TryWrite(byte[] destination, int offset)
    {
        if (destination is null)
        {
            Throw.ArgumentNull(nameof(destination));
        }

        if (!HeaderDestination.Fits(destination, offset))
        {
            return false;
        }

        Unsafe.WriteUnaligned(ref destination[offset], Packed);
        return true;
    }

    /// <summary>Deconstructs the header, in the order of the constructor.</summary>
    /// <param name="id">The packet's id.</param>
    /// <param name="size">The number of payload bytes.</param>
    public void Deconstruct(out ushort id, out ushort size)
    {
        id = _id;
        size = _size;
    }

    /// <inheritdoc/>
    public bool Equals(PacketHeader other) => Packed == other.Packed;

    /// <inheritdoc/>
    public override bool Equals([NotNullWhen(true)] object? obj) => obj is PacketHeader other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode() => (int)Packed;

    /// <summary>Returns the header as text, for logs: <c>id 65534, size 48</c>.</summary>
    public override string ToString() => string.Format(CultureInfo.InvariantCulture, "id {0}, size {1}", _id, _size);

    /// <summary>Returns whether two headers have the same id and size.</summary>
    public static bool operator ==(PacketHeader left, PacketHeader right) => left.Equals(right);

    /// <summary>Returns whether two headers differ in id or size.</summary>
    public static bool operator !=(PacketHeader left, PacketHeader right) => !left.Equals(right);

    /// <summary>Writes the 32 bits of a header, if there are 4 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static bool TryWrite(Span<byte> destination, uint packed)
    {
        if (destination.Length < ByteCount)
        {
            return false;
        }

        Unsafe.WriteUnaligned(ref MemoryMarshal.GetReference(destination), packed);
        return true;
    }

    private static PacketHeader FromPacked(uint packed) => new((ushort)(packed >> 16), (ushort)packed);
}
