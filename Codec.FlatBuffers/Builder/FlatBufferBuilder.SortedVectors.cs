using System;

namespace Google.FlatBuffers;

/// <content>Vectors of tables, sorted by a string key.</content>
public partial class FlatBufferBuilder
{
    /// <summary>Builds a vector of tables in the order of their keys' bytes, which is C++'s and flatc's; what flatc writes in C# sorts by
    /// UTF-16 units. <see cref="SortedVector"/> finds its elements again, and so does C++.</summary>
    /// <typeparam name="T">The type that flatc wrote for the tables.</typeparam>
    /// <param name="offsets">The offsets of the tables. The array is sorted. Tables with equal keys are in any order.</param>
    /// <param name="keyOf">Returns the key of a table.</param>
    /// <returns>The vector's offset.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">Nothing is at an offset.</exception>
    /// <exception cref="InvalidOperationException">Another object is open, or the buffer is finished.</exception>
    public VectorOffset CreateSortedVectorOfTables<T>(Offset<T>[] offsets, Utf8Key<T> keyOf)
        where T : struct, IFlatbufferObject
    {
        if (offsets is null)
        {
            Throw.ArgumentNull(nameof(offsets));
        }

        if (keyOf is null)
        {
            Throw.ArgumentNull(nameof(keyOf));
        }

        NotNested();
        foreach (Offset<T> offset in offsets)
        {
            CheckOffset(offset.Value);
        }

        Array.Sort(offsets, new Utf8KeyComparer<T>(_bb, keyOf));
        return CreateVectorOfTables(offsets);
    }
}
