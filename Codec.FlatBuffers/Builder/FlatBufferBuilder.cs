using System;
using System.Runtime.CompilerServices;
using Google.FlatBuffers.Compat;

namespace Google.FlatBuffers;

/// <summary>
/// Builds a FlatBuffer from its end to its front: create the children before their parents. Generated code of flatc calls this class. A full
/// buffer doubles its size. <see cref="Clear"/> starts the next message in the same buffer and allocates nothing. Before that, every member that
/// writes throws <see cref="InvalidOperationException"/> if the message is finished, or if another builder has used the buffer. Not thread-safe.
/// </summary>
public partial class FlatBufferBuilder
{
    private readonly ByteBuffer _bb;
    private readonly int _headroom;

    // The array of the buffer, cached to save one indirection for each write. A detached builder has an empty array and no space, so that each
    // write uses the path of a full buffer, which attaches the builder again.
    private byte[] _array = [];
    private int _length;
    private bool _isAttached;

    /// <summary>The index of the first byte of the buffer's part of the array.</summary>
    private int _start;

    /// <summary>The smallest index that may be written. Never negative. If the message is finished or lost, no index may be written, and each
    /// write uses the path of a full buffer, which throws.</summary>
    private int _floor;

    /// <summary>The first index after the headroom: the value of <see cref="_floor"/> while a message is built.</summary>
    private int _buildFloor;

    /// <summary>The index of the first used byte. The next byte is written before it. Negative if more bytes are used than the array has.</summary>
    private int _space;
    private int _minAlign = 1;
    private BuilderState _state;
    private bool _forceDefaults;

    /// <summary>Creates a builder with a new buffer.</summary>
    /// <param name="initialSize">The initial size of the buffer in bytes.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialSize"/> is not greater than zero.</exception>
    public FlatBufferBuilder(int initialSize)
        : this(initialSize, 0)
    {
    }

    /// <summary>Creates a builder with a new buffer that keeps bytes free in front of the message, for the header of a packet.</summary>
    /// <param name="initialSize">The initial size of the buffer in bytes, without the headroom.</param>
    /// <param name="headroom">The number of bytes that stay free in front of the message. Their value is unspecified.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="initialSize"/> is not greater than zero,
    /// <paramref name="headroom"/> is negative, or both together are more than <see cref="int.MaxValue"/>.</exception>
    public FlatBufferBuilder(int initialSize, int headroom)
        : this(new ByteBuffer(FirstLength(initialSize, headroom)), headroom)
    {
    }

    /// <summary>Creates a builder that writes into the caller's buffer, from its end. The content of the buffer is lost.</summary>
    /// <param name="buffer">The buffer. It grows if it can. Several builders may use one buffer in turn: after another builder has written, a
    /// builder throws <see cref="InvalidOperationException"/> until its next <see cref="Clear"/>.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    public FlatBufferBuilder(ByteBuffer buffer)
        : this(buffer, 0)
    {
    }

