using System;
using System.Collections;
using System.Collections.Generic;

namespace Codec.Schema;

/// <summary>An immutable array that is equal to another when their elements are, in order: what an incremental generator must compare.</summary>
/// <typeparam name="T">The elements; equal by value themselves.</typeparam>
/// <remarks>The default value is the empty array. Safe to share between threads.</remarks>
public readonly struct EquatableArray<T> : IEquatable<EquatableArray<T>>, IReadOnlyList<T>
    where T : IEquatable<T>
{
    private readonly T[]? _items;

    /// <summary>Copies the items.</summary>
    /// <param name="items">What the array holds, in order.</param>
    public EquatableArray(IEnumerable<T> items)
    {
        _items = [.. items];
    }

    /// <summary>How many elements there are.</summary>
    public int Count => _items?.Length ?? 0;

    /// <summary>The element at an index.</summary>
    /// <param name="index">From 0 to <see cref="Count"/> - 1.</param>
    /// <exception cref="IndexOutOfRangeException">There is no such element.</exception>
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

    /// <summary>Walks the elements in order.</summary>
    /// <returns>The elements.</returns>
    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)(_items ?? [])).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>Whether both hold equal elements in the same order.</summary>
    /// <param name="left">One array.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when equal.</returns>
    public static bool operator ==(EquatableArray<T> left, EquatableArray<T> right) => left.Equals(right);

    /// <summary>Whether the arrays differ.</summary>
    /// <param name="left">One array.</param>
    /// <param name="right">The other.</param>
    /// <returns>True when different.</returns>
    public static bool operator !=(EquatableArray<T> left, EquatableArray<T> right) => !left.Equals(right);
}
