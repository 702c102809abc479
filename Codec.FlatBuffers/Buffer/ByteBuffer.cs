using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>
/// Reads and writes the format's little-endian numbers in a byte array, up to a limit. Indexes are those of the array, and every access is
/// checked against the array's start and the limit. The content starts at <see cref="Position"/>, which flatc's code uses. The caller owns the
/// bytes, and they are never copied. Reading is thread-safe while no other thread writes, moves the position, or assigns another array.
/// </summary>
public partial class ByteBuffer
{
    private ByteBufferAllocator? _allocator;
    private byte[] _array = [];
    private int _start;
    private int _length;

    // The number of valid indexes for an access of each size, so that each access needs only one comparison. Never more than _length.
    private int _starts2;
    private int _starts4;
    private int _starts8;

    /// <summary>Creates a buffer over a new, zeroed array.</summary>
    /// <param name="size">The length of the array in bytes.</param>
    /// <exception cref="OverflowException"><paramref name="size"/> is negative.</exception>
    public ByteBuffer(int size)
        : this(new byte[size], 0)
    {
    }

    /// <summary>Creates a buffer over a whole array.</summary>
    /// <param name="buffer">The array. It is not copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    public ByteBuffer(byte[] buffer)
        : this(buffer, 0)
    {
    }

    /// <summary>Creates a buffer over a whole array, with the given position.</summary>
    /// <param name="buffer">The array. It is not copied.</param>
    /// <param name="pos">The index of the first byte of the content.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    public ByteBuffer(byte[] buffer, int pos)
    {
        if (buffer is null)
        {
            Throw.ArgumentNull(nameof(buffer));
        }

        Use(buffer, 0, buffer.Length);
        Position = pos;
    }

    /// <summary>Creates a buffer over the memory of an allocator, which also makes the buffer larger.</summary>
    /// <param name="allocator">The allocator.</param>
    /// <param name="position">The index of the first byte of the content.</param>
    /// <exception cref="ArgumentNullException"><paramref name="allocator"/> is null.</exception>
    public ByteBuffer(ByteBufferAllocator allocator, int position)
    {
        if (allocator is null)
        {
            Throw.ArgumentNull(nameof(allocator));
        }

        _allocator = allocator;
        Position = position;
        TakeAllocatedArray();
    }

    /// <summary>Creates a buffer over a part of an array. Its position is the index of the part's first byte, and its length is the index after
    /// the last, both in the array. Nothing after the part is read or written, and a builder writes nothing before it. The buffer does not
    /// grow.</summary>
    /// <param name="segment">The part. It is not copied.</param>
    /// <exception cref="ArgumentNullException">The segment has no array.</exception>
    public ByteBuffer(ArraySegment<byte> segment)
    {
        Reset(segment);
    }

    /// <summary>Creates a buffer over memory that is part of an array, like <see cref="ByteBuffer(ArraySegment{byte})"/>.</summary>
    /// <param name="memory">The memory. It is not copied. Do not call Put methods if the memory must not change.</param>
    /// <exception cref="ArgumentException">The memory is not part of an array.</exception>
    public ByteBuffer(ReadOnlyMemory<byte> memory)
    {
        Reset(memory);
    }

    /// <summary>Gets the index after the buffer's last byte.</summary>
    public int Length => _length;

    /// <summary>Gets or sets the index of the first byte of the content. The value is not validated until it is used.</summary>
    public int Position { get; set; }

    /// <summary>Gets the only builder that caches the array, or null. It is notified when the array changes.</summary>
    internal FlatBufferBuilder? Owner { get; private set; }

    /// <summary>Gets the index of the first byte that a builder may write, which is the start of the part of the array.</summary>
    internal int Start => _start;

    internal byte[] Array => _array;

    /// <summary>Points the buffer at a part of another array, so that one buffer serves many messages. The position becomes the
    /// part's start.</summary>
    /// <param name="segment">The part. It is not copied.</param>
    /// <exception cref="ArgumentNullException">The segment has no array.</exception>
    public void Reset(ArraySegment<byte> segment)
    {
        if (segment.Array is null)
        {
            Throw.ArgumentNull(nameof(segment));
        }

        _allocator = FixedPart;
        Use(segment.Array, segment.Offset, segment.Offset + segment.Count);
        Position = segment.Offset;
        Owner?.BufferChanged();
    }

    /// <summary>Points the buffer at other memory, so that one buffer serves many messages. The position becomes the memory's
    /// start.</summary>
    /// <param name="memory">Memory that is part of an array. It is not copied.</param>
    /// <exception cref="ArgumentException">The memory is not part of an array.</exception>
    public void Reset(ReadOnlyMemory<byte> memory)
    {
        if (!MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> segment))
        {
            Throw.MemoryWithoutArray();
        }

