using System.Collections;

namespace Codec.Schema;

/// <summary>An immutable array that compares by its elements, in order. The models of incremental generators require this.</summary>
/// <typeparam name="T">The type of the elements, which must compare by value.</typeparam>
/// <remarks>The default value is an empty array. Thread-safe.</remarks>
public readonly struct EquatableArray<T> : IEquatable<EquatableArray<T>>, IReadOnlyList<T>
    where T : IEquatable<T>
{
    private readonly T[]? _items;

    /// <summary>Creates an array with a copy of the items.</summary>
    /// <param name="items">The items, in order.</param>
    public EquatableArray(IEnumerable<T> items)
    {
        _items = [.. items];
    }

    /// <summary>Gets the number of elements.</summary>
    public int Count => _items?.Length ?? 0;

    /// <summary>Gets the element at an index.</summary>
    /// <param name="index">The index, from 0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="IndexOutOfRangeException">The index is out of range.</exception>
    public T this[int index] => (_items ?? [])[index];

    /// <inheritdoc/>
    public bool Equals(EquatableArray<T> other)
    {
        T[] left = _items ?? [];
        T[] right = other._items ?? [];
        if (left.Length != right.Length)
        {
            return false;
        }

        for (int i = 0; i < left.Length; i++)
        {
            if (!EqualityComparer<T>.Default.Equals(left[i], right[i]))
            {
                return false;
            }
        }

        return true;
    }

    /// <inheritdoc/>
    public override bool Equals(object? obj) => obj is EquatableArray<T> other && Equals(other);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        int hash = 17;
        foreach (T item in _items ?? [])
        {
            hash = unchecked((hash * 31) + (item?.GetHashCode() ?? 0));
        }

        return hash;
    }

    /// <summary>Returns an enumerator of the elements, in order.</summary>
    /// <returns>The enumerator.</returns>
    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)(_items ?? [])).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Returns whether two arrays have equal elements in the same order.</summary>
    /// <param name="left">The first array.</param>
    /// <param name="right">The second array.</param>
    /// <returns>True if they are equal.</returns>
    public static bool operator ==(EquatableArray<T> left, EquatableArray<T> right) => left.Equals(right);

    /// <summary>Returns whether two arrays differ.</summary>
    /// <param name="left">The first array.</param>
    /// <param name="right">The second array.</param>
    /// <returns>True if they differ.</returns>
    public static bool operator !=(EquatableArray<T> left, EquatableArray<T> right) => !left.Equals(right);
}
