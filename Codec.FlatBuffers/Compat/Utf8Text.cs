using System;
using System.Text;

namespace Google.FlatBuffers.Compat;

/// <summary>UTF-8 in and out of arrays, by the fastest way that each platform has.</summary>
internal static class Utf8Text
{
#if NET
    /// <summary>Writes a text of ASCII characters alone, one byte each; false where it has others, and the bytes are then unspecified.</summary>
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.AggressiveInlining)]
    internal static bool TryWriteAscii(ReadOnlySpan<char> text, byte[] destination, int offset) =>
        Ascii.FromUtf16(text, System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref ArrayReference.At(destination, offset), text.Length), out _)
            == System.Buffers.OperationStatus.Done;

    /// <summary>Decodes UTF-8. Text of ASCII characters alone, which nearly every text is, is widened without being counted first.</summary>
    internal static string Read(byte[] bytes, int start, int count)
    {
        if (!Ascii.IsValid(new ReadOnlySpan<byte>(bytes, start, count)))
        {
            return Encoding.UTF8.GetString(bytes, start, count);
        }

        return string.Create(count, (bytes, start), static (characters, text) =>
            Ascii.ToUtf16(new ReadOnlySpan<byte>(text.bytes, text.start, characters.Length), characters, out _));
    }

    internal static int Count(ReadOnlySpan<char> text) => Encoding.UTF8.GetByteCount(text);

    internal static void Write(ReadOnlySpan<char> text, byte[] destination, int offset, int count) =>
        Encoding.UTF8.GetBytes(text, destination.AsSpan(offset, count));
#else
    /// <summary>Writes a text of ASCII characters alone, one byte each; false where it has others, and the bytes are then unspecified.</summary>
    internal static bool TryWriteAscii(ReadOnlySpan<char> text, byte[] destination, int offset)
    {
        for (int i = 0; i < text.Length; i++)
        {
            char c = text[i];
            if (c > 0x7F)
            {
                return false;
            }

            destination[offset + i] = (byte)c;
        }

        return true;
    }

    /// <summary>Decodes UTF-8.</summary>
    internal static string Read(byte[] bytes, int start, int count) => Encoding.UTF8.GetString(bytes, start, count);

    internal static unsafe int Count(ReadOnlySpan<char> text)
    {
        if (text.IsEmpty)
        {
            return 0;
        }

        fixed (char* characters = text)
        {
            return Encoding.UTF8.GetByteCount(characters, text.Length);
        }
    }

    internal static unsafe void Write(ReadOnlySpan<char> text, byte[] destination, int offset, int count)
    {
        if (count == 0)
        {
            return;
        }

        fixed (char* characters = text)
        {
            fixed (byte* bytes = &destination[offset])
            {
                Encoding.UTF8.GetBytes(characters, text.Length, bytes, count);
            }
        }
    }
#endif
}
