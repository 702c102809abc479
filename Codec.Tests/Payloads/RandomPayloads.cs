namespace Codec.Tests.Payloads;

/// <summary>Creates payloads with different packed sizes, and changes packed payloads.</summary>
internal static class RandomPayloads
{
    /// <summary>Returns a payload with runs of zeros, runs of words without zero bytes, and random bytes.</summary>
    public static byte[] Next(Random random)
    {
        byte[] payload = new byte[random.Next(random.Next(3) == 0 ? 3000 : 100)];
        int at = 0;
        while (at < payload.Length)
        {
            int count = Math.Min(random.Next(1, random.Next(4) == 0 ? 2200 : 40), payload.Length - at);
            int kind = random.Next(4);
            for (int i = 0; i < count; i++)
            {
                payload[at + i] = kind switch { 0 => 0, 1 => (byte)random.Next(1, 256), 2 => (byte)(random.Next(9) == 0 ? 0 : 1), _ => (byte)(random.Next(2) * 7) };
            }

            at += count;
        }

        return payload;
    }

    /// <summary>Changes the size, the length or a byte of a packed payload.</summary>
    public static void Mutate(Random random, ref byte[] packed)
    {
        switch (random.Next(6))
        {
            case 0:
                packed = packed[..random.Next(packed.Length)];
                break;
            case 1:
                packed = [.. packed, (byte)random.Next(256)];
                break;
            case 2:
                packed[0] = (byte)(packed[0] + random.Next(-9, 10));
                break;
            case 3:
                packed[random.Next(packed.Length)] = random.Next(2) == 0 ? (byte)0 : (byte)0xFF;
                break;
            default:
                packed[random.Next(packed.Length)] = (byte)random.Next(256);
                break;
        }
    }
}
