using System;

namespace Google.FlatBuffers;

/// <content>Writes vectors of tables, sorted by a string key.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Builds a vector of tables that is sorted by the bytes of their keys, as in C++ and in flatc. Generated C# code of flatc sorts
    /// by UTF-16 units instead. <see cref="SortedVector"/> and C++ code can find the elements.</summary>
    /// <typeparam name="T">The type that flatc generated for the tables.</typeparam>
    /// <param name="offsets">The offsets of the tables. The method sorts this array. The order of tables with equal keys is unspecified.</param>
    /// <param name="keyOf">A delegate that returns the key of a table.</param>
    /// <returns>The vector's offset.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An offset does not refer to an object in this buffer.</exception>
    /// <exception cref="InvalidOperationException">Another object is open, the buffer is finished, or the key of a table cannot be read,
    /// such as that of an offset of another object. In the last case, the inner exception has the cause.</exception>
    public VectorOffset CreateSortedVectorOfTables<T>(Offset<T>[] offsets, Utf8Key<T> keyOf)
        where T : struct, IFlatbufferObject
    {
        if (keyOf is null)
        {
            Throw.ArgumentNull(nameof(keyOf));
        }

        CheckOffsets(offsets);
        Array.Sort(offsets, new Utf8KeyComparer<T>(_bb, keyOf));
        return WriteOffsets(offsets);
    }
}
