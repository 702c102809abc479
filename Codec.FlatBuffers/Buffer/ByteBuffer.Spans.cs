using System;

namespace Google.FlatBuffers;

/// <content>Parts of the buffer as spans and memory, not copied.</content>
public partial class ByteBuffer
{
    /// <summary>A part of the buffer, to write.</summary>
    /// <param name="pos">The index of its first byte.</param>
    /// <param name="len">Its length in bytes.</param>
    /// <returns>The part, not copied.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
    public Span<byte> ToSpan(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>A part of the buffer, to read.</summary>
    /// <inheritdoc cref="ToSpan"/>
    public ReadOnlySpan<byte> ToReadOnlySpan(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>The bytes from the position on.</summary>
    /// <returns>The bytes, not copied.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The position is not inside the buffer.</exception>
    public ReadOnlySpan<byte> ToSizedReadOnlySpan() => ToReadOnlySpan(Position, _length - Position);

    /// <summary>A part of the buffer, to write.</summary>
    /// <inheritdoc cref="ToSpan"/>
    public Memory<byte> ToMemory(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>A part of the buffer, to read.</summary>
    /// <inheritdoc cref="ToSpan"/>
    public ReadOnlyMemory<byte> ToReadOnlyMemory(int pos, int len) => new(_array, IndexOf(pos, len), len);
}
