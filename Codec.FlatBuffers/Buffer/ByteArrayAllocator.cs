using System;

namespace Google.FlatBuffers;

/// <summary>Takes each larger array from the garbage collector. Not thread-safe.</summary>
public sealed class ByteArrayAllocator : ByteBufferAllocator
{
    /// <summary>Creates an allocator that starts with the caller's array.</summary>
    /// <param name="buffer">The array; it is used, not copied.</param>
    /// <exception cref="ArgumentNullException"><paramref name="buffer"/> is null.</exception>
    public ByteArrayAllocator(byte[] buffer)
    {
        if (buffer is null)
        {
            Throw.ArgumentNull(nameof(buffer));
        }

        Buffer = buffer;
        Length = buffer.Length;
    }

    /// <inheritdoc/>
    public override void GrowFront(int newSize)
    {
        if (newSize < Length)
        {
            Throw.TruncatedBuffer(newSize, Length);
        }

        byte[] larger = new byte[newSize];
        System.Buffer.BlockCopy(Buffer, 0, larger, newSize - Length, Length);
        Buffer = larger;
        Length = newSize;
    }
}
