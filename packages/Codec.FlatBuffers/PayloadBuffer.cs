namespace Codec.FlatBuffers;

/// <summary>A <see cref="ByteBuffer"/> that is reused for each payload, because the package allocates one for each array. Each thread keeps one.</summary>
internal sealed class PayloadBuffer : ByteBufferAllocator, IDisposable
{
    [ThreadStatic]
    private static PayloadBuffer? _ofThread;

    private readonly ByteBuffer _buffer;

    private PayloadBuffer()
    {
        Buffer = [];
        _buffer = new ByteBuffer(this, 0);
    }

    /// <summary>Takes the thread's buffer. If it is in use, because a handler dispatches another packet, another one is allocated.</summary>
    internal static PayloadBuffer Take()
    {
        PayloadBuffer buffer = _ofThread ?? new PayloadBuffer();
        _ofThread = null;
        return buffer;
    }

    internal ByteBuffer Over(byte[] array)
    {
        Buffer = array;
        Length = array.Length;
        return _buffer;
    }

    /// <summary>Nothing is built in the buffer.</summary>
    public override void GrowFront(int newSize) => throw new NotSupportedException();

    /// <summary>Returns the buffer to the thread. A table that a handler kept then reads from an empty array, and throws.</summary>
    public void Dispose()
    {
        Over([]);
        _ofThread = this;
    }
}
