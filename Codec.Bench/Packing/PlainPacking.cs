namespace Codec.Bench.Packing;

/// <summary>
/// The packing of Cap'n Proto as a plain loop over bytes, without branches inside a word. The source must be padded to words and must have a byte
/// after the last word. The output is that of <see cref="Payloads.PackedPayload"/> after the size.
/// </summary>
internal static class PlainPacking
{
    private const int Word = 8;
    private const int LongestRun = 255;

    /// <summary>Packs bytes, whose number is a multiple of eight.</summary>
    /// <returns>The number of bytes written.</returns>
    internal static int Pack(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int from = 0;
        int to = 0;
        while (from < source.Length)
        {
            int start = to++;
            int tag = 0;
            for (int i = 0; i < Word; i++)
            {
                byte value = source[from++];
                int isSet = value == 0 ? 0 : 1;
                destination[to] = value;
                to += isSet;
                tag |= isSet << i;
            }

            destination[start] = (byte)tag;
            if (tag == 0)
            {
                int run = 0;
                while (run < LongestRun && from < source.Length && Zeros(source.Slice(from, Word)) == Word)
                {
                    run++;
                    from += Word;
                }

                destination[to++] = (byte)run;
            }
            else if (tag == 0xFF)
            {
                int count = to++;
                int run = 0;
                while (run < LongestRun && from < source.Length && Zeros(source.Slice(from, Word)) <= 1)
                {
                    source.Slice(from, Word).CopyTo(destination.Slice(to));
                    run++;
                    from += Word;
                    to += Word;
                }

                destination[count] = (byte)run;
            }
        }

        return to;
    }

    /// <summary>Unpacks bytes to a multiple of eight. The last byte of the source is not part of the input.</summary>
    /// <returns>The number of bytes written.</returns>
    internal static int Unpack(ReadOnlySpan<byte> source, Span<byte> destination)
    {
        int from = 0;
        int to = 0;
        while (from < source.Length - 1)
        {
            int tag = source[from++];
            for (int i = 0; i < Word; i++)
            {
                int isSet = (tag >> i) & 1;
                destination[to++] = (byte)(source[from] & -isSet);
                from += isSet;
            }

            if (tag == 0)
            {
                int bytes = source[from++] * Word;
                destination.Slice(to, bytes).Clear();
                to += bytes;
            }
            else if (tag == 0xFF)
            {
                int bytes = source[from++] * Word;
                source.Slice(from, bytes).CopyTo(destination.Slice(to));
                from += bytes;
                to += bytes;
            }
        }

        return to;
    }

    private static int Zeros(ReadOnlySpan<byte> word)
    {
        int zeros = 0;
        foreach (byte value in word)
        {
            zeros += value == 0 ? 1 : 0;
        }

        return zeros;
    }
}
