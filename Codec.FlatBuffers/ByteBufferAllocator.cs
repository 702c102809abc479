using System;
using System.Runtime.InteropServices;

namespace Google.FlatBuffers;

/// <summary>
/// Owns the array under a <see cref="ByteBuffer"/> and makes it larger. Derive to take arrays from elsewhere: set <see cref="Buffer"/> and
/// <see cref="Length"/>, or override <see cref="Memory"/> and set <see cref="Length"/>. Not thread-safe.
/// </summary>
public abstract class ByteBufferAllocator
{
    /// <summary>The array; null where a derived type offers <see cref="Memory"/> alone.</summary>
    public byte[] Buffer { get; protected set; } = null!;

    /// <summary>The bytes of the buffer.</summary>
    public int Length { get; protected set; }

    /// <summary>The buffer's bytes, to write.</summary>
    public virtual Span<byte> Span => Memory.Span;

    /// <summary>The buffer's bytes, to read.</summary>
    public virtual ReadOnlySpan<byte> ReadOnlySpan => Span;

    /// <summary>The buffer's bytes, to write.</summary>
    public virtual Memory<byte> Memory => Buffer.AsMemory(0, Length);

    /// <summary>The buffer's bytes, to read.</summary>
    public virtual ReadOnlyMemory<byte> ReadOnlyMemory => Memory;

    /// <summary>Makes the buffer larger at its front: what was in it moves to the end of the new one.</summary>
    /// <param name="newSize">The bytes of the new buffer.</param>
    /// <exception cref="InvalidOperationException">The buffer would become smaller.</exception>
    public abstract void GrowFront(int newSize);

    /// <summary>The array whose first <see cref="Length"/> bytes are the buffer, whichever way the derived type offers it.</summary>
    internal byte[] Array
    {
        get
        {
            if (Buffer is not null)
            {
                return Buffer;
            }

            if (!MemoryMarshal.TryGetArray(ReadOnlyMemory, out ArraySegment<byte> segment) || segment.Offset != 0 || segment.Count < Length)
            {
                Throw.NoArray();
            }

            return segment.Array!;
        }
    }
}
