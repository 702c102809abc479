namespace Codec.Packets;

/// <summary>Writes a <see cref="PacketHeader"/> as its 4 little-endian bytes: size, then id.</summary>
/// <remarks>
/// Every implementation writes the same bytes on every host, is stateless and thread-safe. The implementations are
/// structs: as a type argument (<c>where TWriter : struct, IPacketHeaderWriter</c>) they are called directly, without a virtual call.
/// </remarks>
public interface IPacketHeaderWriter
{
    /// <summary>Gets the name for <see cref="PacketHeader.FindWriter"/>.</summary>
    string Name { get; }

    /// <summary>Writes <paramref name="header"/> into the first 4 bytes of <paramref name="destination"/>.</summary>
    /// <param name="destination">The memory to write to. Bytes after the first 4 do not change.</param>
    /// <param name="header">The header.</param>
    /// <exception cref="ArgumentException"><paramref name="destination"/> has fewer than 4 bytes; none of them was written.</exception>
    void Write(Span<byte> destination, PacketHeader header);

    /// <summary>Writes <paramref name="header"/> into 4 bytes of <paramref name="destination"/>.</summary>
    /// <param name="destination">The array to write into.</param>
    /// <param name="offset">The offset of the header in the array, in bytes.</param>
    /// <param name="header">The header.</param>
    /// <exception cref="NullReferenceException"><paramref name="destination"/> is <see langword="null"/>; the method does not check for it.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="offset"/> is negative or past the array's end.</exception>
    /// <exception cref="ArgumentException">Fewer than 4 bytes follow <paramref name="offset"/>; none of them was written.</exception>
    void Write(byte[] destination, int offset, PacketHeader header);
}
