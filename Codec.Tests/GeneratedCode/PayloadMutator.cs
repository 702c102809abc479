namespace Codec.Tests.GeneratedCode;

/// <summary>
/// Creates mutants of payloads. It changes bytes and bits, and truncates payloads. With a map of the payload, most changes affect its structure:
/// offsets, vtables, lengths, terminators of strings, types of unions, and keys.
/// </summary>
internal static class PayloadMutator
{
    // Values at which 32-bit arithmetic on offsets and lengths can overflow.
    private static readonly uint[] Edges =
        [0, 1, 3, 4, 0x7FFF, 0x8000, 0xFFFF, 0x3FFF_FFFF, 0x4000_0001, 0x7FFF_FFFC, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0004, 0xFFFF_FFFC, 0xFFFF_FFFF];

    private static readonly ushort[] HalfEdges = [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x7FFE, 0x7FFF, 0x8000, 0xFFFC, 0xFFFE, 0xFFFF];

    public static byte[] Mutate(byte[] payload, Random random, PayloadMap? map = null)
    {
        byte[] mutant = new byte[payload.Length];
        return mutant[..Mutate(payload, mutant, random, map)];
    }

    /// <summary>Writes a mutant and returns its length.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="destination">The destination, which is at least as long as the payload.</param>
    /// <param name="random">The source of random numbers.</param>
    /// <param name="map">The map of the payload, or <see langword="null"/> to change random bytes only.</param>
    public static int Mutate(ReadOnlySpan<byte> payload, Span<byte> destination, Random random, PayloadMap? map)
    {
        int length = random.Next(10) == 0 ? random.Next(payload.Length + 1) : payload.Length;
        Span<byte> mutant = destination.Slice(0, payload.Length);
        payload.CopyTo(mutant);
        int changes = mutant.Length < 4 ? 0 : random.Next(1, 4);
        for (int i = 0; i < changes; i++)
        {
            if (map is null || random.Next(5) == 0 || !ChangeStructure(mutant, map, random))
            {
                ChangeAnything(mutant, random);
            }
        }

        return length;
    }

    private static void ChangeAnything(Span<byte> mutant, Random random)
    {
        int at = random.Next(mutant.Length - 3);
        switch (random.Next(4))
        {
            case 0:
                mutant[at] = (byte)random.Next(256);
                break;
            case 1:
                mutant[at] ^= (byte)(1 << random.Next(8));
                break;
            case 2:
                Store(mutant, at & ~3, (random.Next(4) * 4) - 4);
                break;
            default:
                StoreHalf(mutant, at & ~1, random.Next(64));
                break;
        }
    }

    // Returns false if the payload contains nothing of the chosen kind.
    private static bool ChangeStructure(Span<byte> mutant, PayloadMap map, Random random)
    {
        switch (random.Next(10))
        {
            case 0 or 1 when Choose(map.Offsets, random, out int offset):
                Store(mutant, offset, Offset(mutant.Length, offset, Load(mutant, offset), map.Objects, random));
                return true;
            case 2 when Choose(map.Tables, random, out int table):
                Store(mutant, table, -Offset(mutant.Length, table, -Load(mutant, table), map.VTables, random));
                return true;
            case 3 or 4 when Choose(map.VTables, random, out int vtable):
                ChangeVTable(mutant, vtable, random);
                return true;
            case 5 or 6 when Choose(map.Lengths, random, out (int Position, int ElementSize) length):
                Store(mutant, length.Position, Length(mutant.Length, length, Load(mutant, length.Position), random));
                return true;
            case 7 when Choose(map.Terminators, random, out int terminator):
                mutant[terminator] = (byte)random.Next(1, 256);
                return true;
            case 8 when Choose(map.UnionTypes, random, out int type):
                ChangeUnion(mutant, map, type, random);
                return true;
            case 9 when Choose(map.Neighbors, random, out (int First, int Second, int Size) neighbors):
                ChangeOrder(mutant, map, neighbors, random);
                return true;
            default:
                return false;
        }
    }

    // Returns an offset to itself, to another object, or near the end of the payload, or a value at which 32-bit arithmetic can overflow.
    private static int Offset(int end, int position, int old, List<int> targets, Random random) => random.Next(6) switch
    {
        0 => 0,
        1 or 2 => targets[random.Next(targets.Count)] - position,
        3 => end - position + random.Next(-9, 10),
        4 => old + random.Next(-8, 9),
        _ => (int)Edges[random.Next(Edges.Length)] + random.Next(-1, 2),
    };

