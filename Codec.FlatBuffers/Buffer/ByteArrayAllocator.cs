using System;

namespace Google.FlatBuffers;

/// <summary>Allocates a new array each time the buffer grows. Not thread-safe.</summary>
public sealed class ByteArrayAllocator : ByteBufferAllocator
{
    /// <summary>Creates an allocator that starts with the caller's array.</summary>
    /// <param name="buffer">The array. It is not copied.</param>
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
