using System;

namespace Google.FlatBuffers;

/// <content>Returns parts of the buffer as spans and memory, without copying.</content>
public partial class ByteBuffer
{
    /// <summary>Returns a writable part of the buffer without copying it.</summary>
    /// <param name="pos">The index of the first byte of the part.</param>
    /// <param name="len">The length of the part in bytes.</param>
    /// <returns>The part. It shares the bytes of the buffer.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The part is not inside the buffer.</exception>
    public Span<byte> ToSpan(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>Returns a read-only part of the buffer without copying it.</summary>
    /// <inheritdoc cref="ToSpan"/>
    public ReadOnlySpan<byte> ToReadOnlySpan(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>Returns the bytes from the position to the end.</summary>
    /// <returns>The bytes, which are shared with the buffer.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The position is not inside the buffer.</exception>
    public ReadOnlySpan<byte> ToSizedReadOnlySpan() => ToReadOnlySpan(Position, _length - Position);

    /// <summary>Returns a writable part of the buffer without copying it.</summary>
    /// <inheritdoc cref="ToSpan"/>
    public Memory<byte> ToMemory(int pos, int len) => new(_array, IndexOf(pos, len), len);

    /// <summary>Returns a read-only part of the buffer without copying it.</summary>
    /// <inheritdoc cref="ToSpan"/>
    public ReadOnlyMemory<byte> ToReadOnlyMemory(int pos, int len) => new(_array, IndexOf(pos, len), len);
}
