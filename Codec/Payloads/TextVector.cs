using System;
using System.ComponentModel;
using Codec.Compat;
using Codec.Generated;

namespace Codec.Payloads;

/// <summary>A vector of texts inside a payload. Nothing is copied; valid as long as the payload's memory.</summary>
/// <remarks>A text that lies outside the payload reads as empty; nothing throws. Not checked to be UTF-8.</remarks>
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

    /// <summary>The number of texts.</summary>
    public int Count { get; }

    /// <summary>A text as UTF-8.</summary>
    /// <param name="index">Which one; there is an empty text for every index outside the vector.</param>
    public ReadOnlySpan<byte> this[int index] =>
        (uint)index < (uint)Count ? GeneratedReader.Bytes(_buffer, _start + (4 * index)) : default;

    /// <summary>A text as a new string.</summary>
    /// <param name="index">Which one.</param>
    /// <returns>The text, with U+FFFD for bytes that are not UTF-8.</returns>
    public string GetString(int index) => Utf8Text.GetString(this[index]);

    /// <summary>For generated code: the vector that an offset leads to.</summary>
    /// <param name="buffer">The payload.</param>
    /// <param name="slot">The position of the offset, or 0.</param>
    /// <returns>The vector; empty if there is none inside the payload.</returns>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static TextVector At(ReadOnlySpan<byte> buffer, int slot)
    {
        int start = GeneratedReader.Vector(buffer, slot, 4, out int count);
        return new TextVector(buffer, start, count);
    }

    /// <summary>Walks the texts in order without allocating.</summary>
    /// <returns>The enumerator.</returns>
    public Enumerator GetEnumerator() => new(this);

    /// <summary>Walks the texts of a vector.</summary>
    public ref struct Enumerator
    {
        private readonly TextVector _vector;
        private int _index;

        internal Enumerator(TextVector vector)
        {
            _vector = vector;
            _index = -1;
        }

        /// <summary>The text that the enumerator stands on.</summary>
        public readonly ReadOnlySpan<byte> Current => _vector[_index];

        /// <summary>Goes to the next text.</summary>
        /// <returns><see langword="false"/> after the last.</returns>
        public bool MoveNext() => ++_index < _vector.Count;
    }
}
