using System;
using System.Text;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Reads and writes text as UTF-8.</content>
public partial class ByteBuffer
{
    /// <summary>Decodes UTF-8. An invalid byte sequence becomes U+FFFD.</summary>
    /// <param name="startPos">The index of the first byte.</param>
    /// <param name="len">The number of bytes.</param>
    /// <returns>A new string.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The bytes are not inside the buffer.</exception>
    public string GetStringUTF8(int startPos, int len) => TextAt(IndexOf(startPos, len), len);

    /// <summary>Decodes UTF-8. The caller must have checked that the bytes are inside the buffer.</summary>
    internal string TextAt(int start, int count) => Utf8Text.Read(_array, start, count);

    /// <summary>Encodes a text as UTF-8, without a length and without a terminating zero.</summary>
    /// <param name="offset">The index of the first byte.</param>
    /// <param name="value">The text.</param>
    /// <exception cref="ArgumentOutOfRangeException">The text's bytes do not fit.</exception>
    public void PutStringUTF8(int offset, string value)
    {
        if (value is null)
        {
            Throw.ArgumentNull(nameof(value));
        }

        int count = Encoding.UTF8.GetByteCount(value);
        Utf8Text.Write(value.AsSpan(), _array, IndexOf(offset, count), count);
    }
}
