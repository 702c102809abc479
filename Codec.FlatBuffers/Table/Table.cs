using System;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <summary>A table inside a buffer; what flatc writes for a table wraps one and calls its methods. Everything is checked against the
/// buffer's bounds; whether the content makes sense is a <see cref="Verifier"/>'s matter.</summary>
public partial struct Table
{
    private readonly int _vtable;

    /// <summary>Points at a table and finds its vtable, which is looked at once a field is.</summary>
    /// <param name="_i">Its index, in bytes.</param>
    /// <param name="_bb">The buffer; it is not copied.</param>
    /// <exception cref="ArgumentOutOfRangeException">The table is not inside of the buffer.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Table(int _i, ByteBuffer _bb)
    {
        bb = _bb;
        bb_pos = _i;
        _vtable = _i - _bb.GetInt(_i);
    }

    /// <summary>The table's index in <see cref="bb"/>, in bytes.</summary>
    public readonly int bb_pos;

    /// <summary>The buffer that holds the table.</summary>
    public readonly ByteBuffer bb;

    /// <summary>The buffer that holds the table.</summary>
    public ByteBuffer ByteBuffer => bb;

    /// <summary>Looks a field up.</summary>
    /// <param name="vtableOffset">The field's place in the vtable, in bytes.</param>
    /// <returns>The field's distance from the table, in bytes; 0 where it is not set.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __offset(int vtableOffset) => bb.FieldOf(_vtable, vtableOffset);

    /// <summary>Looks a field up in a table that is being built.</summary>
    /// <param name="vtableOffset">The field's place in the vtable, in bytes.</param>
    /// <param name="offset">The table's offset: bytes from the buffer's end.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>The field's index, in bytes.</returns>
    public static int __offset(int vtableOffset, int offset, ByteBuffer bb)
    {
        int table = bb.Length - offset;
        return table + bb.GetUshort(table - bb.GetInt(table) + vtableOffset);
    }

    /// <summary>Follows an offset.</summary>
    /// <param name="offset">The offset's index, in bytes.</param>
    /// <returns>The index that it refers to.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int __indirect(int offset) => offset + bb.GetInt(offset);

    /// <summary>Follows an offset.</summary>
    /// <param name="offset">The offset's index, in bytes.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>The index that it refers to.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int __indirect(int offset, ByteBuffer bb) => offset + bb.GetInt(offset);

    /// <summary>Reads a string.</summary>
    /// <param name="offset">The index of the offset to it, in bytes.</param>
    /// <returns>A new string, or null if the offset is 0.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside of the buffer.</exception>
    public string __string(int offset)
    {
        ByteBuffer buffer = bb;
        int start = buffer.FollowToVector(offset, out int count);
        return start == offset + sizeof(int) ? null! : buffer.TextAt(start, count);
    }

    /// <summary>Reads a union's value.</summary>
    /// <typeparam name="T">The type that flatc wrote for the value.</typeparam>
    /// <param name="offset">The index of the offset to it, in bytes.</param>
    /// <returns>The value.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T __union<T>(int offset)
        where T : struct, IFlatbufferObject
    {
        T value = default;
        value.__init(__indirect(offset), bb);
        return value;
    }

    /// <summary>Whether a buffer has a file identifier.</summary>
    /// <param name="bb">The buffer, its position at its first byte.</param>
    /// <param name="ident">Four characters of one byte each.</param>
    /// <returns>Whether it has this one; false too where it is too short for any.</returns>
    /// <exception cref="ArgumentException">The identifier is not four characters of one byte each.</exception>
    public static bool __has_identifier(ByteBuffer bb, string ident)
    {
        FileIdentifier.Check(nameof(ident), ident);
        int position = bb.Position;
        return position >= 0 && bb.Length - position >= sizeof(int) + FlatBufferConstants.FileIdentifierLength
            && bb.GetUint(position + sizeof(int)) == FileIdentifier.Pack(ident);
    }
}
