namespace Google.FlatBuffers;

/// <content>Numbers in front of what is there: Put writes into room that <see cref="Prep"/> made, Add aligns and makes room.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Writes a bool into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutBool(bool x)
    {
        CheckRoom(1);
        _space -= 1;
        ByteAt(_space) = x ? (byte)1 : (byte)0;
    }

    /// <summary>Writes a sbyte into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutSbyte(sbyte x)
    {
        CheckRoom(1);
        _space -= 1;
        ByteAt(_space) = (byte)x;
    }

    /// <summary>Writes a byte into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutByte(byte x)
    {
        CheckRoom(1);
        _space -= 1;
        ByteAt(_space) = x;
    }

    /// <summary>Writes a short into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutShort(short x)
    {
        CheckRoom(2);
        _space -= 2;
        LittleEndian.Write16(ref ByteAt(_space), (ushort)x);
    }

    /// <summary>Writes a ushort into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutUshort(ushort x)
    {
        CheckRoom(2);
        _space -= 2;
        LittleEndian.Write16(ref ByteAt(_space), x);
    }

    /// <summary>Writes a int into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutInt(int x)
    {
        CheckRoom(4);
        _space -= 4;
        LittleEndian.Write32(ref ByteAt(_space), (uint)x);
    }

    /// <summary>Writes a uint into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutUint(uint x)
    {
        CheckRoom(4);
        _space -= 4;
        LittleEndian.Write32(ref ByteAt(_space), x);
    }

    /// <summary>Writes a long into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutLong(long x)
    {
        CheckRoom(8);
        _space -= 8;
        LittleEndian.Write64(ref ByteAt(_space), (ulong)x);
    }

    /// <summary>Writes a ulong into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutUlong(ulong x)
    {
        CheckRoom(8);
        _space -= 8;
        LittleEndian.Write64(ref ByteAt(_space), x);
    }

    /// <summary>Writes a float into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutFloat(float x)
    {
        CheckRoom(4);
        _space -= 4;
        LittleEndian.Write32(ref ByteAt(_space), Bits.Of(x));
    }

    /// <summary>Writes a double into room that is there.</summary>
    /// <param name="x">The value.</param>
    /// <exception cref="System.ArgumentOutOfRangeException">There is no room.</exception>
    public void PutDouble(double x)
    {
        CheckRoom(8);
        _space -= 8;
        LittleEndian.Write64(ref ByteAt(_space), Bits.Of(x));
    }
}
