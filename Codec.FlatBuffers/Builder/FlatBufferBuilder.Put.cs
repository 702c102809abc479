namespace Google.FlatBuffers;

/// <content>Writes numbers in front of the bytes written so far. Put methods write into free space that <see cref="Prep"/> made. Add
/// methods also align and make space.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Writes a bool into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutBool(bool x)
    {
        CheckRoom(1);
        _space -= 1;
        ByteAt(_space) = x ? (byte)1 : (byte)0;
    }

    /// <summary>Writes an sbyte into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutSbyte(sbyte x)
    {
        CheckRoom(1);
        _space -= 1;
        ByteAt(_space) = (byte)x;
    }

    /// <summary>Writes a byte into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutByte(byte x)
    {
        CheckRoom(1);
        _space -= 1;
        ByteAt(_space) = x;
    }

    /// <summary>Writes a short into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutShort(short x)
    {
        CheckRoom(2);
        _space -= 2;
        LittleEndian.Write16(ref ByteAt(_space), (ushort)x);
    }

    /// <summary>Writes a ushort into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutUshort(ushort x)
    {
        CheckRoom(2);
        _space -= 2;
        LittleEndian.Write16(ref ByteAt(_space), x);
    }

    /// <summary>Writes an int into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutInt(int x)
    {
        CheckRoom(4);
        _space -= 4;
        LittleEndian.Write32(ref ByteAt(_space), (uint)x);
    }

    /// <summary>Writes a uint into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutUint(uint x)
    {
        CheckRoom(4);
        _space -= 4;
        LittleEndian.Write32(ref ByteAt(_space), x);
    }

    /// <summary>Writes a long into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutLong(long x)
    {
        CheckRoom(8);
        _space -= 8;
        LittleEndian.Write64(ref ByteAt(_space), (ulong)x);
    }

    /// <summary>Writes a ulong into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutUlong(ulong x)
    {
        CheckRoom(8);
        _space -= 8;
        LittleEndian.Write64(ref ByteAt(_space), x);
    }

    /// <summary>Writes a float into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutFloat(float x)
    {
        CheckRoom(4);
        _space -= 4;
        LittleEndian.Write32(ref ByteAt(_space), Bits.Of(x));
    }

    /// <summary>Writes a double into prepared free space.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void PutDouble(double x)
    {
        CheckRoom(8);
        _space -= 8;
        LittleEndian.Write64(ref ByteAt(_space), Bits.Of(x));
    }
}
