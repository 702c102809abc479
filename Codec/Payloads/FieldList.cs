using System;
using System.Collections;
using System.Collections.Generic;

namespace Codec.Payloads;

/// <summary>A list whose elements lie in one array, for the vectors of generated types: written from and read into as one block.</summary>
/// <typeparam name="T">The elements.</typeparam>
/// <remarks>
/// Shrinking and clearing keep the array and what is in it, so that a list which is read into again and again stops allocating; objects in
/// the unused part stay reachable until they are overwritten. Not safe to change from several threads.
/// </remarks>
public sealed class FieldList<T> : IReadOnlyList<T>
{
    // Spares the smallest lists the first steps of growing; a list of known length takes no more than that.
    private const int FewestAdded = 4;

    private T[] _items = [];

    /// <summary>Makes an empty list.</summary>
    public FieldList()
    {
    }

    /// <summary>Makes a list that holds a copy of the items.</summary>
    /// <param name="items">What to copy.</param>
    public FieldList(ReadOnlySpan<T> items)
    {
        _items = items.ToArray();
        Count = items.Length;
    }

    /// <summary>The number of elements.</summary>
    public int Count { get; private set; }

    /// <summary>An element, to read or to set.</summary>
    /// <param name="index">From 0 to <see cref="Count"/> - 1.</param>
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
            _items[index] = value;
        }
    }

    /// <summary>Adds an element at the end.</summary>
    /// <param name="item">The element.</param>
    public void Add(T item)
    {
        if (Count == _items.Length)
        {
            Grow(Math.Max(FewestAdded, Count + 1));
        }

        _items[Count++] = item;
    }

    /// <summary>Adds a copy of the items at the end.</summary>
    /// <param name="items">What to copy.</param>
    public void AddRange(ReadOnlySpan<T> items)
    {
        int start = Count;
        items.CopyTo(SetCount(checked(start + items.Length)).Slice(start));
    }

    /// <summary>Makes the list empty; it keeps its memory.</summary>
    public void Clear() => Count = 0;

    /// <summary>Sets the number of elements. Elements that come in are what the list held there before, or the default.</summary>
    /// <param name="count">The number from now on.</param>
    /// <returns>The elements, as <see cref="AsSpan"/> gives them.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    public Span<T> SetCount(int count)
    {
        if (count < 0)
        {
            Throw.NegativeCount(nameof(count), count);
        }

        if (count > _items.Length)
        {
            Grow(count);
        }

        Count = count;
        return new Span<T>(_items, 0, count);
    }

    /// <summary>Sorts the elements, as <c>CompareByKey</c> of a generated type orders them for searches on the wire.</summary>
    /// <param name="comparison">The order.</param>
    /// <exception cref="ArgumentNullException"><paramref name="comparison"/> is <see langword="null"/>.</exception>
    public void Sort(Comparison<T> comparison)
    {
        if (comparison is null)
        {
            Throw.ArgumentNull(nameof(comparison));
        }

        Array.Sort(_items, 0, Count, Comparer<T>.Create(comparison));
    }

    /// <summary>The elements in place: valid until the list grows.</summary>
    /// <returns>A view of the list's own memory.</returns>
    public Span<T> AsSpan() => new(_items, 0, Count);

    /// <summary>Walks the elements in order without allocating.</summary>
    /// <returns>The enumerator.</returns>
    public Enumerator GetEnumerator() => new(AsSpan());

    IEnumerator<T> IEnumerable<T>.GetEnumerator()
    {
        for (int i = 0; i < Count; i++)
        {
            yield return _items[i];
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    private void CheckIndex(int index)
    {
        if ((uint)index >= (uint)Count)
        {
            Throw.NoSuchElement(nameof(index), index, Count);
        }
    }

    // Doubling makes adding one by one linear.
    private void Grow(int needed) => Array.Resize(ref _items, Math.Max(needed, (int)Math.Min(2L * _items.Length, int.MaxValue)));

    /// <summary>Walks the elements that a list held when the walk began.</summary>
    public ref struct Enumerator
    {
        private readonly Span<T> _items;
        private int _index;

        internal Enumerator(Span<T> items)
        {
            _items = items;
            _index = -1;
        }

        /// <summary>The element that the enumerator stands on, in place.</summary>
        public readonly ref T Current => ref _items[_index];

        /// <summary>Goes to the next element.</summary>
        /// <returns><see langword="false"/> after the last.</returns>
        public bool MoveNext() => ++_index < _items.Length;
    }
}
