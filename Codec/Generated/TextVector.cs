namespace Codec.Generated;

/// <summary>A vector of strings inside a payload, without a copy. Valid as long as the payload's memory.</summary>
/// <remarks>A string that is outside the payload is empty; no member throws. The bytes are not validated as UTF-8.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public readonly ref struct TextVector
{
    private readonly ReadOnlySpan<byte> _buffer;
    private readonly int _start;

    private TextVector(ReadOnlySpan<byte> buffer, int start, int count)
    {
        _buffer = buffer;
        _start = start;
        Count = count;
    }

    /// <summary>Gets the number of strings.</summary>
    public int Count { get; }

    /// <summary>Gets a string as UTF-8.</summary>
    /// <param name="index">The index. For an index outside the vector, the string is empty.</param>
    public ReadOnlySpan<byte> this[int index] =>
        (uint)index < (uint)Count ? GeneratedReader.Bytes(_buffer, _start + (4 * index)) : default;

    /// <summary>Returns an element as a new string.</summary>
    /// <returns>The string, with U+FFFD for bytes that are not UTF-8.</returns>
    public string GetString(int index) => Utf8Text.GetString(this[index]);

    /// <summary>For generated code: gets the vector that an offset refers to.</summary>
    /// <returns>The vector; empty if there is none inside the payload.</returns>
    public static TextVector At(ReadOnlySpan<byte> buffer, int slot)
    {
        int start = GeneratedReader.Vector(buffer, slot, 4, out int count);
        return new TextVector(buffer, start, count);
    }

    /// <summary>Returns an enumerator, which does not allocate.</summary>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Enumerates the strings of a vector.</summary>
    public ref struct Enumerator
    {
        private readonly TextVector _vector;
        private int _index;

        internal Enumerator(TextVector vector)
        {
            _vector = vector;
            _index = -1;
        }

        /// <summary>Gets the current string.</summary>
        public readonly ReadOnlySpan<byte> Current => _vector[_index];

        /// <summary>Advances to the next string.</summary>
        /// <returns><see langword="false"/> after the last.</returns>
        public bool MoveNext() => ++_index < _vector.Count;
    }
}
