namespace Codec.Tests.GeneratedCode;

/// <summary>
/// A sequence of payloads, each preceded by its size, as <see cref="BlockProgram"/> sends them. <see cref="Clear"/> keeps the memory.
/// </summary>
internal sealed class PayloadBlock
{
    private readonly List<(int Start, int Length)> _payloads = [];
    private byte[] _memory = new byte[1 << 16];
    private int _size;

    public int Count => _payloads.Count;

    /// <summary>Gets the memory of all payloads.</summary>
    public byte[] Memory => _memory;

    public ReadOnlySpan<byte> Bytes => _memory.AsSpan(0, _size);

    /// <summary>Gets the offset and the length of a payload in <see cref="Memory"/>.</summary>
    public (int Start, int Length) this[int index] => _payloads[index];

    public ReadOnlySpan<byte> Payload(int index) => _memory.AsSpan(_payloads[index].Start, _payloads[index].Length);

    public void Clear()
    {
        _payloads.Clear();
        _size = 0;
    }

    public void Add(ReadOnlySpan<byte> payload)
    {
        payload.CopyTo(Reserve(payload.Length));
        Commit(payload.Length);
    }

    /// <summary>Returns space for the next payload, which <see cref="Commit"/> adds.</summary>
    public Span<byte> Reserve(int length)
    {
        if (_memory.Length - _size < length + 4)
        {
            Array.Resize(ref _memory, (2 * _memory.Length) + length);
        }

        return _memory.AsSpan(_size + 4, length);
    }

    public void Commit(int length)
    {
        BinaryPrimitives.WriteInt32LittleEndian(_memory.AsSpan(_size), length);
        _payloads.Add((_size + 4, length));
        _size += 4 + length;
    }
}
