using Codec.Payloads;

namespace Codec.Generated;

/// <summary>The positions of the elements of a vector that is written from values.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public struct VectorSlots
{
    private readonly int _elements;
    private readonly int _capacity;

    internal VectorSlots(int elements, int capacity)
    {
        _elements = elements;
        _capacity = capacity;
        Count = 0;
    }

    /// <summary>Gets the number of elements so far.</summary>
    public int Count { readonly get; private set; }

    /// <summary>Adds an element to the vector.</summary>
    /// <returns>The position of the element, or -1 if nothing must be written.</returns>
    /// <exception cref="InvalidOperationException">The vector is full, or belongs to another payload.</exception>
    public int Add(ref PayloadWriter writer, int size = 4)
    {
        int slot = writer.OpenElement(_elements, Count, _capacity, size);
        Count += slot < 0 ? 0 : 1;
        return slot;
    }
}
