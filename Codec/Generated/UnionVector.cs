namespace Codec.Generated;

/// <summary>A vector of unions in a payload that was not verified.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct UnionVector
{
    private readonly ReadOnlySpan<byte> _buffer;
    private readonly int _types;
    private readonly int _values;

    internal UnionVector(ReadOnlySpan<byte> buffer, int typeSlot, int typeSize, int slot)
    {
        _buffer = buffer;
        _types = GeneratedReader.Vector(buffer, typeSlot, typeSize, out int typeCount);
        _values = GeneratedReader.Vector(buffer, slot, 4, out int count);
        Count = Math.Min(typeCount, count);
    }

    /// <summary>Gets the number of values.</summary>
    public int Count { get; }

    /// <summary>Gets a value; the default value for an index out of range.</summary>
    /// <typeparam name="T">The enum of the union's types.</typeparam>
    public UnionReader Get<T>(int index, out T type)
        where T : unmanaged
    {
        if (unchecked((uint)index) >= (uint)Count)
        {
            type = default;
            return default;
        }

        type = GeneratedBytes.Load<T>(ref GeneratedBytes.Place(_buffer, _types + (index * Unsafe.SizeOf<T>())));
        return new UnionReader(_buffer, _values + (4 * index));
    }
}
