namespace Codec.Payloads;

/// <summary>Operations on words with the instructions that every processor has.</summary>
internal readonly struct ScalarWordBytes : IWordBytes
{
    public int Count(ulong marks) => (int)(((marks >> 7) * 0x0101_0101_0101_0101) >> 56);

    // Each bit of the factor moves the bit of one byte to its position in the highest byte.
    public byte Tag(ulong marks) => (byte)(((marks >> 7) * 0x0102_0408_1020_4080) >> 56);

    public ulong Marks(byte tag)
    {
        ulong bits = (tag * 0x0101_0101_0101_0101UL) & 0x8040_2010_0804_0201;
        return ((bits + 0x007F_7F7F_7F7F_7F7F) | bits) & 0x8080_8080_8080_8080;
    }

    public ulong Gather(ulong word, ulong marks)
    {
        ulong bytes = 0;
        int shift = 0;
        for (; marks != 0; marks >>= 8, word >>= 8)
        {
            if ((marks & 0x80) != 0)
            {
                bytes |= (word & 0xFF) << shift;
                shift += 8;
            }
        }

        return bytes;
    }

    public ulong Scatter(ulong bytes, ulong marks)
    {
        ulong word = 0;
        for (int shift = 0; marks != 0; marks >>= 8, shift += 8)
        {
            if ((marks & 0x80) != 0)
            {
                word |= (bytes & 0xFF) << shift;
                bytes >>= 8;
            }
        }

        return word;
    }
}
