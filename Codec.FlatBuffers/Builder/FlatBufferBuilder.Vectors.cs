using System;
using System.Runtime.CompilerServices;

namespace Google.FlatBuffers;

/// <content>Writes vectors, and arrays into vectors.</content>
public partial class FlatBufferBuilder
{
    private int _vectorCount;
    private long _vectorSize;
    private int _vectorElementSize;
    private int _vectorStart;

    /// <summary>Starts a vector. Its elements must then be added from the last to the first.</summary>
    /// <param name="elemSize">The size of one element in bytes.</param>
    /// <param name="count">The number of elements.</param>
    /// <param name="alignment">The alignment of one element, in bytes.</param>
    /// <exception cref="InvalidOperationException">Another object is open, or the buffer is finished.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A size or the count is negative, or the vector is too large for a buffer.</exception>
    public void StartVector(int elemSize, int count, int alignment)
    {
        NotNested();
        long size = (long)elemSize * count;
        if (elemSize < 0 || count < 0 || size > int.MaxValue)
        {
            Throw.VectorSize(elemSize, count, alignment);
        }

        Prep(sizeof(int), (int)size);
        Prep(alignment, (int)size);
        _state = BuilderState.InVector;
        _vectorCount = count;
        _vectorSize = size;
        _vectorElementSize = elemSize;
        _vectorStart = _length - _space;
    }

    /// <summary>Ends the open vector: writes its length.</summary>
    /// <returns>The vector's offset.</returns>
    /// <exception cref="InvalidOperationException">No vector is open, or its elements do not have the size that StartVector declared.</exception>
    public VectorOffset EndVector()
    {
        if (_state != BuilderState.InVector)
        {
            Throw.NoVectorStarted(_state);
        }

        int added = _length - _space - _vectorStart;
        if (added != _vectorSize)
        {
            Throw.WrongVectorLength(_vectorSize, added);
        }

        _state = BuilderState.Idle;
        AddInt(_vectorCount);
        return new VectorOffset(_length - _space);
    }

    /// <summary>Builds a vector of tables.</summary>
    /// <typeparam name="T">The tables' type.</typeparam>
    /// <param name="offsets">The tables' offsets.</param>
    /// <returns>The vector's offset.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="offsets"/> is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An offset does not refer to an object in this buffer. Nothing was written.</exception>
    /// <exception cref="InvalidOperationException">Another object is open, or the buffer is finished.</exception>
    public VectorOffset CreateVectorOfTables<T>(Offset<T>[] offsets)
        where T : struct
    {
        CheckOffsets(offsets);
        return WriteOffsets(offsets);
    }