    // Changes the size of the vtable or of the table, or an entry: to 0, to the entry of another field, or to a value near a limit.
    private static void ChangeVTable(Span<byte> mutant, int vtable, Random random)
    {
        int size = BinaryPrimitives.ReadUInt16LittleEndian(mutant.Slice(vtable));
        int field = random.Next(Math.Max(2, size / 2)) * 2;
        if (field + 2 > size || vtable + field + 2 > mutant.Length)
        {
            field = 0;
        }

        int old = BinaryPrimitives.ReadUInt16LittleEndian(mutant.Slice(vtable + field));
        int tableSize = BinaryPrimitives.ReadUInt16LittleEndian(mutant.Slice(vtable + 2));
        int other = vtable + (random.Next(Math.Max(1, size / 2)) * 2);
        StoreHalf(mutant, vtable + field, random.Next(7) switch
        {
            0 => 0,
            1 => old + random.Next(-4, 5),
            2 => tableSize + random.Next(-8, 9),
            3 => HalfEdges[random.Next(HalfEdges.Length)],
            4 => mutant.Length - vtable + random.Next(-4, 5),
            5 when other + 2 <= mutant.Length => BinaryPrimitives.ReadUInt16LittleEndian(mutant.Slice(other)),
            _ => random.Next(tableSize + 2),
        });
    }

    // Returns 0, a length near the old one, a length that fills the rest of the payload, or one whose size in bytes overflows 32 bits.
    private static int Length(int end, (int Position, int ElementSize) length, int old, Random random) => random.Next(6) switch
    {
        0 => 0,
        1 or 2 => old + random.Next(-2, 3),
        3 => ((end - length.Position - 4) / length.ElementSize) + random.Next(-1, 2),
        4 => (int)((0x1_0000_0000 / length.ElementSize) + random.Next(-1, 2)),
        _ => (int)Edges[random.Next(Edges.Length)],
    };

    // Changes the type to another, an unknown or no type, or removes the type or the value from the vtable.
    private static void ChangeUnion(Span<byte> mutant, PayloadMap map, int type, Random random)
    {
        switch (random.Next(4))
        {
            case 0:
                mutant[type] = 0;
                break;
            case 1:
                mutant[type] = (byte)random.Next(256);
                break;
            case 2 when Choose(map.UnionEntries, random, out int entry):
                StoreHalf(mutant, entry, 0);
                break;
            default:
                mutant[type] = (byte)random.Next(1, 6);
                break;
        }
    }

    // Swaps two elements, duplicates an element, or duplicates a key.
    private static void ChangeOrder(Span<byte> mutant, PayloadMap map, (int First, int Second, int Size) neighbors, Random random)
    {
        Span<byte> first = mutant.Slice(neighbors.First, neighbors.Size);
        Span<byte> second = mutant.Slice(neighbors.Second, neighbors.Size);
        if (random.Next(2) == 0 && Choose(map.Keys, random, out (int Position, int Size) from) && Choose(map.Keys, random, out (int Position, int Size) to) && from.Size == to.Size)
        {
            mutant.Slice(from.Position, from.Size).CopyTo(mutant.Slice(to.Position, to.Size));
        }
        else if (random.Next(2) == 0)
        {
            first.CopyTo(second);
        }
        else
        {
            for (int i = 0; i < first.Length; i++)
            {
                (first[i], second[i]) = (second[i], first[i]);
            }
        }
    }

    private static bool Choose<T>(List<T> list, Random random, out T chosen)
        where T : struct
    {
        chosen = list.Count == 0 ? default : list[random.Next(list.Count)];
        return list.Count > 0;
    }

    private static int Load(Span<byte> bytes, int position) => BinaryPrimitives.ReadInt32LittleEndian(bytes.Slice(position));

    private static void Store(Span<byte> bytes, int position, int value) => BinaryPrimitives.WriteInt32LittleEndian(bytes.Slice(position), value);

    private static void StoreHalf(Span<byte> bytes, int position, int value) => BinaryPrimitives.WriteUInt16LittleEndian(bytes.Slice(position), (ushort)value);
}
