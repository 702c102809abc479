namespace Codec.Interpreter;

/// <summary>Contains the bytes of a payload that is being written. Not thread-safe.</summary>
internal sealed class PayloadBuilder
{
    // The longest array of .NET.
    private const int MaxLength = 0x7FFF_FFC7;

    private byte[] _bytes = new byte[1024];

    /// <summary>Gets or sets the number of bytes that have been written. A smaller number removes the last bytes.</summary>
    public int Length { get; set; }

    /// <summary>Gets the vtables that later tables can share, each with its index.</summary>
    public List<(PayloadTable Table, int Place)> VTables { get; } = [];

    /// <summary>Gets the payload. Valid until the next change.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    public Span<byte> At(int place) => _bytes.AsSpan(place, Length - place);

    /// <summary>Adds zeros. Returns the index of the first byte.</summary>
    public int Add(long count)
    {
        int place = Length;
        long needed = place + count;
        if (needed > _bytes.Length)
        {
            Array.Resize(ref _bytes, (int)Math.Max(checked((int)needed), Math.Min(2L * _bytes.Length, MaxLength)));
        }

        _bytes.AsSpan(place, (int)count).Clear();
        Length = (int)needed;
        return place;
    }

    /// <summary>Adds zeros up to an aligned index.</summary>
    /// <param name="alignment">The alignment in bytes, a power of two.</param>
    /// <param name="before">The number of bytes that will be added between the zeros and the aligned index.</param>
    public void Align(int alignment, int before = 0) => Add(-(Length + before) & (alignment - 1));

    public void Link(int slot, int target) => StoreUInt32(slot, (uint)(target - slot));

    public void StoreUInt32(int place, uint value) => System.Buffers.Binary.BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(place), value);
}
