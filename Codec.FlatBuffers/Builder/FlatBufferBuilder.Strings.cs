using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <content>Writes strings.</content>
public partial class FlatBufferBuilder
{
    private Dictionary<string, StringOffset>? _sharedStrings;

    /// <summary>Writes a string as UTF-8, with its length and a terminating zero. An unpaired surrogate becomes U+FFFD.</summary>
    /// <param name="s">The text. If it is null, the returned offset is 0, which means no string.</param>
    /// <returns>The string's offset.</returns>
    /// <exception cref="ArgumentException">The text takes more than <see cref="int.MaxValue"/> bytes as UTF-8.</exception>
    /// <exception cref="InvalidOperationException">Another object is open, the buffer is finished, or it is too small and cannot
    /// grow.</exception>
    public StringOffset CreateString(string? s) => s is null ? new StringOffset(0) : CreateString(s.AsSpan());

    /// <inheritdoc cref="CreateString(string)"/>
    public StringOffset CreateString(ReadOnlySpan<char> s)
    {
        NotNested();

        // Most texts are ASCII. So the text is first written with one byte for each character, without counting the bytes.
        int start = StartString(s.Length);
        if (!Utf8Text.TryWriteAscii(s, _array, start))
        {
            int count = Utf8Text.Count(s);
            start = StartString(count);
            Utf8Text.Write(s, _array, start, count);
            return EndString(start, count);
        }

        return EndString(start, s.Length);
    }

    /// <summary>Writes a string from UTF-8 bytes, with its length and a terminating zero. The bytes are not validated.</summary>
    /// <param name="chars">The bytes, without a zero at the end.</param>
    /// <returns>The string's offset.</returns>
    /// <exception cref="InvalidOperationException">Another object is open, the buffer is finished, or it is too small and cannot
    /// grow.</exception>
    public StringOffset CreateUTF8String(ReadOnlySpan<byte> chars)
    {
        NotNested();
        int start = StartString(chars.Length);
        chars.CopyTo(_array.AsSpan(start, chars.Length));
        return EndString(start, chars.Length);
    }

    /// <inheritdoc cref="CreateUTF8String(ReadOnlySpan{byte})"/>
    public StringOffset CreateUTF8String(Span<byte> chars) => CreateUTF8String((ReadOnlySpan<byte>)chars);

    /// <summary>Writes a string, or finds an equal string that this method has written since the last <see cref="Clear"/>.</summary>
    /// <param name="s">The text. If it is null, the returned offset is 0, which means no string.</param>
    /// <returns>The string's offset.</returns>
    /// <exception cref="ArgumentException">The text takes more than <see cref="int.MaxValue"/> bytes as UTF-8.</exception>
    /// <exception cref="InvalidOperationException">No equal string was found, and another object is open, or the buffer is
    /// finished, or it is too small and cannot grow.</exception>
    public StringOffset CreateSharedString(string? s)
    {
        if (s is null)
        {
            return new StringOffset(0);
        }

        _sharedStrings ??= new Dictionary<string, StringOffset>(StringComparer.Ordinal);
        if (!_sharedStrings.TryGetValue(s, out StringOffset offset))
        {
            offset = CreateString(s);
            _sharedStrings.Add(s, offset);
        }

        return offset;
    }

    /// <summary>Makes space for a string of the given number of bytes, and returns the index of its text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int StartString(int count)
    {
        // The layout, by ascending address: the length, the text, a zero, and zeros that align the length.
        // The sum of a count and a negative _space does not overflow in 64 bits.
        long start = (long)_space - count - 1;
        start -= (start - _length) & (sizeof(int) - 1);
        if (start - sizeof(int) < _floor)
        {
            Grow(_space - start + sizeof(int));
            start = (long)_space - count - 1;
            start -= (start - _length) & (sizeof(int) - 1);
        }

        // The terminating zero and its padding are one to four bytes. This writes four; the text overwrites those that it needs.
        LittleEndian.Write32(ref ByteAt(_space - sizeof(int)), 0);
        return (int)start;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private StringOffset EndString(int start, int count)
    {
        if (_minAlign < sizeof(int))
        {
            _minAlign = sizeof(int);
        }

        _space = start - sizeof(int);
        LittleEndian.Write32(ref ByteAt(_space), (uint)count);
        return new StringOffset(_length - _space);
    }
}
