using System.Collections;
using Codec.Generated;
using Codec.Packets;

namespace Codec.Payloads;

/// <summary>A list with its elements in one array, for the vectors of generated types. A vector is written and read as one block.</summary>
/// <typeparam name="T">The type of the elements.</typeparam>
/// <remarks>
/// Shrinking and clearing keep the array, so that a list that is reused for each read stops allocating. Objects that reading or <see cref="SetCount"/>
/// left in the unused part are kept too, until the caller adds, inserts or replaces an element. Not thread-safe.
/// </remarks>
public sealed class FieldList<T> : IReadOnlyList<T>
{
    // The capacity after the first Add, so that a small list grows less often. SetCount of a new list allocates only the length that it sets.
    private const int FewestAdded = 4;

    // Values of _capacity.
    private const int Kept = 0;
    private const int Exposed = -1;

    // Whether clearing the unused part has an effect on reading. Numbers, enums and generated structs refer to nothing.
    private static readonly bool HasReferences =
        !typeof(T).IsPrimitive && !typeof(T).IsEnum && !typeof(IWireStruct).IsAssignableFrom(typeof(T));

    private T[] _items;

    // Reading reuses the objects of the unused part. An object that the caller stores may be one of them, and the list would then contain it twice. So the
    // first store clears the unused part, and this field is the capacity from then on. It is Kept after a read, and Exposed if the caller then took a span.
    private int _capacity;

    /// <summary>Creates an empty list.</summary>
    public FieldList() => _items = [];

    /// <summary>Creates a list with a copy of the items.</summary>
    /// <param name="items">The items to copy.</param>
    public FieldList(ReadOnlySpan<T> items)
    {
        _items = items.ToArray();
        Count = items.Length;
        _capacity = items.Length;
    }

    /// <summary>Creates a list of default values, for a read into it.</summary>
    internal FieldList(int count)
    {
        _items = count == 0 ? [] : new T[count];
        Count = count;
    }

    /// <summary>Gets the number of elements.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the elements for code that does not store objects.</summary>
    internal Span<T> Items => new(_items, 0, Count);

    /// <summary>Gets or sets an element.</summary>
    /// <param name="index">The index of the element, from 0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public T this[int index]
    {
        get
        {
            CheckIndex(index);
            return _items[index];
        }

        set
        {
            CheckIndex(index);
            if (_capacity <= Kept)
            {
                ClearUnused();
            }

            _items[index] = value;
        }
    }

    /// <summary>Adds an element at the end.</summary>
    /// <param name="item">The element.</param>
    public void Add(T item)
    {
        if (Count >= _capacity)
        {
            PrepareToAdd();
        }

        _items[Count++] = item;
    }

    /// <summary>Adds a copy of the items at the end.</summary>
    /// <param name="items">The items to copy.</param>
    public void AddRange(ReadOnlySpan<T> items)
    {
        int start = Count;
        items.CopyTo(Extend(checked(start + items.Length)).Slice(start));
        ClearUnused();
    }

    /// <summary>Inserts an element. The elements from its index on move down by one.</summary>
    /// <param name="index">The index of the new element, from 0 to <see cref="Count"/>.</param>
    /// <param name="item">The element.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="index"/> is negative or greater than <see cref="Count"/>.</exception>
    public void Insert(int index, T item)
    {
        if ((uint)index > (uint)Count)
        {
            Throw.NoSuchElement(index, Count);
        }

        Add(item);
        Array.Copy(_items, index, _items, index + 1, Count - 1 - index);
        _items[index] = item;
    }

    /// <summary>Removes an element. The elements after it move up by one.</summary>
    /// <param name="index">The index of the element, from 0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such element.</exception>
    public void RemoveAt(int index)
    {
        CheckIndex(index);
        Count--;
        Array.Copy(_items, index + 1, _items, index, Count - index);

        // Reading overwrites the objects of the unused part, so the last object must not be there, too.
        _items[Count] = default!;
    }

    /// <summary>Removes all elements, and keeps the memory.</summary>
    public void Clear() => SetCount(0);

