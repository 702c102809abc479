using System;
using System.Runtime.InteropServices;

namespace Google.FlatBuffers;

/// <summary>
/// Owns the array under a <see cref="ByteBuffer"/> and makes it larger. Derive to take arrays from elsewhere: set <see cref="Buffer"/> and
/// <see cref="Length"/>, or override <see cref="Memory"/> and set <see cref="Length"/>. Not thread-safe.
/// </summary>
/// <remarks>
/// One <see cref="FlatBufferBuilder"/> at a time writes into the array. It follows if the allocator replaces the array. A
/// <see cref="ByteBuffer"/> follows only when it grows, or when a builder writes into it; until then it reads the old array. An allocator
/// that returns its old array to a pool should therefore be used by one buffer only.
/// </remarks>
public abstract class ByteBufferAllocator
{
    private byte[] _buffer = null!;
    private int _length;

    /// <summary>The array, or null if a derived type overrides <see cref="Memory"/> instead.</summary>
    public byte[] Buffer
    {
        get => _buffer;
        protected set
        {
            _buffer = value;
            User?.Owner?.Detach();
        }
    }

    /// <summary>The bytes of the buffer.</summary>
    public int Length
    {
        get => _length;
        protected set
        {
            _length = value;
            User?.Owner?.Detach();
        }
    }

    /// <summary>The buffer's bytes, to write.</summary>
    public virtual Span<byte> Span => Memory.Span;

    /// <summary>The buffer's bytes, to read.</summary>
    public virtual ReadOnlySpan<byte> ReadOnlySpan => Span;

    /// <summary>The buffer's bytes, to write.</summary>
    public virtual Memory<byte> Memory => Buffer is null ? default : Buffer.AsMemory(0, Length);

    /// <summary>The buffer's bytes, to read.</summary>
    public virtual ReadOnlyMemory<byte> ReadOnlyMemory => Memory;

    /// <summary>Grows the buffer at its front: the content moves to the end of the new array.</summary>
    /// <param name="newSize">The least bytes of the new buffer. The caller throws if the buffer is smaller afterwards.</param>
    /// <exception cref="InvalidOperationException">The buffer would become smaller.</exception>
    public abstract void GrowFront(int newSize);

    /// <summary>The buffer whose builder keeps the array at hand.</summary>
    internal ByteBuffer? User { get; set; }

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
