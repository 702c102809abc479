namespace Google.FlatBuffers;

/// <content>Writes aligned numbers in front of the bytes written so far. The buffer grows if they do not fit.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Aligns and writes a bool.</summary>
    /// <param name="x">The value.</param>
    public void AddBool(bool x)
    {
        ByteAt(Take(1, out _)) = x ? (byte)1 : (byte)0;
    }

    /// <summary>Aligns and writes an sbyte.</summary>
    /// <param name="x">The value.</param>
    public void AddSbyte(sbyte x)
    {
        ByteAt(Take(1, out _)) = (byte)x;
    }

    /// <summary>Aligns and writes a byte.</summary>
    /// <param name="x">The value.</param>
    public void AddByte(byte x)
    {
        ByteAt(Take(1, out _)) = x;
    }

    /// <summary>Aligns and writes a short.</summary>
    /// <param name="x">The value.</param>
    public void AddShort(short x)
    {
        int index = Take(2, out int padding);
        LittleEndian.Write16(ref ByteAt(padding), 0);
        LittleEndian.Write16(ref ByteAt(index), (ushort)x);
    }

    /// <summary>Aligns and writes a ushort.</summary>
    /// <param name="x">The value.</param>
    public void AddUshort(ushort x)
    {
        int index = Take(2, out int padding);
        LittleEndian.Write16(ref ByteAt(padding), 0);
        LittleEndian.Write16(ref ByteAt(index), x);
    }

    /// <summary>Aligns and writes an int.</summary>
    /// <param name="x">The value.</param>
    public void AddInt(int x)
    {
        int index = Take(4, out int padding);
        LittleEndian.Write32(ref ByteAt(padding), 0);
        LittleEndian.Write32(ref ByteAt(index), (uint)x);
    }

    /// <summary>Aligns and writes a uint.</summary>
    /// <param name="x">The value.</param>
    public void AddUint(uint x)
    {
        int index = Take(4, out int padding);
        LittleEndian.Write32(ref ByteAt(padding), 0);
        LittleEndian.Write32(ref ByteAt(index), x);
    }

    /// <summary>Aligns and writes a long.</summary>
    /// <param name="x">The value.</param>
    public void AddLong(long x)
    {
        int index = Take(8, out int padding);
        LittleEndian.Write64(ref ByteAt(padding), 0);
        LittleEndian.Write64(ref ByteAt(index), (ulong)x);
    }

    /// <summary>Aligns and writes a ulong.</summary>
    /// <param name="x">The value.</param>
    public void AddUlong(ulong x)
    {
        int index = Take(8, out int padding);
        LittleEndian.Write64(ref ByteAt(padding), 0);
        LittleEndian.Write64(ref ByteAt(index), x);
    }

    /// <summary>Aligns and writes a float.</summary>
    /// <param name="x">The value.</param>
    public void AddFloat(float x)
    {
        int index = Take(4, out int padding);
        LittleEndian.Write32(ref ByteAt(padding), 0);
        LittleEndian.Write32(ref ByteAt(index), Bits.Of(x));
    }

    /// <summary>Aligns and writes a double.</summary>
    /// <param name="x">The value.</param>
    public void AddDouble(double x)
    {
        int index = Take(8, out int padding);
        LittleEndian.Write64(ref ByteAt(padding), 0);
        LittleEndian.Write64(ref ByteAt(index), Bits.Of(x));
    }
}
