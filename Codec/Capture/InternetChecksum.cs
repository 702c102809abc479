using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Codec.Capture;

/// <summary>The checksum of IP and TCP (RFC 1071): the one's complement of the one's complement sum of 16-bit words.</summary>
internal static class InternetChecksum
{
    /// <summary>Adds bytes to a sum. All but the last part of what is summed must have an even length.</summary>
    internal static ulong Add(ulong sum, ReadOnlySpan<byte> bytes)
    {
        // Words may be added in either byte order (RFC 1071, 2.B), and 32 bits at a time; only folding them must wait for the end.
        ReadOnlySpan<uint> words = MemoryMarshal.Cast<byte, uint>(bytes);
        foreach (uint word in words)
        {
            sum += word;
        }

        ReadOnlySpan<byte> rest = bytes.Slice(words.Length * sizeof(uint));
        uint last = 0;
        for (int i = 0; i < rest.Length; i++)
        {
            last |= (uint)rest[i] << (BitConverter.IsLittleEndian ? 8 * i : 24 - (8 * i));
        }

        return sum + last;
    }

    /// <summary>Writes the checksum of a sum.</summary>
    internal static void Write(Span<byte> destination, ulong sum)
    {
        while (sum > ushort.MaxValue)
        {
            sum = (sum & ushort.MaxValue) + (sum >> 16);
        }

        Unsafe.WriteUnaligned(ref destination[0], (ushort)~sum);
    }
}
