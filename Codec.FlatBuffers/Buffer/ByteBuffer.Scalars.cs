using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Reads and writes single numbers. Each method throws <see cref="System.ArgumentOutOfRangeException"/> if the number is not completely
/// inside the buffer.</content>
public partial class ByteBuffer
{
    /// <summary>Reads a byte.</summary>
    /// <param name="index">The index of the byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public byte Get(int index) => At1(index);

    /// <summary>Reads an sbyte.</summary>
    /// <param name="index">The index of the byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public sbyte GetSbyte(int index) => (sbyte)At1(index);

    /// <summary>Reads a short.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public short GetShort(int index) => (short)LittleEndian.Read16(ref At2(index));

    /// <summary>Reads a ushort.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ushort GetUshort(int index) => LittleEndian.Read16(ref At2(index));

    /// <summary>Reads an int.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int GetInt(int index) => (int)LittleEndian.Read32(ref At4(index));

    /// <summary>Reads a uint.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint GetUint(int index) => LittleEndian.Read32(ref At4(index));

    /// <summary>Reads a long.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long GetLong(int index) => (long)LittleEndian.Read64(ref At8(index));

    /// <summary>Reads a ulong.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong GetUlong(int index) => LittleEndian.Read64(ref At8(index));

    /// <summary>Reads a float.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public float GetFloat(int index) => Bits.ToSingle(LittleEndian.Read32(ref At4(index)));

    /// <summary>Reads a double.</summary>
    /// <param name="index">The index of its first byte.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public double GetDouble(int index) => Bits.ToDouble(LittleEndian.Read64(ref At8(index)));

    /// <summary>Writes a byte.</summary>
    /// <param name="offset">The index of the byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(int offset, byte value) => At1(offset) = value;

    /// <summary>Writes a byte.</summary>
    /// <param name="offset">The index of the byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutByte(int offset, byte value) => At1(offset) = value;

    /// <summary>Writes an sbyte.</summary>
    /// <param name="offset">The index of the byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutSbyte(int offset, sbyte value) => At1(offset) = (byte)value;

    /// <summary>Writes a short.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutShort(int offset, short value) => LittleEndian.Write16(ref At2(offset), (ushort)value);

    /// <summary>Writes a ushort.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutUshort(int offset, ushort value) => LittleEndian.Write16(ref At2(offset), value);

    /// <summary>Writes an int.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutInt(int offset, int value) => LittleEndian.Write32(ref At4(offset), (uint)value);

    /// <summary>Writes a uint.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutUint(int offset, uint value) => LittleEndian.Write32(ref At4(offset), value);

    /// <summary>Writes a long.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutLong(int offset, long value) => LittleEndian.Write64(ref At8(offset), (ulong)value);

    /// <summary>Writes a ulong.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutUlong(int offset, ulong value) => LittleEndian.Write64(ref At8(offset), value);

    /// <summary>Writes a float.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutFloat(int offset, float value) => LittleEndian.Write32(ref At4(offset), Bits.Of(value));

    /// <summary>Writes a double.</summary>
    /// <param name="offset">The index of its first byte.</param>
    /// <param name="value">The value.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void PutDouble(int offset, double value) => LittleEndian.Write64(ref At8(offset), Bits.Of(value));
}
