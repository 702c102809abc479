namespace Codec.Capture;

/// <summary>The checksum of IP and TCP (RFC 1071): the one's complement of the one's complement sum of 16-bit words.</summary>
internal static class InternetChecksum
{
    /// <summary>Adds bytes to a sum. Every part except the last must have an even length.</summary>
    internal static ulong Add(ulong sum, ReadOnlySpan<byte> bytes)
    {
        // Words may be added in either byte order (RFC 1071, 2.B), and 32 bits at a time. The sum is folded to 16 bits only at the end.
        while (bytes.Length >= sizeof(uint))
        {
            sum += BinaryPrimitives.ReadUInt32LittleEndian(bytes);
            bytes = bytes.Slice(sizeof(uint));
        }

        for (int i = 0; i < bytes.Length; i++)
        {
            sum += (ulong)bytes[i] << (8 * i);
        }

        return sum;
    }

    internal static void Write(Span<byte> destination, ulong sum)
    {
        while (sum > ushort.MaxValue)
        {
            sum = (sum & ushort.MaxValue) + (sum >> 16);
        }

        BinaryPrimitives.WriteUInt16LittleEndian(destination, (ushort)~sum);
    }
}
