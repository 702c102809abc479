using System;

namespace Codec.Tests.GeneratedCode;

/// <summary>Breaks payloads: changed bytes and bits, offsets and vtable entries that lead elsewhere, ends cut off.</summary>
internal static class PayloadMutator
{
    public static byte[] Mutate(byte[] payload, Random random)
    {
        byte[] mutant = random.Next(10) == 0 ? payload[..random.Next(payload.Length + 1)] : [.. payload];
        int changes = mutant.Length < 4 ? 0 : random.Next(1, 4);
        for (int i = 0; i < changes; i++)
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
                    BitConverter.TryWriteBytes(mutant.AsSpan(at & ~3), random.Next(4) * 4 - 4);
                    break;
                default:
                    BitConverter.TryWriteBytes(mutant.AsSpan(at & ~1), (ushort)random.Next(64));
                    break;
            }
        }

        return mutant;
    }
}
