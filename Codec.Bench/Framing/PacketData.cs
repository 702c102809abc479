namespace Codec.Bench.Framing;

/// <summary>64 MB of packets of one size: more than the caches hold, as with data from a socket.</summary>
public static class PacketData
{
    public const int TotalBytes = 64 << 20;

    /// <summary>The size of the data of a TCP segment on Ethernet, in bytes.</summary>
    public const int SegmentBytes = 1460;

    public const int LongestPacket = 4 + ushort.MaxValue;

    public static byte[] Create(int packetSize)
    {
        byte[] data = new byte[TotalBytes / packetSize * packetSize];
        Random random = new(1);
        random.NextBytes(data);
        for (int offset = 0, index = 0; offset < data.Length; offset += packetSize, index++)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(data.AsSpan(offset), (ushort)(packetSize - 4));
            BinaryPrimitives.WriteUInt16LittleEndian(data.AsSpan(offset + 2), (ushort)index);
        }

        return data;
    }

    /// <summary>The baseline: a hand-written loop with pointers and a bounds check. It reads the id and the first payload byte.</summary>
    public static long HandWrittenLoop(byte[] data)
    {
        int offset = 0;
        return HandWrittenLoop(data, ref offset, data.Length);
    }

    public static unsafe long HandWrittenLoop(byte[] data, ref int offset, int count)
    {
        long sum = 0;
        fixed (byte* start = data)
        {
            byte* next = start + offset;
            byte* end = next + count;
            while (end - next >= 4)
            {
                uint header = *(uint*)next;
                int size = (ushort)header;
                if (end - next - 4 < size)
                {
                    break;
                }

                sum += (header >> 16) + next[4];
                next += 4 + size;
            }

            offset = (int)(next - start);
        }

        return sum;
    }
}