        Reset(segment);
    }

    /// <summary>Sets the position to the buffer's first byte: 0, or the start of the part of an array.</summary>
    public void Reset() => Position = _start;

    /// <summary>Creates a second view of the same bytes with its own position.</summary>
    /// <returns>The view. It keeps these bytes if the buffer later grows into another array.</returns>
    public ByteBuffer Duplicate()
    {
        ByteBuffer copy = (ByteBuffer)MemberwiseClone();
        copy.Owner = null;
        return copy;
    }

    /// <summary>Grows the buffer at its front: the content moves to the end. The value of the position does not change.</summary>
    /// <param name="newSize">The new length in bytes.</param>
    /// <exception cref="InvalidOperationException">The buffer would become smaller, it is over a part of an array, or its allocator returned
    /// less memory than requested.</exception>
    public void GrowFront(int newSize)
    {
        if (_allocator == FixedPart)
        {
            Throw.FixedBuffer(newSize, _length);
        }

        _allocator ??= new ByteArrayAllocator(_array) { User = this };
        _allocator.GrowFront(newSize);
        TakeAllocatedArray();
        if (_allocator.User == this)
        {
            Owner?.BufferChanged();
        }

        if (_length < newSize)
        {
            Throw.NotGrown(newSize, _length);
        }
    }

    /// <summary>Gets whether no builder caches the array.</summary>
    internal bool IsFree => Owner is null && (_allocator?.User is null || _allocator.User == this);

    /// <summary>Makes a builder the only one that caches the array, and reads the current array of the allocator.</summary>
    internal void GiveTo(FlatBufferBuilder builder)
    {
        if (Owner != builder)
        {
            Owner?.ReleaseBuffer();
            Owner = builder;
        }

        if (_allocator is not null && _allocator != FixedPart)
        {
            ByteBuffer? other = _allocator.User;
            if (other != this)
            {
                other?.Owner?.ReleaseBuffer();
                _allocator.User = this;
            }

            TakeAllocatedArray();
        }
    }

    /// <summary>Attaches the buffer to an allocator again, even if the buffer was over a part of another array in the meantime.</summary>
    internal void UseAllocator(ByteBufferAllocator allocator)
    {
        _allocator = allocator;
        TakeAllocatedArray();
    }

    /// <summary>Returns a reference to the byte at an index. Throws if it is not inside the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte At1(int index)
    {
        if ((uint)index >= (uint)_length)
        {
            Throw.OutsideBuffer(index, 1, this);
        }

        return ref ArrayReference.At(ref _array, index);
    }

    /// <summary>Returns a reference to the byte at an index. Throws if two bytes from there are not inside the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte At2(int index)
    {
        if ((uint)index >= (uint)_starts2)
        {
            Throw.OutsideBuffer(index, 2, this);
        }

        return ref ArrayReference.At(ref _array, index);
    }

    /// <summary>Returns a reference to the byte at an index. Throws if four bytes from there are not inside the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte At4(int index)
    {
        if ((uint)index >= (uint)_starts4)
        {
            Throw.OutsideBuffer(index, 4, this);
        }

        return ref ArrayReference.At(ref _array, index);
    }

    /// <summary>Returns a reference to the byte at an index. Throws if eight bytes from there are not inside the buffer.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal ref byte At8(int index)
    {
        if ((uint)index >= (uint)_starts8)
        {
            Throw.OutsideBuffer(index, 8, this);
        }

        return ref ArrayReference.At(ref _array, index);
    }

    /// <summary>Returns the index of a part in the array. Throws if the part is not inside the buffer. An empty part may be at the end.</summary>
    internal int IndexOf(int pos, int len)
    {
        if ((ulong)(uint)pos + (uint)len > (uint)_length)
        {
            Throw.OutsideBuffer(pos, len, this);
        }

        return pos;
    }

    /// <summary>A fast path of <see cref="Reset(ArraySegment{byte})"/> for another part of the same array with at least 8 bytes. Returns false and
    /// does nothing in any other case. The caller must have called that method before, so that this buffer is over a part.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryMove(byte[] array, int offset, int count)
    {
        ulong end = (ulong)(uint)offset + (uint)count;
        if (!ReferenceEquals(array, _array) || Owner is not null || end > (uint)array.Length)
        {
            return false;
        }

        int length = (int)end;
        _start = offset;
        _length = length;
        _starts2 = length - 1;
        _starts4 = length - 3;
        _starts8 = length - 7;
        Position = offset;
        return true;
    }

    private void TakeAllocatedArray() => Use(_allocator!.Array, 0, _allocator.Length);

    private void Use(byte[] array, int start, int length)
    {
        if ((uint)length > (uint)array.Length)
        {
            Throw.AllocatedLength(length, array.Length);
        }

        _array = array;
        _start = start;
        _length = length;
        _starts2 = Math.Max(0, length - 1);
        _starts4 = Math.Max(0, length - 3);
        _starts8 = Math.Max(0, length - 7);
    }

    /// <summary>The allocator of a buffer over a part of an array, which must not grow.</summary>
    private static readonly ByteBufferAllocator FixedPart = new ByteArrayAllocator([]);
}
