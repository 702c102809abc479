using System;
using System.Collections.Generic;

namespace Google.FlatBuffers;

/// <summary>Orders tables of a buffer that is being built by the bytes of their keys.</summary>
internal sealed class Utf8KeyComparer<T>(ByteBuffer buffer, Utf8Key<T> keyOf) : IComparer<Offset<T>>
    where T : struct, IFlatbufferObject
{
    public int Compare(Offset<T> x, Offset<T> y) => keyOf(At(x)).SequenceCompareTo(keyOf(At(y)));

    private T At(Offset<T> offset)
    {
        T table = default;
        table.__init(buffer.Length - offset.Value, buffer);
        return table;
    }
}
