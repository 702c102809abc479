namespace Codec.Bench.Framing;

/// <summary>A writer over one array, with the lowest possible cost of an output.</summary>
public sealed class FixedBufferWriter(int capacity) : IBufferWriter<byte>
{
    private readonly byte[] _buffer = new byte[capacity];
    private int _written;

    public void Rewind() => _written = 0;

    public void Advance(int count) => _written += count;

    public Memory<byte> GetMemory(int sizeHint = 0) => _buffer.AsMemory(_written);

    public Span<byte> GetSpan(int sizeHint = 0) => _buffer.AsSpan(_written);
}
