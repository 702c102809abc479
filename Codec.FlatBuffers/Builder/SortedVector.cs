using System;
using System.Buffers;
using System.Text;

namespace Google.FlatBuffers;

/// <summary>
/// Finds tables by a string key in vectors that are sorted by the bytes of the keys: the vectors of C++, of flatc, and of
/// <see cref="FlatBufferBuilder.CreateSortedVectorOfTables{T}"/>. flatc's C# compares UTF-16 units instead, and does not find some
/// keys if a vector has characters above U+FFFF and characters from U+E000 to U+FFFF. Keys are equal if all of their bytes are equal.
/// Thread-safe while no other thread writes to the buffer.
/// </summary>
public static class SortedVector
{
    /// <summary>Finds a table by its key. Creates no string, and allocates nothing if the delegates are static.</summary>
    /// <typeparam name="TOwner">The type that flatc generated for the table with the vector.</typeparam>
    /// <typeparam name="T">The type that flatc generated for the tables in the vector.</typeparam>
    /// <param name="owner">The table that contains the vector.</param>
    /// <param name="length">The number of elements of the vector, as the owner's accessor returns it.</param>
    /// <param name="elementAt">The owner's accessor: <c>static (owner, i) => owner.Leaves(i)</c>.</param>
    /// <param name="keyOf">A delegate that returns the key of an element.</param>
    /// <param name="key">The key to find, as UTF-8.</param>
    /// <param name="element">The table with that key, or any of them if several tables have it.</param>
    /// <returns>Whether there is a table with that key.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or an offset in an unverified buffer is out of range.</exception>
    /// <exception cref="ArgumentNullException">A delegate is null.</exception>
    public static bool TryFind<TOwner, T>(
        TOwner owner, int length, Func<TOwner, int, T?> elementAt, Utf8Key<T> keyOf, ReadOnlySpan<byte> key, out T element)
        where T : struct
    {
        if (elementAt is null)
        {
            Throw.ArgumentNull(nameof(elementAt));
        }

        if (keyOf is null)
        {
            Throw.ArgumentNull(nameof(keyOf));
        }

        if (length < 0)
        {
            Throw.NegativeCount(nameof(length), length);
        }

        int low = 0;
        int high = length - 1;
        while (low <= high)
        {
            int middle = low + ((high - low) >> 1);
            element = elementAt(owner, middle).GetValueOrDefault();
            int order = keyOf(element).SequenceCompareTo(key);
            if (order == 0)
            {
                return true;
            }

            if (order < 0)
            {
                low = middle + 1;
            }
            else
            {
                high = middle - 1;
            }
        }

        element = default;
        return false;
    }

    /// <summary>Finds a table by its key. The key is first encoded as UTF-8 into a rented array.</summary>
    /// <typeparam name="TOwner">The type that flatc generated for the table with the vector.</typeparam>
    /// <typeparam name="T">The type that flatc generated for the tables in the vector.</typeparam>
    /// <param name="owner">The table that contains the vector.</param>
    /// <param name="length">The number of elements of the vector, as the owner's accessor returns it.</param>
    /// <param name="elementAt">The owner's accessor: <c>static (owner, i) => owner.Leaves(i)</c>.</param>
    /// <param name="keyOf">A delegate that returns the key of an element.</param>
    /// <param name="key">The key to find.</param>
    /// <param name="element">The table with that key, or any of them if several tables have it.</param>
    /// <returns>Whether there is a table with that key.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The length is negative, or an offset in an unverified buffer is out of range.</exception>
    /// <exception cref="ArgumentNullException">A delegate or the key is null.</exception>
    public static bool TryFind<TOwner, T>(
        TOwner owner, int length, Func<TOwner, int, T?> elementAt, Utf8Key<T> keyOf, string key, out T element)
        where T : struct
    {
        if (key is null)
        {
            Throw.ArgumentNull(nameof(key));
        }

        int count = Encoding.UTF8.GetByteCount(key);
        byte[] rented = ArrayPool<byte>.Shared.Rent(count);
        try
        {
            Compat.Utf8Text.Write(key.AsSpan(), rented, 0, count);
            return TryFind(owner, length, elementAt, keyOf, new ReadOnlySpan<byte>(rented, 0, count), out element);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }
}
