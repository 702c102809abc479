using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>
/// Builds a FlatBuffer from its end to its front, children before parents. Generated code of flatc calls it. The buffer doubles at its front when
/// it is full. <see cref="Clear"/> starts the next message in the same buffer and allocates nothing. Not thread-safe.
/// </summary>
public partial class FlatBufferBuilder
{
    private readonly ByteBuffer _bb;
    private readonly int _headroom;

    // The array of the buffer, cached: one indirection less for each write. A detached builder has an empty array and no space, so that each write
    // takes the way of a full buffer, which attaches it again.
    private byte[] _array = [];
    private int _length;
    private bool _isAttached;

    /// <summary>The index of the first byte of the buffer's part of the array.</summary>
    private int _start;

    /// <summary>The least index that is written: after the headroom. Never negative.</summary>
    private int _floor;

    /// <summary>The index of the first used byte; the next byte is written before it. Negative if the array has fewer bytes than were used.</summary>
    private int _space;
    private int _minAlign = 1;
    private BuilderState _state;
    private bool _forceDefaults;

    /// <summary>A builder with a new buffer.</summary>
    /// <param name="initialSize">The buffer's first length in bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialSize"/> is not greater than zero.</exception>
    public FlatBufferBuilder(int initialSize)
        : this(initialSize, 0)
    {
    }

    /// <summary>Creates a builder with a new buffer that keeps bytes free in front of the message, for the header of a packet.</summary>
    /// <param name="initialSize">The buffer's first length in bytes, without the headroom.</param>
    /// <param name="headroom">The bytes that stay free in front; their value is unspecified.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialSize"/> is not greater than zero, or
    /// <paramref name="headroom"/> negative.</exception>
    public FlatBufferBuilder(int initialSize, int headroom)
        : this(new ByteBuffer(FirstLength(initialSize, headroom)), headroom)
    {
    }

    /// <summary>Creates a builder that writes into the caller's buffer, from its end. The content of the buffer is lost.</summary>
    /// <param name="buffer">The buffer; it grows if it can. Builders may share one and take turns. After another builder wrote, a builder
    /// throws <see cref="InvalidOperationException"/> until its next <see cref="Clear"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    public FlatBufferBuilder(ByteBuffer buffer)
        : this(buffer, 0)
    {
    }

    /// <summary>Creates a builder that writes into the caller's buffer and keeps bytes free in front of the message.</summary>
    /// <param name="buffer">The buffer. It grows if it can.</param>
    /// <param name="headroom">The bytes that stay free in front; their value is unspecified.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="headroom"/> is negative.</exception>
    public FlatBufferBuilder(ByteBuffer buffer, int headroom)
    {
        if (buffer is null)
        {
            Throw.ArgumentNull(nameof(buffer));
        }

        if (headroom < 0)
        {
            Throw.NegativeCount(nameof(headroom), headroom);
        }

        _bb = buffer;
        _headroom = headroom;
        buffer.Reset();
        if (buffer.IsFree)
        {
            Attach();
        }
    }

    /// <summary>The buffer, its position at the first byte once <see cref="Finish(int)"/> was called. It is the builder's: it holds the
    /// message until <see cref="Clear"/>.</summary>
    public ByteBuffer DataBuffer => _bb;

    /// <summary>Gets the number of bytes used, which is also the offset of the object that was written last.</summary>
    public int Offset => _length - _space;

    /// <summary>Gets the number of bytes that stay free in front of the message.</summary>
    public int Headroom => _headroom;

    /// <summary>Whether Finish was called since the builder was made or cleared, and no other builder has used its buffer since.</summary>
    public bool IsFinished => _state == BuilderState.Finished;

    /// <summary>Whether fields that equal their default are written too. False unless set.</summary>
    public bool ForceDefaults
    {
        get => _forceDefaults;
        set => _forceDefaults = value;
    }

    /// <summary>Starts the next message in the same buffer. The content is lost, and nothing is allocated or freed.</summary>
    public void Clear()
    {
        if (!_isAttached)
        {
            Attach();
        }

        _space = _length;
        _minAlign = 1;
        _state = BuilderState.Idle;
        _bb.Position = 0;
        ClearTables();
        _sharedStrings?.Clear();
    }

    /// <summary>Aligns the next value: after <paramref name="additionalBytes"/> more bytes, a value of <paramref name="size"/> bytes is aligned to
    /// its size. Grows the buffer if necessary.</summary>
    /// <param name="size">The alignment in bytes, a power of two.</param>
    /// <param name="additionalBytes">The bytes that are written before the aligned value.</param>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is not a power of two, or the count negative.</exception>
    /// <exception cref="InvalidOperationException">The buffer cannot become that large.</exception>
    public void Prep(int size, int additionalBytes)
    {
        if (size <= 0 || (size & (size - 1)) != 0)
        {
            Throw.Alignment(size);
        }

        if (additionalBytes < 0)
        {
            Throw.NegativeCount(nameof(additionalBytes), additionalBytes);
        }

        Align(size, additionalBytes);
    }