    /// <summary>
    /// Sets the number of elements. New elements have the values that the list held there before, or the default. After a change by <see cref="Add"/>, the
    /// indexer or <see cref="AsSpan"/>, a shorter list does not keep the objects after its end.
    /// </summary>
    /// <param name="count">The new number of elements.</param>
    /// <returns>
    /// The elements, as <see cref="AsSpan"/> returns them. The list does not detect that the caller moves an object in this span: call
    /// <see cref="AsSpan"/> or use the indexer to do so. Otherwise, a later read may read two elements into that object.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    public Span<T> SetCount(int count)
    {
        if (count < 0)
        {
            Throw.NegativeCount(nameof(count), count);
        }

        if (count < Count && _capacity != Kept)
        {
            // The caller may have moved an object to an index that remains.
            int end = _capacity == Exposed ? _items.Length : Count;
            Count = count;
            ClearUnused(end);
        }

        return Extend(count);
    }

    /// <summary>Sorts the elements. Receivers can search a vector by key if <c>CompareByKey</c> of the generated type sorted it.</summary>
    /// <param name="comparison">The order.</param>
    /// <exception cref="ArgumentNullException"><paramref name="comparison"/> is <see langword="null"/>.</exception>
    /// <exception cref="InvalidOperationException">
    /// The comparison threw an exception, which is the inner exception. The list may then lack some elements and contain others twice. Do not use it again.
    /// </exception>
    public void Sort(Comparison<T> comparison)
    {
        Throw.IfNull(comparison, nameof(comparison));

        Array.Sort(_items, 0, Count, Comparer<T>.Create(comparison));
    }

    /// <summary>Returns the elements in place. The span is valid until the list grows.</summary>
    /// <returns>A span over the list's memory.</returns>
    /// <remarks>
    /// Through the span, store no object that the list contained before a read filled it. Use the indexer, which then makes sure that a later read does not use
    /// the object twice.
    /// </remarks>
    public Span<T> AsSpan()
    {
        if (_capacity == Kept)
        {
            _capacity = Exposed;
        }

        return Items;
    }

    /// <summary>
    /// Returns an enumerator of the elements that the list has now, in place. It does not allocate. Store no object through it that the list contained before a
    /// read filled it.
    /// </summary>
    /// <returns>The enumerator.</returns>
    public Span<T>.Enumerator GetEnumerator() => Items.GetEnumerator();

    IEnumerator<T> IEnumerable<T>.GetEnumerator()
    {
        for (int i = 0; i < Count; i++)
        {
            yield return _items[i];
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    /// <summary>Sets the number of elements for a read into them. The new elements are objects that the list keeps, or the default.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal Span<T> Reuse(int count)
    {
        if (count > _items.Length || (count < Count && _capacity != Kept && HasReferences))
        {
            Prepare(count);
        }

        _capacity = Kept;
        Count = count;
        return Items;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Prepare(int count)
    {
        if (count < Count)
        {
            // The caller may have moved an object from there to an index that remains.
            Array.Clear(_items, count, Count - count);
        }
        else
        {
            Grow(count);
        }
    }

    private void CheckIndex(int index)
    {
        if ((uint)index >= (uint)Count)
        {
            Throw.NoSuchElement(index, Count);
        }
    }

    private Span<T> Extend(int count)
    {
        if (count > _items.Length)
        {
            Grow(count);
        }

        Count = count;
        return Items;
    }

    private void PrepareToAdd()
    {
        ClearUnused();
        if (Count == _items.Length)
        {
            Grow(Math.Max(FewestAdded, Count + 1));
            _capacity = _items.Length;
        }
    }

    private void ClearUnused()
    {
        if (_capacity <= Kept)
        {
            ClearUnused(_items.Length);
        }
    }

    private void ClearUnused(int end)
    {
        if (HasReferences)
        {
            Array.Clear(_items, Count, end - Count);
        }

        _capacity = _items.Length;
    }

    // The capacity is doubled, so that the cost of adding elements one by one is linear.
    private void Grow(int needed)
    {
        Array.Resize(ref _items, Math.Max(needed, (int)Math.Min(2L * _items.Length, PacketFormat.LongestArray)));
        _capacity = _capacity > Kept ? _items.Length : _capacity;
    }
}
