using System;

namespace Google.FlatBuffers;

/// <content>Strings as keys, in the order of their bytes, which is C++'s and flatc's.</content>
public partial struct Table
{
    /// <summary>Compares two strings of a buffer byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first, in bytes.</param>
    /// <param name="offset_2">The index of the offset to the second, in bytes.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>Less than, equal to or greater than 0, as the first is to the second.</returns>
    /// <exception cref="ArgumentOutOfRangeException">A string is not inside of the buffer.</exception>
    public static int CompareStrings(int offset_1, int offset_2, ByteBuffer bb) =>
        TextOf(offset_1, bb).SequenceCompareTo(TextOf(offset_2, bb));

    /// <summary>Compares a string of a buffer with another, byte by byte.</summary>
    /// <param name="offset_1">The index of the offset to the first, in bytes.</param>
    /// <param name="key">The second, as UTF-8.</param>
    /// <param name="bb">The buffer.</param>
    /// <returns>Less than, equal to or greater than 0, as the first is to the second.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The string is not inside of the buffer.</exception>
    public static int CompareStrings(int offset_1, byte[] key, ByteBuffer bb) =>
        TextOf(offset_1, bb).SequenceCompareTo(new ReadOnlySpan<byte>(key));

    /// <inheritdoc cref="CompareStrings(int, byte[], ByteBuffer)"/>
    public static int CompareStrings(int offset_1, ReadOnlySpan<byte> key, ByteBuffer bb) => TextOf(offset_1, bb).SequenceCompareTo(key);

    private static ReadOnlySpan<byte> TextOf(int offset, ByteBuffer bb)
    {
        int start = offset + bb.GetInt(offset);
        return bb.ToReadOnlySpan(start + sizeof(int), bb.GetInt(start));
    }
}