    /// <summary>Creates a builder that writes into the caller's buffer and keeps bytes free in front of the message.</summary>
    /// <param name="buffer">The buffer. It grows if it can.</param>
    /// <param name="headroom">The number of bytes that stay free in front of the message. Their value is unspecified.</param>
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
        if (buffer.IsFree)
        {
            buffer.Reset();
            Attach();
        }
    }

    /// <summary>Gets the buffer. After <see cref="Finish(int)"/>, its position is at the first byte of the message. The builder owns the
    /// buffer, and the message is valid until <see cref="Clear"/>.</summary>
    public ByteBuffer DataBuffer => _bb;

    /// <summary>Gets the number of bytes used, which is also the offset of the object that was written last.</summary>
    public int Offset => _length - _space;

    /// <summary>Gets the number of bytes that stay free in front of the message.</summary>
    public int Headroom => _headroom;

    /// <summary>Gets whether the message is finished: Finish was called after the last Clear, and no other builder has used
    /// the buffer since.</summary>
    public bool IsFinished => _state == BuilderState.Finished;

    /// <summary>Gets or sets whether fields that equal their default are also written. False by default.</summary>
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
        _floor = _buildFloor;
        _bb.Reset();
        ClearTables();
        _sharedStrings?.Clear();
    }

    /// <summary>Aligns the next value: after <paramref name="additionalBytes"/> more bytes, a value of <paramref name="size"/> bytes is aligned to
    /// its size. Grows the buffer if necessary.</summary>
    /// <param name="size">The alignment in bytes, a power of two.</param>
    /// <param name="additionalBytes">The number of bytes that are written before the aligned value.</param>
    /// <exception cref="ArgumentOutOfRangeException">The alignment is not a power of two, or the number of bytes is negative.</exception>
    /// <exception cref="InvalidOperationException">The buffer is too small and cannot grow.</exception>
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
    /// <param name="size">The number of bytes. 0 or a negative number writes nothing.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is not enough free space; <see cref="Prep"/> makes space.</exception>
    public void Pad(int size)
    {
        if (size > 0)
        {
            CheckRoom(size);
            WriteZeros(size);
        }
    }

    /// <summary>Caches the current array of the buffer. The number of used bytes does not change.</summary>
    internal void BufferChanged()
    {
        int used = _length - _space;
        _array = _bb.Array;
        _length = _bb.Length;
        _space = _length - used;
        _start = _bb.Start;
        _buildFloor = (int)Math.Min(int.MaxValue, (long)_headroom + _start);
        _floor = _state < BuilderState.Finished ? _buildFloor : int.MaxValue;
        _isAttached = true;
    }

    /// <summary>Releases the cached array, which is about to be replaced. The number of used bytes does not change.</summary>
    internal void Detach()
    {
        int used = _length - _space;
        _array = [];
        _length = 0;
        _space = -used;
        _isAttached = false;
    }

    /// <summary>Releases the cached array, because another builder writes into it from now on. The message of this builder is lost.</summary>
    internal void ReleaseBuffer()
    {
        Detach();
        if (_space != 0 || _state != BuilderState.Idle)
        {
            _state = BuilderState.Lost;
            _sharedStrings?.Clear();
        }
    }

    /// <summary>Attaches a detached builder. Throws if its message is lost.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AttachAgain()
    {
        if (_state == BuilderState.Lost)
        {
            Throw.NotIdle(_state);
        }

        Attach();
    }

    /// <summary>Becomes the builder that writes into the buffer.</summary>
    private void Attach()
    {
        _bb.GiveTo(this);
        BufferChanged();
    }

    /// <summary>Does the same as <see cref="Prep"/>, without validating its arguments.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Align(int size, int additionalBytes)
    {
        int padding = (_space - _length - additionalBytes) & (size - 1);
        if ((long)_space - padding - size - additionalBytes < _floor)
        {
            Grow((long)padding + size + additionalBytes);
        }

        if (size > _minAlign)
        {
            _minAlign = size;
        }

        WriteZeros(padding);
    }

    /// <summary>Reserves aligned space for one number. The padding after the number is not cleared. To clear it, the caller writes
    /// <paramref name="size"/> zero bytes at <paramref name="padding"/> before it writes the number, which these bytes may overlap.</summary>
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

    /// <summary>Grows the buffer, by doubling, until the given number of bytes is free. Throws if the message is finished or lost.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow(long needed)
    {
        CheckUnfinished();
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

        // The buffer notifies this builder of its new array. The allocator may use the builder, so the result must be checked.
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

    /// <summary>Attaches a detached builder. Throws if there is no space, or if the message is finished or lost.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FindRoom(long size)
    {
        CheckUnfinished();
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

    private void CheckUnfinished()
    {
        if (_state >= BuilderState.Finished)
        {
            Throw.NotIdle(_state);
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

    /// <summary>Discards the content and caches the current array of the allocator. If it has no array, the next write throws.</summary>
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

        if (headroom > int.MaxValue - initialSize)
        {
            Throw.HeadroomTooLarge(headroom, initialSize);
        }

        return initialSize + headroom;
    }
}
