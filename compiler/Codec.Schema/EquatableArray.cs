using System.Collections;

namespace Codec.Schema;

/// <summary>An immutable array that compares by its elements, in order. The models of incremental generators require this.</summary>
/// <typeparam name="T">The type of the elements, which must compare by value.</typeparam>
/// <remarks>The default value is an empty array. Thread-safe.</remarks>
public readonly record struct EquatableArray<T> : IReadOnlyList<T>
    where T : IEquatable<T>
{
    private readonly T[]? _items;

    /// <summary>Creates an array with a copy of the items.</summary>
    public EquatableArray(IEnumerable<T> items) => _items = [.. items];

    /// <summary>Gets the number of elements.</summary>
    public int Count => _items?.Length ?? 0;

    /// <summary>Gets the element at an index.</summary>
    /// <param name="index">The index, from 0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="IndexOutOfRangeException">The index is out of range.</exception>
    public T this[int index] => (_items ?? [])[index];

    /// <inheritdoc/>
    public bool Equals(EquatableArray<T> other) => Enumerable.SequenceEqual(_items ?? [], other._items ?? []);

    /// <inheritdoc/>
    public override int GetHashCode() => (_items ?? []).Aggregate(17, (hash, item) => unchecked((hash * 31) + (item?.GetHashCode() ?? 0)));

    /// <summary>Returns an enumerator of the elements, in order.</summary>
    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)(_items ?? [])).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