    /// <summary>Writes zero bytes.</summary>
    /// <param name="size">How many; 0 or less writes none.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is not enough free space; <see cref="Prep"/> makes space.</exception>
    public void Pad(int size)
    {
        if (size > 0)
        {
            CheckRoom(size);
            WriteZeros(size);
        }
    }

    /// <summary>Takes the current array of the buffer. The used bytes count from its end.</summary>
    internal void BufferChanged()
    {
        int used = _length - _space;
        _array = _bb.Array;
        _length = _bb.Length;
        _space = _length - used;
        _start = _bb.Start;
        _floor = (int)Math.Min(int.MaxValue, (long)_headroom + _start);
        _isAttached = true;
    }

    /// <summary>Lets go of the array, which is about to be replaced. The bytes used are still counted.</summary>
    internal void Detach()
    {
        int used = _length - _space;
        _array = [];
        _length = 0;
        _space = -used;
        _isAttached = false;
    }

    /// <summary>Lets go of the array, which another builder writes into from now on.</summary>
    internal void LoseBuffer()
    {
        Detach();
        if (_space != 0 || _state != BuilderState.Idle)
        {
            _state = BuilderState.Lost;
        }
    }

    /// <summary>Becomes the builder that writes into the buffer.</summary>
    private void Attach()
    {
        _bb.GiveTo(this);
        BufferChanged();
    }

    /// <summary>What <see cref="Prep"/> does, for an alignment and a count that are known to be valid.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Align(int size, int additionalBytes)
    {
        if (size > _minAlign)
        {
            _minAlign = size;
        }

        int padding = (_space - _length - additionalBytes) & (size - 1);
        if ((long)_space - padding - size - additionalBytes < _floor)
        {
            Grow((long)padding + size + additionalBytes);
        }

        WriteZeros(padding);
    }

    /// <summary>Aligned room for one number, taken from the front. What pads it is not cleared yet: as much as the number has, from
    /// <paramref name="padding"/> on, goes over all of it and at most over the number itself.</summary>
    /// <returns>The number's index.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int Take(int size, out int padding)
    {
        int space = _space;
        int next = space - ((space - _length) & (size - 1)) - size;
        if (next < _floor)
        {
            Grow((long)space - next);
            space = _space;
            next = space - ((space - _length) & (size - 1)) - size;
        }

        if (_minAlign < size)
        {
            _minAlign = size;
        }

        _space = next;
        padding = space - size;
        return next;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref byte ByteAt(int index) => ref ArrayReference.At(ref _array, index);

    /// <summary>Grows the buffer, by doubling, until the given number of bytes is free.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(long needed)
    {
        if (!_isAttached)
        {
            Attach();
            if (_space - needed >= _floor)
            {
                return;
            }
        }

        // The largest array of bytes that .NET allocates; the format's own limit is 2^31 - 1.
        const int Limit = 0x7FFFFFC7;

        int used = _length - _space;
        long total = used + needed + _floor;
        if (total > Limit)
        {
            Throw.TooLargeToGrow(total, Limit);
        }

        long length = Math.Max(_length, 1);
        while (length < total)
        {
            length *= 2;
        }

        // The buffer notifies this builder of its current array. An allocator may call back: neither the allocator nor its result is trusted.
        _bb.GrowFront((int)Math.Min(length, Limit));
        if (!_isAttached || _length - _space != used || _space - needed < _floor)
        {
            Throw.ChangedWhileGrowing();
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void CheckRoom(long size)
    {
        if ((long)_space - _floor < size)
        {
            FindRoom(size);
        }
    }

    /// <summary>Attaches a detached builder. Throws if there is no space.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FindRoom(long size)
    {
        if (!_isAttached)
        {
            Attach();
        }

        long available = Math.Max(0, (long)_space - _floor);
        if (available < size)
        {
            Throw.NoRoomAfterPrep(size, available);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteZeros(int count)
    {
        if (count != 0)
        {
            _space -= count;
            Unsafe.InitBlockUnaligned(ref ByteAt(_space), 0, (uint)count);
        }
    }

    /// <summary>Discards the content and takes the current array of the allocator. If it has none, the next write throws.</summary>
    private protected void Reattach(ByteBufferAllocator allocator)
    {
        _bb.UseAllocator(allocator);
        Attach();
        Clear();
    }

    private protected static int FirstLength(int initialSize, int headroom)
    {
        if (initialSize <= 0)
        {
            Throw.NotPositive(nameof(initialSize), initialSize);
        }

        if (headroom < 0)
        {
            Throw.NegativeCount(nameof(headroom), headroom);
        }

        return checked(initialSize + headroom);
    }
}