    /// <summary>Aligns and writes an array of numbers, or of offsets to objects that have been written already.</summary>
    /// <typeparam name="T">A number, a bool, an enum or an offset.</typeparam>
    /// <param name="x">The array. An empty array writes nothing.</param>
    /// <exception cref="ArgumentException">The array is null, or its element type is not supported.</exception>
    public void Add<T>(T[] x)
        where T : struct
    {
        if (x is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        Add(new ArraySegment<T>(x));
    }

    /// <inheritdoc cref="Add{T}(T[])"/>
    public void Add<T>(ArraySegment<T> x)
        where T : struct
    {
        if (x.Array is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        if (x.Count != 0)
        {
            AddElements<T>(ref Unsafe.As<T, byte>(ref x.Array[x.Offset]), (long)x.Count * ElementType<T>.Size);
        }
    }

    /// <inheritdoc cref="Add{T}(T[])"/>
    public void Add<T>(Span<T> x)
        where T : struct
    {
        if (!x.IsEmpty)
        {
            AddElements<T>(ref Unsafe.As<T, byte>(ref x[0]), (long)x.Length * ElementType<T>.Size);
        }
    }

    /// <summary>Aligns and writes numbers from memory. If the vector was started with its size in bytes, as generated code of flatc does,
    /// its length becomes the number of elements.</summary>
    /// <typeparam name="T">A number, a bool, an enum or an offset.</typeparam>
    /// <param name="ptr">The address of the first element. The elements are in the host's byte order.</param>
    /// <param name="sizeInBytes">The size of all elements in bytes. 0 writes nothing, and the pointer may then be null.</param>
    /// <exception cref="ArgumentException">The pointer is null, the size is not a whole number of elements, or the type is not supported.</exception>
    public unsafe void Add<T>(IntPtr ptr, int sizeInBytes)
        where T : struct
    {
        CheckPointer<T>(ptr, sizeInBytes);
        if (sizeInBytes == 0)
        {
            return;
        }

        if (_state == BuilderState.InVector && _vectorElementSize == 1 && _vectorSize == sizeInBytes && _vectorStart == _length - _space)
        {
            // Generated code of flatc starts such a vector with the number of bytes, but its length is the number of elements.
            Prep(ElementType<T>.Size, sizeInBytes);
            _vectorStart = _length - _space;
            _vectorCount = sizeInBytes / ElementType<T>.Size;
        }

        AddElements<T>(ref Unsafe.AsRef<byte>((void*)ptr), sizeInBytes);
    }

    /// <summary>Writes an array of numbers into prepared free space.</summary>
    /// <typeparam name="T">A number, a bool or an enum.</typeparam>
    /// <param name="x">The array.</param>
    /// <exception cref="ArgumentException">The array is null or empty, or its element type is not supported.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void Put<T>(T[] x)
        where T : struct
    {
        if (x is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        Put(x.AsSpan());
    }

    /// <inheritdoc cref="Put{T}(T[])"/>
    public void Put<T>(ArraySegment<T> x)
        where T : struct
    {
        if (x.Array is null)
        {
            Throw.ArgumentNull(nameof(x));
        }

        Put(x.AsSpan());
    }

    /// <inheritdoc cref="Put{T}(T[])"/>
    public void Put<T>(Span<T> x)
        where T : struct
    {
        CheckRoom((long)x.Length * ElementType<T>.Size);
        _space = _bb.Put(_space, x);
    }

    /// <summary>Writes numbers from memory into prepared free space.</summary>
    /// <typeparam name="T">A number, a bool or an enum.</typeparam>
    /// <param name="ptr">The address of the first element. The elements are in the host's byte order.</param>
    /// <param name="sizeInBytes">The size of all elements in bytes.</param>
    /// <exception cref="ArgumentException">The pointer is null, the size is not a whole number of elements, or the type is not supported.</exception>
    /// <exception cref="ArgumentOutOfRangeException">There is not enough free space.</exception>
    public void Put<T>(IntPtr ptr, int sizeInBytes)
        where T : struct
    {
        CheckRoom(sizeInBytes);
        _space = _bb.Put<T>(_space, ptr, sizeInBytes);
    }

    /// <summary>Throws if a vector of tables cannot be started, or if an offset does not refer to an object.</summary>
    private void CheckOffsets<T>(Offset<T>[] offsets)
        where T : struct
    {
        if (offsets is null)
        {
            Throw.ArgumentNull(nameof(offsets));
        }

        NotNested();
        foreach (Offset<T> offset in offsets)
        {
            CheckOffset(offset.Value);
        }
    }

    /// <summary>Writes a vector of offsets, which <see cref="CheckOffsets"/> has accepted.</summary>
    private VectorOffset WriteOffsets<T>(Offset<T>[] offsets)
        where T : struct
    {
        // This reserves aligned space for all elements.
        StartVector(sizeof(int), offsets.Length, sizeof(int));
        for (int i = offsets.Length - 1; i >= 0; i--)
        {
            _space -= sizeof(int);
            LittleEndian.Write32(ref ByteAt(_space), (uint)(_length - _space - offsets[i].Value));
        }

        return EndVector();
    }

    private static void CheckPointer<T>(IntPtr ptr, int sizeInBytes)
    {
        if (ptr == IntPtr.Zero && sizeInBytes != 0)
        {
            Throw.ArgumentNull(nameof(ptr));
        }

        if (sizeInBytes < 0)
        {
            Throw.NegativeCount(nameof(sizeInBytes), sizeInBytes);
        }

        if (sizeInBytes % ElementType<T>.Size != 0)
        {
            Throw.NotWholeElements(nameof(sizeInBytes), sizeInBytes, ElementType<T>.Size);
        }
    }

    private void AddElements<T>(ref byte source, long sizeInBytes)
        where T : struct
    {
        int size = ElementType<T>.Size;
        if (sizeInBytes > int.MaxValue)
        {
            Throw.TooLargeToGrow(sizeInBytes, int.MaxValue);
        }

        if (ElementType<T>.IsCopied)
        {
            Prep(size, (int)sizeInBytes - size);
            _space -= (int)sizeInBytes;
            LittleEndian.CopyIn(ref source, ref ByteAt(_space), (int)sizeInBytes, size);
        }
        else if (ElementType<T>.IsOffset)
        {
            for (int i = (int)sizeInBytes - size; i >= 0; i -= size)
            {
                AddOffset(Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref source, i)));
            }
        }
        else
        {
            Throw.CannotAdd(typeof(T));
        }
    }
}
