using System;
using System.Runtime.InteropServices;

namespace Google.FlatBuffers;

/// <summary>
/// Owns the array of a <see cref="ByteBuffer"/> and makes it larger. To use another source of arrays, derive from this class: set
/// <see cref="Buffer"/> and <see cref="Length"/>, or override <see cref="Memory"/> and set <see cref="Length"/>. Not thread-safe.
/// </summary>
/// <remarks>
/// One <see cref="FlatBufferBuilder"/> at a time writes into the array. If the allocator replaces the array, the builder uses the new one. A
/// <see cref="ByteBuffer"/> uses the new array only after it has grown, or after a builder has written into it. Until then it reads the old
/// array. An allocator that returns its old array to a pool should therefore be used by one buffer only.
/// </remarks>
public abstract class ByteBufferAllocator
{
    private byte[] _buffer = null!;
    private int _length;

    /// <summary>Gets the array, or null if a derived type overrides <see cref="Memory"/> instead.</summary>
    public byte[] Buffer
    {
        get => _buffer;
        protected set
        {
            _buffer = value;
            User?.Owner?.Detach();
        }
    }

    /// <summary>Gets the size of the buffer in bytes.</summary>
    public int Length
    {
        get => _length;
        protected set
        {
            _length = value;
            User?.Owner?.Detach();
        }
    }

    /// <summary>Gets the bytes of the buffer, writable.</summary>
    public virtual Span<byte> Span => Memory.Span;

    /// <summary>Gets the bytes of the buffer, read-only.</summary>
    public virtual ReadOnlySpan<byte> ReadOnlySpan => Span;

    /// <summary>Gets the bytes of the buffer, writable.</summary>
    public virtual Memory<byte> Memory => Buffer is null ? default : Buffer.AsMemory(0, Length);

    /// <summary>Gets the bytes of the buffer, read-only.</summary>
    public virtual ReadOnlyMemory<byte> ReadOnlyMemory => Memory;

    /// <summary>Grows the buffer at its front: the content moves to the end of the new array.</summary>
    /// <param name="newSize">The smallest allowed size of the new buffer in bytes. The caller throws if the buffer is smaller afterwards.</param>
    /// <exception cref="InvalidOperationException">The buffer would become smaller.</exception>
    public abstract void GrowFront(int newSize);

    /// <summary>Gets or sets the buffer whose builder caches the array.</summary>
    internal ByteBuffer? User { get; set; }

    /// <summary>Returns the array whose first <see cref="Length"/> bytes are the buffer, from <see cref="Buffer"/> or <see cref="Memory"/>.</summary>
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
