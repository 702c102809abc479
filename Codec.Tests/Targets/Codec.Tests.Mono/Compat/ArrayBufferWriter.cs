namespace System.Buffers;

/// <summary>The members of the .NET class that the tests use.</summary>
internal sealed class ArrayBufferWriter<T>(int capacity = 256) : IBufferWriter<T>
{
    private T[] _buffer = new T[capacity];

    public int WrittenCount { get; private set; }

    public ReadOnlyMemory<T> WrittenMemory => _buffer.AsMemory(0, WrittenCount);

    public ReadOnlySpan<T> WrittenSpan => _buffer.AsSpan(0, WrittenCount);

    public void Clear()
    {
        _buffer.AsSpan(0, WrittenCount).Clear();
        WrittenCount = 0;
    }

    public void Advance(int count)
    {
        if (count < 0)
        {
            throw new ArgumentException($"{count} is negative.", nameof(count));
        }

        if (count > _buffer.Length - WrittenCount)
        {
            throw new InvalidOperationException($"{count} is more than is left.");
        }

        WrittenCount += count;
    }

    public Memory<T> GetMemory(int sizeHint = 0)
    {
        if (sizeHint < 0)
        {
            throw new ArgumentException($"{sizeHint} is negative.", nameof(sizeHint));
        }

        int size = Math.Max(1, sizeHint);
        if (_buffer.Length - WrittenCount < size)
        {
            Array.Resize(ref _buffer, Math.Max(_buffer.Length * 2, WrittenCount + size));
        }

        return _buffer.AsMemory(WrittenCount);
    }

    public Span<T> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
