namespace Google.FlatBuffers;

/// <content>Numbers in front of what is there, aligned; the buffer grows where they do not fit.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Aligns and writes a bool.</summary>
    /// <param name="x">The value.</param>
    public void AddBool(bool x)
    {
        Take(1);
        ByteAt(_space) = x ? (byte)1 : (byte)0;
    }

    /// <summary>Aligns and writes a sbyte.</summary>
    /// <param name="x">The value.</param>
    public void AddSbyte(sbyte x)
    {
        Take(1);
        ByteAt(_space) = (byte)x;
    }

    /// <summary>Aligns and writes a byte.</summary>
    /// <param name="x">The value.</param>
    public void AddByte(byte x)
    {
        Take(1);
        ByteAt(_space) = x;
    }

    /// <summary>Aligns and writes a short.</summary>
    /// <param name="x">The value.</param>
    public void AddShort(short x)
    {
        LittleEndian.Write16(ref ByteAt(Take(2) - 2), 0);
        LittleEndian.Write16(ref ByteAt(_space), (ushort)x);
    }

    /// <summary>Aligns and writes a ushort.</summary>
    /// <param name="x">The value.</param>
    public void AddUshort(ushort x)
    {
        LittleEndian.Write16(ref ByteAt(Take(2) - 2), 0);
        LittleEndian.Write16(ref ByteAt(_space), x);
    }

    /// <summary>Aligns and writes a int.</summary>
    /// <param name="x">The value.</param>
    public void AddInt(int x)
    {
        LittleEndian.Write32(ref ByteAt(Take(4) - 4), 0);
        LittleEndian.Write32(ref ByteAt(_space), (uint)x);
    }

    /// <summary>Aligns and writes a uint.</summary>
    /// <param name="x">The value.</param>
    public void AddUint(uint x)
    {
        LittleEndian.Write32(ref ByteAt(Take(4) - 4), 0);
        LittleEndian.Write32(ref ByteAt(_space), x);
    }

    /// <summary>Aligns and writes a long.</summary>
    /// <param name="x">The value.</param>
    public void AddLong(long x)
    {
        LittleEndian.Write64(ref ByteAt(Take(8) - 8), 0);
        LittleEndian.Write64(ref ByteAt(_space), (ulong)x);
    }

    /// <summary>Aligns and writes a ulong.</summary>
    /// <param name="x">The value.</param>
    public void AddUlong(ulong x)
    {
        LittleEndian.Write64(ref ByteAt(Take(8) - 8), 0);
        LittleEndian.Write64(ref ByteAt(_space), x);
    }

    /// <summary>Aligns and writes a float.</summary>
    /// <param name="x">The value.</param>
    public void AddFloat(float x)
    {
        LittleEndian.Write32(ref ByteAt(Take(4) - 4), 0);
        LittleEndian.Write32(ref ByteAt(_space), Bits.Of(x));
    }

    /// <summary>Aligns and writes a double.</summary>
    /// <param name="x">The value.</param>
    public void AddDouble(double x)
    {
        LittleEndian.Write64(ref ByteAt(Take(8) - 8), 0);
        LittleEndian.Write64(ref ByteAt(_space), Bits.Of(x));
    }
}
