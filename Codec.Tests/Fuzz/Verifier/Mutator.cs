using System;
using System.Buffers.Binary;

namespace Codec.Tests.Fuzz.Verifier;

/// <summary>Makes mutants of a buffer: bit flips, splices, edits of lengths and offsets, truncation.</summary>
internal sealed class Mutator(Random random)
{
    private const int MaxEdits = 4;

    // Values at which 32-bit arithmetic on offsets and lengths can overflow.
    private static readonly uint[] Edges = [0, 1, 3, 4, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFC, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0004, 0xFFFF_FFFC, 0xFFFF_FFFF];

    /// <summary>
    /// Writes a mutant of <paramref name="source"/> to <paramref name="destination"/>, which is at least as long, and returns its length.
    /// </summary>
    public int Mutate(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        source.CopyTo(destination);
        int length = source.Length;
        int edits = random.Next(1, MaxEdits + 1);
        for (int i = 0; i < edits && length > 0; i++)
        {
            length = Edit(destination[..length]);
        }

        return length;
    }

    private int Edit(Span<byte> bytes)
    {
        switch (random.Next(8))
        {
            case 0:
                bytes[random.Next(bytes.Length)] ^= (byte)(1 << random.Next(8));
                return bytes.Length;
            case 1:
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
                return bytes.Length;
            case 2:
                Splice(bytes);
                return bytes.Length;
            case 3:
                return random.Next(bytes.Length + 1);
            case 4:
                EditHalf(bytes);
                return bytes.Length;
            default:
                EditWord(bytes);
                return bytes.Length;
        }
    }

    private void Splice(Span<byte> bytes)
    {
        int count = random.Next(1, Math.Min(64, bytes.Length) + 1);
        int from = random.Next(bytes.Length - count + 1);
        int to = random.Next(bytes.Length - count + 1);
        bytes.Slice(from, count).CopyTo(bytes.Slice(to, count));
    }

    // Changes 16 bits at an even offset, such as a vtable's size or entry.
    private void EditHalf(Span<byte> bytes)
    {
        if (bytes.Length < sizeof(ushort))
        {
            return;
        }

        Span<byte> half = bytes.Slice(Place(bytes.Length - sizeof(ushort)) & ~1, sizeof(ushort));
        ushort value = BinaryPrimitives.ReadUInt16LittleEndian(half);
        value = random.Next(3) switch
        {
            0 => (ushort)(value + random.Next(-8, 9)),
            1 => (ushort)Edges[random.Next(Edges.Length)],
            _ => (ushort)random.Next(64),
        };
        BinaryPrimitives.WriteUInt16LittleEndian(half, value);
    }

    // Changes 32 bits at a multiple of four, such as an offset or a length.
    private void EditWord(Span<byte> bytes)
    {
        if (bytes.Length < sizeof(uint))
        {
            return;
        }

        int at = Place(bytes.Length - sizeof(uint)) & ~3;
        Span<byte> word = bytes.Slice(at, sizeof(uint));
        uint value = BinaryPrimitives.ReadUInt32LittleEndian(word);
        value = random.Next(5) switch
        {
            0 => value + (uint)random.Next(-8, 9),
            1 => Edges[random.Next(Edges.Length)],
            2 => (uint)(bytes.Length - at + random.Next(-8, 9)),
            3 => (uint)random.Next(bytes.Length),
            _ => (uint)-random.Next(bytes.Length),
        };
        BinaryPrimitives.WriteUInt32LittleEndian(word, value);
    }

    // Half of the edits are within the first 256 bytes, because a large buffer has its root, vtables and offsets there.
    private int Place(int last) => random.Next(2) == 0 ? random.Next(last + 1) : random.Next(Math.Min(last, 255) + 1);
}
