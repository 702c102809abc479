using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Numbers in and out, one at a time. Each throws <see cref="System.ArgumentOutOfRangeException"/> where the number is not wholly inside
/// of the buffer.</content>
public partial class ByteBuffer
{
    /// <summary>Reads a byte.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte Get(int index) => At(index, 1);

    /// <summary>Reads a sbyte.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public sbyte GetSbyte(int index) => (sbyte)At(index, 1);

    /// <summary>Reads a short.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public short GetShort(int index) => (short)LittleEndian.Read16(ref At(index, 2));

    /// <summary>Reads a ushort.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort GetUshort(int index) => LittleEndian.Read16(ref At(index, 2));

    /// <summary>Reads a int.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int GetInt(int index) => (int)LittleEndian.Read32(ref At(index, 4));

    /// <summary>Reads a uint.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint GetUint(int index) => LittleEndian.Read32(ref At(index, 4));

    /// <summary>Reads a long.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long GetLong(int index) => (long)LittleEndian.Read64(ref At(index, 8));

    /// <summary>Reads a ulong.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong GetUlong(int index) => LittleEndian.Read64(ref At(index, 8));

    /// <summary>Reads a float.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float GetFloat(int index) => Bits.ToSingle(LittleEndian.Read32(ref At(index, 4)));

    /// <summary>Reads a double.</summary>
    /// <param name="index">Its index, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double GetDouble(int index) => Bits.ToDouble(LittleEndian.Read64(ref At(index, 8)));

    /// <summary>Writes a byte.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(int offset, byte value) => At(offset, 1) = value;

    /// <summary>Writes a byte.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutByte(int offset, byte value) => At(offset, 1) = value;

    /// <summary>Writes a sbyte.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutSbyte(int offset, sbyte value) => At(offset, 1) = (byte)value;

    /// <summary>Writes a short.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutShort(int offset, short value) => LittleEndian.Write16(ref At(offset, 2), (ushort)value);

    /// <summary>Writes a ushort.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutUshort(int offset, ushort value) => LittleEndian.Write16(ref At(offset, 2), value);

    /// <summary>Writes a int.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutInt(int offset, int value) => LittleEndian.Write32(ref At(offset, 4), (uint)value);

    /// <summary>Writes a uint.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutUint(int offset, uint value) => LittleEndian.Write32(ref At(offset, 4), value);

    /// <summary>Writes a long.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutLong(int offset, long value) => LittleEndian.Write64(ref At(offset, 8), (ulong)value);

    /// <summary>Writes a ulong.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutUlong(int offset, ulong value) => LittleEndian.Write64(ref At(offset, 8), value);

    /// <summary>Writes a float.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutFloat(int offset, float value) => LittleEndian.Write32(ref At(offset, 4), Bits.Of(value));

    /// <summary>Writes a double.</summary>
    /// <param name="offset">Its index, in bytes.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutDouble(int offset, double value) => LittleEndian.Write64(ref At(offset, 8), Bits.Of(value));
}
